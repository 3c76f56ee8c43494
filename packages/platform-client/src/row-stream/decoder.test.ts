import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellIn, FRAME, rowIn, RowStreamError, RowStreamReader, type RowStreamPart } from './decoder.js'

const utf8 = new TextEncoder()

function frame(kind: number, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + payload.length)
  bytes[0] = kind
  new DataView(bytes.buffer).setUint32(1, payload.length)
  bytes.set(payload, 5)
  return bytes
}

const json = (kind: number, value: unknown) => frame(kind, utf8.encode(JSON.stringify(value)))

function joined(pieces: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.length
  }
  return bytes
}

function row(cells: (string | null)[]): Uint8Array {
  const body = cells.map((cell) => {
    const text = utf8.encode(cell ?? '')
    const bytes = new Uint8Array(4 + text.length)
    new DataView(bytes.buffer).setInt32(0, cell === null ? -1 : text.length)
    bytes.set(text, 4)
    return bytes
  })
  const head = new Uint8Array(7)
  const view = new DataView(head.buffer)
  head[0] = 0x44
  view.setUint32(1, 6 + body.reduce((sum, { length }) => sum + length, 0))
  view.setUint16(5, cells.length)
  return joined([head, ...body])
}

function rows(given: (string | null)[][]): Uint8Array {
  const count = new Uint8Array(4)
  new DataView(count.buffer).setUint32(0, given.length)
  return frame(FRAME.rows, joined([count, ...given.map(row)]))
}

function read(bytes: Uint8Array, size = bytes.length): RowStreamPart[] {
  const reader = new RowStreamReader()
  const parts: RowStreamPart[] = []
  for (let offset = 0; offset < bytes.length; offset += size)
    parts.push(...reader.push(bytes.subarray(offset, offset + size)))
  return parts
}

function batchIn(bytes: Uint8Array, size?: number) {
  const [part] = read(bytes, size)
  if (part?.type !== 'rows') throw new Error('no rows')
  return part.rows
}

const cell = fc.option(fc.string({ unit: 'binary', maxLength: 60 }), { nil: null })

test('any rows come back exactly, wherever the network cuts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 97 }),
      (given, size) => {
        const batch = batchIn(rows(given), size)
        expect(batch.count).toBe(given.length)
        expect(given.map((_, index) => rowIn(batch, index))).toEqual(given)
        for (const [index, cells] of given.entries())
          for (const [column, value] of cells.entries()) expect(cellIn(batch, index, column)).toBe(value)
      },
    ),
  )
})

test.each([
  ['a byte order mark', '\uFEFFa'],
  ['a byte order mark in a long text', `\uFEFF${'x'.repeat(50)}`],
  ['characters of two units', '😀'.repeat(3)],
  ['nothing', ''],
  ['NUL', 'a\0b'],
])('a value with %s is read as it is', (_, value) => {
  const batch = batchIn(rows([[value, null]]))
  expect([cellIn(batch, 0, 0), cellIn(batch, 0, 1)]).toEqual([value, null])
  expect(batch.longest[0]).toBe(value.length)
})

test('a cell outside is NULL', () => {
  const batch = batchIn(rows([['a']]))
  expect([cellIn(batch, 1, 0), cellIn(batch, -1, 0), cellIn(batch, 0, 1), cellIn(batch, 0, -1)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('the frames of a run, and those of a later version, are read in order', () => {
  const fields = [{ name: 'a', dataTypeId: 23, dataType: 'int4' }]
  const notice = { severity: 'NOTICE', code: '00000', message: 'é' }
  const bytes = joined([
    json(FRAME.fields, { fields }),
    frame(FRAME.keepAlive, new Uint8Array()),
    json(FRAME.notice, { statement: 0, notice }),
    json(0x3f, { unknown: true }),
    json(FRAME.complete, { command: 'SELECT', rowCount: 0 }),
    frame(FRAME.again, new Uint8Array()),
    json(FRAME.error, { status: 400, body: { message: 'no' } }),
    json(FRAME.end, { durationMs: 2 }),
  ])
  for (const size of [1, 3, bytes.length])
    expect(read(bytes, size)).toEqual([
      { type: 'fields', fields },
      { type: 'notice', statement: 0, notice },
      { type: 'complete', statement: { command: 'SELECT', rowCount: 0 } },
      { type: 'again' },
      { type: 'error', status: 400, body: { message: 'no' } },
      { type: 'end', run: { durationMs: 2 } },
    ])
})

test('a frame that has not come whole says nothing', () => {
  const bytes = rows([['a'], ['b']])
  expect(read(bytes.subarray(0, -1))).toEqual([])
})

test('broken rows are refused, whatever byte is wrong', () => {
  const good = rows([
    ['ab', null],
    ['c', '😀'],
  ])
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: good.length - 1 }),
      fc.integer({ min: 0, max: 255 }),
      (at, byte) => {
        const bytes = good.slice()
        bytes[at] = byte
        let batch
        try {
          batch = batchIn(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(RowStreamError)
          return
        }
        // What is accepted can be read to its end.
        for (let index = 0; index < batch.count; index++) rowIn(batch, index)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a frame that promises more rows than it has is refused', () => {
  const payload = new Uint8Array(4).fill(0xff)
  expect(() => read(frame(FRAME.rows, payload))).toThrow(RowStreamError)
  expect(() => read(frame(FRAME.rows, new Uint8Array(2)))).toThrow(RowStreamError)
  expect(() => read(frame(FRAME.end, utf8.encode('{')))).toThrow(RowStreamError)
})
