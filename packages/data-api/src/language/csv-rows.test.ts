import { expect, test } from 'vitest'
import { readCsv } from './csv-rows.js'

test.each([
  ['a,b\n1,2', [['1', '2']]],
  ['a,b\n1,2\n', [['1', '2']]],
  [
    'a,b\r\n1,2\r\n3,4',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['a\n""\n', [['']]],
  ['a,b\n,\n', [['', '']]],
  ['a,b\nNULL,"NULL"', [[null, 'NULL']]],
  ['a\n"x""y"', [['x"y']]],
  ['a\n"x\r\ny"', [['x\r\ny']]],
  ['\ufeffa\n1', [['1']]],
  ['a', []],
])('%j has the rows %j', (text, rows) => {
  expect(readCsv(text).rows).toEqual(rows)
})

test.each(['', 'a,b\n1', 'a\n1,2', 'a\n"x', 'a\n"x"y', 'a\nx"y'])('%j is refused', (text) => {
  expect(() => readCsv(text)).toThrow(expect.objectContaining({ code: 'PGRST102' }) as Error)
})
