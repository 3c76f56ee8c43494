import type { StatementResult } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { plainRows as slicesOfPlainRows } from './plain-rows.js'

const plainRows = (results: StatementResult[]) => [...slicesOfPlainRows(results)].join('')

const result = (fields: [name: string, oid: number][], ...rows: (string | null)[][]): StatementResult => ({
  command: 'SELECT',
  rowCount: rows.length,
  fields: fields.map(([name, dataTypeId]) => ({ name, dataTypeId, dataType: '' })),
  rows,
  notices: [],
})

test.each([
  ['int4', 23, '-7', '-7'],
  ['int8 as text', 20, '9007199254740993', '"9007199254740993"'],
  ['numeric as text', 1700, '0.10', '"0.10"'],
  ['float8', 701, '1e+30', '1e+30'],
  ['a float8 that JSON can’t say', 701, 'NaN', '"NaN"'],
  ['infinity', 701, 'Infinity', '"Infinity"'],
  ['true', 16, 't', 'true'],
  ['false', 16, 'f', 'false'],
  ['NULL', 23, null, 'null'],
  ['unchanged json', 114, '{"n": 12345678901234567890}', '{"n": 12345678901234567890}'],
  ['text with quotes', 25, 'a"b\n', '"a\\"b\\n"'],
])('%s', (_, oid, cell, json) => {
  expect(plainRows([result([['v', oid]], [cell])])).toBe(`[{"v":${json}}]`)
})

test('the rows are those of the last statement', () => {
  expect(plainRows([result([['a', 23]], ['1']), result([['b', 23]], ['2'])])).toBe('[{"b":2}]')
  expect(plainRows([])).toBe('[]')
})

test('of columns with the same name the last one counts', () => {
  const text = plainRows([
    result(
      [
        ['a', 23],
        ['b', 23],
        ['a', 23],
      ],
      ['1', '2', '3'],
    ),
  ])
  expect(JSON.parse(text)).toEqual([{ b: 2, a: 3 }])
  expect(text.match(/"a"/g)).toHaveLength(1)
})

test('a column named like an object’s own property stays a column', () => {
  expect(plainRows([result([['__proto__', 25]], ['x'])])).toBe('[{"__proto__":"x"}]')
})
