import { DEFAULT_TABLE, exportedText, INSERT_ROWS } from '@basedeck/core/rules'
import type { Cell, ResultField } from '@basedeck/platform-client/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowMessage } from '../../engines/wire/row-reader.js'
import { byteWriter, type ByteFormat } from './byte-writers.js'

const TYPES = [
  'int2',
  'int8',
  'numeric',
  'float8',
  'oid',
  'money',
  'text',
  'varchar',
  'bool',
  'json',
  'jsonb',
  'int4[]',
  'x',
]

const FORMATS: ByteFormat[] = ['json', 'ndjson', 'sql']

/** The file of rows that come in pieces of so many. */
function written(format: ByteFormat, fields: ResultField[], rows: Cell[][], pieceRows = rows.length): string {
  const writer = byteWriter(format, fields, { table: 'my.ta"ble' })
  const parts = [writer.begin()]
  for (let at = 0; at < rows.length; at += pieceRows)
    parts.push(writer.rows(Buffer.concat(rows.slice(at, at + pieceRows).map(rowMessage))))
  return Buffer.concat([...parts, writer.end()]).toString()
}

const expected = (format: ByteFormat, fields: ResultField[], rows: Cell[][]) =>
  exportedText(format, fields, rows, { table: 'my.ta"ble' })

const named = (types: readonly string[], names: readonly string[]): ResultField[] =>
  types.map((dataType, index) => ({ name: names[index] ?? 'a', dataTypeId: 0, dataType }))

const cell = fc.option(
  fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom(
        '"',
        "'",
        '\\',
        '\n',
        '\r',
        '\t',
        '\b',
        '\f',
        '\u0001',
        '\u001f',
        '\u007f',
        '\u2028',
        '😀',
        'é',
        'a',
      ),
    }),
    fc.string({ unit: fc.constantFrom('0', '1', '9', '-', '+', '.', 'e', 'E', ' ') }),
    fc.double().map(String),
    fc.bigInt().map(String),
    fc.json(),
    fc.constantFrom('t', 'f', 'true', '', 'NaN', '-Infinity', '01', '-0', '1.', '.5', '1e5', '1e'),
  ),
)

const result = fc.array(fc.constantFrom(...TYPES), { maxLength: 6 }).chain((types) =>
  fc.record({
    types: fc.constant(types),
    names: fc.array(fc.constantFrom('a', 'b', 'a"b', 'ü', '?column?'), {
      minLength: types.length,
      maxLength: types.length,
    }),
    rows: fc.array(fc.array(cell, { minLength: types.length, maxLength: types.length }), { maxLength: 5 }),
    pieceRows: fc.integer({ min: 1, max: 5 }),
  }),
)

describe.each(FORMATS)('%s', (format) => {
  test('bytes are the text that the rules write, whatever the values, however they come', () => {
    fc.assert(
      fc.property(result, ({ types, names, rows, pieceRows }) => {
        const fields = named(types, names)
        expect(written(format, fields, rows, pieceRows)).toBe(expected(format, fields, rows))
      }),
      { numRuns: 1000 },
    )
  })

  test('a value of a million characters that all grow is whole', () => {
    const rows = [
      ['"\\\n\''.repeat(250_000), '{"a": 1}'],
      ['short', null],
    ]
    const fields = named(['text', 'json'], ['a', 'b'])
    expect(written(format, fields, rows) === expected(format, fields, rows)).toBe(true)
  })

  test('many rows in one piece are whole', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [String(index), 'x'.repeat(index % 100)])
    const fields = named(['int4', 'text'], ['a', 'b'])
    expect(written(format, fields, rows) === expected(format, fields, rows)).toBe(true)
  })
})

test.each([INSERT_ROWS - 1, INSERT_ROWS, INSERT_ROWS + 1, 2 * INSERT_ROWS + 1])(
  '%i rows are as many INSERT statements as the rules write',
  (count) => {
    const rows = Array.from({ length: count }, (_, index) => [String(index)])
    const fields = named(['int4'], ['a'])
    expect(written('sql', fields, rows, 7)).toBe(expected('sql', fields, rows))
  },
)

test('without a table the rows go where the rules say', () => {
  const writer = byteWriter('sql', named(['int4'], ['a']))
  expect(String(writer.rows(rowMessage(['1'])))).toContain(`insert into "${DEFAULT_TABLE}"`)
})
