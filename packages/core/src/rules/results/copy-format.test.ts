import { expect, test } from 'vitest'
import { rowSetOf } from '../../sql/row-set.js'
import { copiedAs, type CopyFormat } from './copy-format.js'
import type { CellRange } from './grid-range.js'

const field = (name: string, dataType: string) => ({ name, dataTypeId: 0, dataType })
const source = {
  fields: [field('id', 'int8'), field('name', 'text'), field('ok', 'bool')],
  rows: rowSetOf([
    ['1', "O'Neil", 't'],
    ['2', null, 'f'],
    ['1', 'a\tb', 't'],
  ]),
  table: 'people',
}
const textAs = (format: CopyFormat, range: CellRange) => copiedAs(format, source, range).text ?? ''
const all = { top: 0, bottom: 2, left: 0, right: 1 }

test.each<[CopyFormat, string]>([
  ['header', 'id\tname\n1\tO\'Neil\n2\t\n1\t"a\tb"'],
  ['csv', "id,name\n1,O'Neil\n2,\n1,a\tb\n"],
  ['markdown', "| id | name |\n| ---: | --- |\n| 1 | O'Neil |\n| 2 | *NULL* |\n| 1 | a\tb |\n"],
  ['sql', `insert into "people" ("id", "name") values\n  (1, 'O''Neil'),\n  (2, null),\n  (1, 'a\tb');\n`],
  ['in', "((1, 'O''Neil'), (1, 'a\tb'))"],
])('as %s', (format, text) => {
  expect(copiedAs(format, source, all)).toEqual({ text, leftOut: format === 'in' ? 1 : 0 })
})

test('a block that begins further down has its own rows only', () => {
  expect(textAs('csv', { top: 1, bottom: 2, left: 0, right: 0 })).toBe('id\n2\n1\n')
  expect(textAs('sql', { top: 2, bottom: 9, left: 0, right: 0 })).toBe(
    'insert into "people" ("id") values\n  (1);\n',
  )
})

test('the head of one column is its name as it is', () => {
  const odd = { ...source, fields: [field('a"b', 'int8')] }
  expect(copiedAs('header', odd, { top: 0, bottom: 0, left: 0, right: 0 }).text).toBe('a"b\n1')
})

test('as JSON', () => {
  expect(JSON.parse(textAs('json', all))).toEqual([
    { id: 1, name: "O'Neil" },
    { id: 2, name: null },
    { id: 1, name: 'a\tb' },
  ])
  const booleans = { top: 0, bottom: 1, left: 2, right: 2 }
  expect(JSON.parse(textAs('json', booleans))).toEqual([{ ok: true }, { ok: false }])
  expect(textAs('header', booleans)).toBe('ok\ntrue\nfalse')
})

test('one column in a list has each value once, and no NULL', () => {
  expect(copiedAs('in', source, { top: 0, bottom: 2, left: 0, right: 0 })).toEqual({
    text: '(1, 2)',
    leftOut: 0,
  })
  expect(copiedAs('in', source, { top: 0, bottom: 2, left: 1, right: 1 })).toEqual({
    text: "('O''Neil', 'a\tb')",
    leftOut: 1,
  })
  expect(copiedAs('in', source, { top: 1, bottom: 1, left: 1, right: 1 })).toEqual({ text: null, leftOut: 1 })
})
