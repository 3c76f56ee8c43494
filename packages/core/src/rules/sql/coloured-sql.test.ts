import { expect, test } from 'vitest'
import { colouredSql } from './coloured-sql.js'

const said = (sql: string) => colouredSql(sql).map(({ text, colour }) => `${colour}:${text}`)

test('words, calls, strings, numbers and comments have colours of their own', () => {
  expect(said("SELECT count(id), 'a' from t -- all\nlimit 10")).toEqual([
    'keyword:SELECT',
    'plain: ',
    'function:count',
    'plain:(id), ',
    "string:'a'",
    'plain: ',
    'keyword:from',
    'plain: t ',
    'comment:-- all',
    'plain:\n',
    'keyword:limit',
    'plain: ',
    'number:10',
  ])
})

test.each([
  ['f (1)', ['plain:f (', 'number:1', 'plain:)']],
  ['"f"(1) ', ['plain:"f"(', 'number:1', 'plain:) ']],
  ['select ', ['keyword:select', 'plain: ']],
])('the colours of %j are %j', (sql, pieces) => {
  expect(said(sql)).toEqual(pieces)
})

test.each(['', 'select', "select 'open", '/* open', 'a "b c" $1 ;;', 'İ select Kelvin'])(
  'the pieces of %j are the text',
  (sql) => {
    expect(
      colouredSql(sql)
        .map(({ text }) => text)
        .join(''),
    ).toBe(sql)
  },
)
