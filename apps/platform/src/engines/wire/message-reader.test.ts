import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '@basedeck/platform-client/contract'
import { MessageReader, type MessageSink } from './message-reader.js'
import type { Row } from './row-reader.js'

function message(code: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.write(code, 0, 'latin1')
  header.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

function dataRow(cells: Cell[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeUInt16BE(cells.length)
  const parts = cells.map((cell) => {
    const text = Buffer.from(cell ?? '')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(cell === null ? 0xffffffff : text.length)
    return Buffer.concat([length, text])
  })
  return message('D', Buffer.concat([count, ...parts]))
}

const complete = message('C', Buffer.from('SELECT 1\0'))
const ready = message('Z', Buffer.from('I'))
const notice = (text: string): Buffer => message('N', Buffer.from(`SNOTICE\0C00000\0M${text}\0\0`))

function recorder(
  cellBytes = 1000,
  wanted = true,
): MessageSink & { rows: Row[]; skipped: number; names: string[]; copied: string; lines: number } {
  return {
    cellBytes,
    rows: [],
    skipped: 0,
    names: [],
    copied: '',
    lines: 0,
    wantsRow: () => wanted,
    row(row) {
      this.rows.push(row)
    },
    skippedRow() {
      this.skipped++
    },
    copyData(bytes, lines) {
      this.lines += lines
      this.copied += bytes.toString('latin1')
    },
    message(parsed) {
      this.names.push(parsed.name)
    },
  }
}

/** Feeds a stream in pieces of the given sizes, over and over; each piece is wiped once it was read. */
function feed(stream: Buffer, sizes: number[], sink: MessageSink): void {
  const reader = new MessageReader(sink)
  for (let offset = 0, step = 0; offset < stream.length; step++) {
    const size = sizes[step % sizes.length] ?? 1
    const piece = Buffer.from(stream.subarray(offset, offset + size))
    reader.push(piece)
    piece.fill(0xff)
    offset += size
  }
}

const cells = fc.array(fc.option(fc.string({ unit: 'grapheme', maxLength: 40 })), { maxLength: 6 })

test('the same rows come however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(cells, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      (rows, sizes) => {
        const sink = recorder()
        feed(Buffer.concat([...rows.map(dataRow), notice('hello'), complete, ready]), sizes, sink)
        expect(sink.rows.map((row) => row.cells)).toEqual(rows)
        expect(sink.names).toEqual(['notice', 'commandComplete', 'readyForQuery'])
      },
    ),
  )
})

test('a long cell is cut at a character, however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 60 }), (cellBytes, size) => {
      const whole = 'aé字😀'.repeat(5)
      const sink = recorder(cellBytes)
      feed(dataRow(['x', whole, null]), [size], sink)
      const [row] = sink.rows
      const text = row?.cells[1] ?? ''
      expect(whole.startsWith(text)).toBe(true)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(cellBytes)
      expect(Buffer.byteLength(text)).toBeGreaterThan(cellBytes - 4)
      const expected = Buffer.byteLength(whole) > cellBytes ? [[1, Buffer.byteLength(whole)]] : []
      expect(row?.cut).toEqual(expected)
    }),
  )
})

test('unwanted rows are skipped without parsing', () => {
  const sink = recorder(1000, false)
  feed(Buffer.concat([dataRow(['a']), dataRow([]), dataRow([null, 'b']), complete]), [7], sink)
  expect([sink.rows.length, sink.skipped, sink.names]).toEqual([0, 3, ['commandComplete']])
})

test('COPY data passes through in pieces', () => {
  const sink = recorder()
  feed(
    Buffer.concat([
      message('d', Buffer.from('1\tone\n')),
      message('d', Buffer.from('')),
      message('d', Buffer.from('2\ttwo\n')),
      message('c', Buffer.alloc(0)),
    ]),
    [3],
    sink,
  )
  expect(sink.copied).toBe('1\tone\n2\ttwo\n')
  expect(sink.lines).toBe(3)
  expect(sink.names).toEqual(['copyDone'])
})

test('a notice of many megabytes is cut, and what follows is read', () => {
  const sink = recorder()
  feed(Buffer.concat([notice('x'.repeat(5_000_000)), complete, ready]), [65_536], sink)
  expect(sink.names).toEqual(['notice', 'commandComplete', 'readyForQuery'])
})

test('readiness is reported after the sink has seen it', () => {
  const sink = recorder()
  const seen: string[][] = []
  new MessageReader(sink, () => seen.push([...sink.names])).push(
    Buffer.concat([complete, ready, complete, ready]),
  )
  expect(seen).toEqual([
    ['commandComplete', 'readyForQuery'],
    ['commandComplete', 'readyForQuery', 'commandComplete', 'readyForQuery'],
  ])
})

test('COPY data is whole and its lines are counted, however its bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', ',', '\n'), maxLength: 20 }), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 }),
      (lines, sizes) => {
        const sink = recorder()
        const reader = new MessageReader(sink)
        const texts = lines.map((line) => `${line}\n`)
        const bytes = Buffer.concat([
          ...texts.map((text) => message('d', Buffer.from(text))),
          complete,
          ready,
        ])
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          reader.push(bytes.subarray(at, at + size))
          at += size
        }
        expect([sink.copied, sink.lines, sink.names]).toEqual([
          texts.join(''),
          texts.length,
          ['commandComplete', 'readyForQuery'],
        ])
      },
    ),
  )
})
