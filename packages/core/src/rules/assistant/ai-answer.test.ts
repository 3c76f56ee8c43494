import { expect, test } from 'vitest'
import { DESCRIPTION_MAX, sqlInAnswer, TITLE_MAX, titleInAnswer } from './ai-answer.js'

test.each([
  ['select 1', 'select 1'],
  ['  select 1\n', '  select 1'],
  ['```sql\nselect 1;\n```', 'select 1;'],
  ['Here it is:\n```sql\nselect 1\n```\nIt selects one.', 'select 1'],
  ['```\nselect 1', 'select 1'],
  ['```sql\nselect 1\n```\n```sql\nselect 2\n```', 'select 1'],
  ['', ''],
  ['```sql\n```', ''],
  ['\n\nselect 1', 'select 1'],
  ['select 1\nfrom t', 'select 1\nfrom t'],
  ['  \n select 1\n\nfrom t', ' select 1\n\nfrom t'],
])('the SQL of %j is %j', (answer, sql) => {
  expect(sqlInAnswer(answer)).toBe(sql)
})

test.each([
  ['{"title": "Users", "description": "All of them"}', { title: 'Users', description: 'All of them' }],
  ['```json\n{"title": "Users"}\n```', { title: 'Users', description: '' }],
  ['Users by day', { title: 'Users by day', description: '' }],
  ['\n  \nUsers  by day\nmore', { title: 'Users by day', description: '' }],
  ['Users {by day}', { title: 'Users {by day}', description: '' }],
  ['  `Users`', undefined],
  ['"Users" **', { title: 'Users', description: '' }],
  ['# "Users by day"', { title: 'Users by day', description: '' }],
  ['{"title": ""}', undefined],
  ['{"title": 7}', undefined],
  ['{broken', undefined],
  ['  \n', undefined],
])('the title of %j', (answer, expected) => {
  expect(titleInAnswer(answer)).toEqual(expected)
})

test('a title fits: one line, and no more characters than a tab has', () => {
  const title = 'a'.repeat(TITLE_MAX)
  expect(titleInAnswer(JSON.stringify({ title }))?.title).toBe(title)
  expect(titleInAnswer(JSON.stringify({ title: `${title}b` }))?.title).toBe(`${'a'.repeat(TITLE_MAX - 1)}…`)
  expect(titleInAnswer('{"title": "a\\nb"}')?.title).toBe('a b')
  const words = `${'a'.repeat(TITLE_MAX - 3)}  b c d e`
  expect(titleInAnswer(JSON.stringify({ title: words }))?.title).toBe(`${'a'.repeat(TITLE_MAX - 3)} b…`)
  const blank = `${'a'.repeat(TITLE_MAX - 2)} bcd`
  expect(titleInAnswer(JSON.stringify({ title: blank }))?.title).toBe(`${'a'.repeat(TITLE_MAX - 2)}…`)
  const description = 'd'.repeat(DESCRIPTION_MAX + 1)
  expect(titleInAnswer(JSON.stringify({ title: 'a', description }))?.description).toHaveLength(
    DESCRIPTION_MAX,
  )
})
