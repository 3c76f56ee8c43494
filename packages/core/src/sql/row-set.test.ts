import { RowStreamReader, type RowBatch } from '@basedeck/platform-client/row-stream'
import type { Cell } from '@basedeck/platform-client/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowSet, mappedRows, rowSetOf } from './row-set.js'

/** Rows as they come over the wire. */
function batchOf(rows: Cell[][]): RowBatch {
  const messages = rows.map((cells) => {
    const texts = cells.map((cell) => (cell === null ? null : new TextEncoder().encode(cell)))
    const size = texts.reduce((sum, text) => sum + 4 + (text?.length ?? 0), 7)
    const bytes = new Uint8Array(size)
    const view = new DataView(bytes.buffer)
    bytes[0] = 0x44
    view.setUint32(1, size - 1)
    view.setUint16(5, cells.length)
    let at = 7
    for (const text of texts) {
      view.setInt32(at, text?.length ?? -1)
      bytes.set(text ?? [], at + 4)
      at += 4 + (text?.length ?? 0)
    }
    return bytes
  })
  const length = messages.reduce((sum, message) => sum + message.length, 4)
  const frame = new Uint8Array(5 + length)
  const view = new DataView(frame.buffer)
  frame[0] = 0x52
  view.setUint32(1, length)
  view.setUint32(5, rows.length)
  let at = 9
  for (const message of messages) {
    frame.set(message, at)
    at += message.length
  }
  const [part] = new RowStreamReader().push(frame)
  if (part?.type !== 'rows') throw new Error('The frame holds no rows')
  return part.rows
}

const cell = fc.option(fc.string({ unit: 'binary', maxLength: 40 }), { nil: null })
const parts = fc.integer({ min: 0, max: 6 }).chain((columns) =>
  fc.array(fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 40 }), {
    maxLength: 5,
  }),
)

test('rows in parts, as bytes or decoded, are read as the rows that came', () => {
  fc.assert(
    fc.property(parts, fc.boolean(), (given, decoded) => {
      const set = createRowSet()
      for (const rows of given) {
        if (decoded) set.addCells(rows)
        else set.add(batchOf(rows))
      }
      const all = given.flat()
      expect(set.length).toBe(all.length)
      expect([...set]).toEqual(all)
      // From the end, so that no row is found by the one before.
      for (let row = all.length - 1; row >= 0; row--) {
        const cells = all[row] ?? []
        expect(cells.map((_, column) => set.cell(row, column))).toEqual(cells)
        expect(set.row(row)).toEqual(cells)
      }
      for (let column = 0; column < 6; column++)
        expect(set.longest(column)).toBe(Math.max(0, ...all.map((cells) => cells[column]?.length ?? 0)))
    }),
  )
})

test('a cell outside is NULL, and a row outside is empty', () => {
  const set = createRowSet()
  set.add(batchOf([['a', null]]))
  expect([set.cell(-1, 0), set.cell(1, 0), set.cell(0, -1), set.cell(0, 2), set.cell(0, 1)]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  expect([set.row(1), set.row(-1)]).toEqual([[], []])
})

test('a set grows, and counts what it keeps', () => {
  const set = createRowSet()
  expect([set.length, set.bytes]).toEqual([0, 0])
  set.add(batchOf([['a'], ['bb']]))
  const { bytes } = set
  set.add(batchOf([['ccc']]))
  expect([set.length, set.cell(2, 0), set.longest(0)]).toEqual([3, 'ccc', 3])
  expect(set.bytes).toBeGreaterThan(bytes)
})

test('mapped rows grow with their set, and map every value', () => {
  const set = createRowSet()
  const mapped = mappedRows(set, (value, column) => (value === null ? null : `${column}:${value}`))
  set.addCells([['t', null]])
  expect([...mapped]).toEqual([['0:t', null]])
  expect([mapped.length, mapped.cell(0, 0), mapped.row(0)]).toEqual([1, '0:t', ['0:t', null]])
})

test('decoded rows are a set', () => {
  expect([...rowSetOf([['1'], [null]])]).toEqual([['1'], [null]])
})
