import { expect, test } from 'vitest'
import { rowMessage } from '../engines/wire/row-reader.js'
import { plainRows as piecesOfPlainRows } from './plain-rows.js'

interface Result {
  fields: { name: string; dataTypeId: number; dataType: string }[]
  rows: (string | null)[][]
}

const plainRows = ({ fields, rows }: Result) =>
  Buffer.concat([...piecesOfPlainRows(fields, rows.map(rowMessage))]).toString()

const result = (fields: [name: string, oid: number][], ...rows: (string | null)[][]): Result => ({
  fields: fields.map(([name, dataTypeId]) => ({ name, dataTypeId, dataType: '' })),
  rows,
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
  expect(plainRows(result([['v', oid]], [cell]))).toBe(`[{"v":${json}}]`)
})

test('without rows it is an empty list, and without columns each row an empty object', () => {
  expect(plainRows(result([['a', 23]]))).toBe('[]')
  expect(plainRows(result([]))).toBe('[]')
  expect(plainRows(result([], [], []))).toBe('[{},{}]')
})

test('several rows and columns', () => {
  const two = result(
    [
      ['a', 23],
      ['b"', 25],
    ],
    ['1', 'x'],
    [null, null],
  )
  expect(plainRows(two)).toBe('[{"a":1,"b\\"":"x"},{"a":null,"b\\"":null}]')
})

test('json that is no UTF-8 is replaced as a decoder does', () => {
  const message = rowMessage(['"x"'])
  message[message.indexOf('x')] = 0xff
  const fields = [{ name: 'a', dataTypeId: 114, dataType: 'json' }]
  expect(Buffer.concat([...piecesOfPlainRows(fields, [message])]).toString()).toBe('[{"a":"\ufffd"}]')
})

test('of columns with the same name the last one counts', () => {
  const text = plainRows(
    result(
      [
        ['a', 23],
        ['b', 23],
        ['a', 23],
      ],
      ['1', '2', '3'],
    ),
  )
  expect(JSON.parse(text)).toEqual([{ b: 2, a: 3 }])
  expect(text.match(/"a"/g)).toHaveLength(1)
})

test('a column named like an object’s own property stays a column', () => {
  expect(plainRows(result([['__proto__', 25]], ['x']))).toBe('[{"__proto__":"x"}]')
})
