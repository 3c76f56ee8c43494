import type { Cell, ResultField } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { distinctNames, exportedText, exportWriter, INSERT_ROWS } from './export-format.js'

const fields: ResultField[] = [
  { name: 'id', dataTypeId: 20, dataType: 'int8' },
  { name: 'note', dataTypeId: 25, dataType: 'text' },
  { name: 'id', dataTypeId: 1700, dataType: 'numeric' },
  { name: 'ok', dataTypeId: 16, dataType: 'bool' },
  { name: 'doc', dataTypeId: 114, dataType: 'json' },
]
const rows: Cell[][] = [
  ['9007199254740993', 'a "b", c\nd', '0.10', 't', '{"big": 12345678901234567890}'],
  [null, '', 'NaN', 'f', null],
]

test('CSV quotes what needs it, and tells NULL from an empty text', () => {
  expect(exportedText('csv', fields, rows)).toBe(
    'id,note,id,ok,doc\r\n' +
      '9007199254740993,"a ""b"", c\nd",0.10,true,"{""big"": 12345678901234567890}"\r\n' +
      ',"",NaN,false,\r\n',
  )
})

test('JSON keeps every digit, and both columns of one name', () => {
  const text = exportedText('json', fields, rows)
  expect(text).toBe(
    '[\n  {"id": 9007199254740993, "note": "a \\"b\\", c\\nd", "id_2": 0.10, "ok": true, "doc": {"big": 12345678901234567890}},\n' +
      '  {"id": null, "note": "", "id_2": "NaN", "ok": false, "doc": null}\n]\n',
  )
  expect(JSON.parse(text)).toHaveLength(2)
})

test('Markdown escapes what would be markup, and shows NULL', () => {
  expect(
    exportedText('markdown', fields.slice(0, 2), [
      ['1', 'a|b *c* <i>\r\nd\\'],
      [null, ''],
    ]),
  ).toBe('| id | note |\n| ---: | --- |\n| 1 | a\\|b \\*c\\* \\<i\\><br>d\\\\ |\n| *NULL* |  |\n')
})

test('SQL quotes names and values, and leaves numbers as they are', () => {
  expect(exportedText('sql', fields, [['1', "o'brien \\ x", '-1.5e10', 'f', null]], 'my.ta"ble')).toBe(
    `insert into "my"."ta""ble" ("id", "note", "id_2", "ok", "doc") values\n` +
      `  (1, E'o''brien \\\\ x', -1.5e10, false, null);\n`,
  )
})

test.each([
  [INSERT_ROWS - 1, 1],
  [INSERT_ROWS, 1],
  [INSERT_ROWS + 1, 2],
])('%i rows are %i INSERT statements, however they come', (count, statements) => {
  const writer = exportWriter('sql', fields.slice(0, 1))
  let text = writer.begin()
  for (let index = 0; index < count; index++) text += writer.rows([[String(index)]])
  text += writer.end()
  expect(text.match(/insert into/g)).toHaveLength(statements)
  expect(text.match(/;\n/g)).toHaveLength(statements)
})

test.each([
  ['csv', 'id\r\n'],
  ['json', '[]\n'],
  ['markdown', '| id |\n| ---: |\n'],
  ['sql', ''],
] as const)('a result without rows is a whole %s file', (format, text) => {
  expect(exportedText(format, fields.slice(0, 1), [])).toBe(text)
})

test('a value alone is the file, as it is', () => {
  expect(exportedText('value', fields, [[' a,\n"b" ']])).toBe(' a,\n"b" ')
})

test.each([
  [
    ['a', 'a', 'a'],
    ['a', 'a_2', 'a_3'],
  ],
  [
    ['a', 'a_2', 'a'],
    ['a', 'a_2', 'a_3'],
  ],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['?column?', '?column?'],
    ['?column?', '?column?_2'],
  ],
])('the columns %j are named %j', (names, distinct) => {
  expect(distinctNames(names)).toEqual(distinct)
})
