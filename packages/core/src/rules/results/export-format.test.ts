import type { Cell, ResultField } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import {
  DEFAULT_CSV,
  distinctNames,
  exportedText,
  exportWriter,
  INSERT_ROWS,
  repeatedNames,
} from './export-format.js'

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
  ['1', null, '1', null, '[]'],
]

test('CSV quotes what needs it, and tells NULL from an empty text', () => {
  expect(exportedText('csv', fields, rows)).toBe(
    'id,note,id,ok,doc\n' +
      '9007199254740993,"a ""b"", c\nd",0.10,true,"{""big"": 12345678901234567890}"\n' +
      ',"",NaN,false,\n' +
      '1,,1,,[]\n',
  )
})

test('JSON keeps every digit, and both columns of one name', () => {
  const text = exportedText('json', fields, rows)
  expect(text).toBe(
    '[\n  {"id": 9007199254740993, "note": "a \\"b\\", c\\nd", "id_2": 0.10, "ok": true, "doc": {"big": 12345678901234567890}},\n' +
      '  {"id": null, "note": "", "id_2": "NaN", "ok": false, "doc": null},\n' +
      '  {"id": 1, "note": null, "id_2": 1, "ok": null, "doc": []}\n]\n',
  )
  expect(JSON.parse(text)).toHaveLength(3)
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
  expect(
    exportedText('sql', fields, [['1', "o'brien \\ x", '-1.5e10', 'f', null]], { table: 'my.ta"ble' }),
  ).toBe(
    `insert into "my"."ta""ble" ("id", "note", "id_2", "ok", "doc") values\n` +
      `  (1, E'o''brien \\\\ x', -1.5e10, false, null);\n`,
  )
})

test('a negative zero is a text, since a number would lose its sign; JSON keeps it', () => {
  const floats = [{ name: 'f', dataType: 'float8' }]
  expect(exportedText('sql', floats, [['-0'], ['-0.5']])).toContain(`  ('-0'),\n  (-0.5);`)
  expect(exportedText('json', floats, [['-0']])).toContain('{"f": -0}')
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
  ['csv', 'id\n'],
  ['json', '[]\n'],
  ['ndjson', ''],
  ['markdown', '| id |\n| ---: |\n'],
  ['sql', ''],
] as const)('a result without rows is a whole %s file', (format, text) => {
  expect(exportedText(format, fields.slice(0, 1), [])).toBe(text)
})

test('without a name the table of INSERT is called result; a text that looks like a number stays a text', () => {
  const cells = [
    ['1', '12', null, 't', null],
    ['2', 't', '-0.5', 'f', '{}'],
  ]
  expect(exportedText('sql', fields, cells)).toBe(
    `insert into "result" ("id", "note", "id_2", "ok", "doc") values\n` +
      `  (1, '12', null, true, null),\n  (2, 't', -0.5, false, '{}');\n`,
  )
  expect(exportedText('sql', fields.slice(0, 1), [['1']], { table: 't.' })).toContain('insert into "t".""')
  expect(exportedText('json', fields.slice(1, 2), [['12']])).toBe('[\n  {"note": "12"}\n]\n')
})

test('a value that is NULL, or is not there, is an empty file', () => {
  expect(exportedText('value', fields, [[null]])).toBe('')
  expect(exportedText('value', fields, [])).toBe('')
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
    ['a', 'a', 'a_2'],
    ['a', 'a_3', 'a_2'],
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

test('CSV is written in the form that was asked for', () => {
  const csv = { header: false, delimiter: ';', quote: "'", nullText: '-' } as const
  const cells = [['1;2', "it's", '-', 't', null]]
  expect(exportedText('csv', fields, cells, { csv })).toBe(`'1;2';'it''s';'-';true;-\n`)
})

test.each([
  [1, '"\\."\n'],
  [2, '\\.,\\.\n'],
])('the end mark of COPY is quoted in a line of its own: %i columns', (columns, text) => {
  const texts = Array.from({ length: columns }, () => ({ name: 'a', dataTypeId: 25, dataType: 'text' }))
  const csv = { ...DEFAULT_CSV, header: false }
  expect(exportedText('csv', texts, [texts.map(() => '\\.')], { csv })).toBe(text)
})

test('JSON lines are an object on each line, also of JSON that was stored on several', () => {
  const two = [fields[0], fields[4]].flatMap((field) => field ?? [])
  const text = exportedText('ndjson', two, [
    ['1', '{"a":\r\n [1,\n"b\\nc"]}'],
    [null, null],
  ])
  expect(text).toBe('{"id": 1, "doc": {"a":   [1, "b\\nc"]}}\n{"id": null, "doc": null}\n')
})

test.each([
  [
    ['a', 'b', 'a', 'a', 'b'],
    ['a', 'b'],
  ],
  [['a', 'b'], []],
])('of the columns %j, the names %j are repeated', (names, repeated) => {
  expect(repeatedNames(names)).toEqual(repeated)
})
