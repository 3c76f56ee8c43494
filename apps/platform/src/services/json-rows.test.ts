import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '@basedeck/platform-client/contract'
import { rowMessage, rowsIn } from '../engines/wire/row-reader.js'
import { jsonRows } from './json-rows.js'

const written = (messages: readonly Buffer[]) => Buffer.concat([...jsonRows(messages)]).toString()

/** A row of cells that may be any bytes. */
function rowOf(cells: readonly (Uint8Array | null)[]): Buffer {
  const message = rowMessage(cells.map((cell) => (cell === null ? null : 'x'.repeat(cell.length))))
  let at = 7
  for (const cell of cells) {
    at += 4
    if (cell === null) continue
    message.set(cell, at)
    at += cell.length
  }
  return message
}

const hostile = fc.string({
  unit: fc.constantFrom(
    '"',
    '\\',
    '\n',
    '\r',
    '\t',
    '\b',
    '\f',
    '\0',
    '\u001f',
    '\u007f',
    '\u2028',
    '😀',
    'é',
    'a',
  ),
})
const texts = fc.array(fc.array(fc.option(fc.oneof(fc.string({ unit: 'binary' }), hostile))))

test('the same text as JSON.stringify, however the messages come', () => {
  fc.assert(
    fc.property(texts, fc.boolean(), (rows, isOne) => {
      // PostgreSQL sends no half characters.
      const cells = rows.map((row) =>
        row.map((cell) => (cell === null ? null : Buffer.from(cell).toString())),
      ) as Cell[][]
      const messages = cells.map(rowMessage)
      expect(written(isOne ? [Buffer.concat(messages)] : messages)).toBe(JSON.stringify(cells))
    }),
  )
})

test('bytes that are no UTF-8 are replaced as a decoder does', () => {
  const bytes = fc.array(fc.array(fc.option(fc.uint8Array({ maxLength: 12 }))))
  fc.assert(
    fc.property(bytes, (rows) => {
      const message = Buffer.concat(rows.map(rowOf))
      expect(written([message])).toBe(JSON.stringify(rowsIn(message)))
    }),
  )
})

test.each([
  ['plain', 'x'],
  ['escaped', '"'],
  ['controls', '\u0001'],
  ['of several bytes', 'é😀'],
])('a long cell is written in parts, and is whole: %s', (_, unit) => {
  const cell = unit.repeat(200_000 / unit.length)
  const pieces = [...jsonRows([rowMessage(['a', cell, null, cell])])]
  expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify([['a', cell, null, cell]]))
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(6 * 33 * 1024)
  expect(pieces.length).toBeGreaterThan(5)
})

test('a long cell that is no UTF-8 is replaced too', () => {
  const message = rowOf([Buffer.concat([Buffer.alloc(100_000, 'x'), Buffer.of(0xff)])])
  expect(written([message])).toBe(JSON.stringify(rowsIn(message)))
})

test('many rows come in pieces of a turn', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => [String(index), 'x'.repeat(100)])
  const pieces = [...jsonRows(rows.map(rowMessage))]
  expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify(rows))
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(34 * 1024)
})
