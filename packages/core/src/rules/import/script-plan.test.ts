import { expect, test } from 'vitest'
import { planScript, skippedCommands } from './script-plan.js'

test('a text of SQL runs as it is', () => {
  expect(planScript('select 1')).toEqual({ type: 'runs', sql: 'select 1', isScript: false })
  expect(planScript('')).toEqual({ type: 'runs', sql: '', isScript: false })
})

test('lines that set psql up are left out', () => {
  const text = '\\restrict abc\n\\connect shop\n\\pset pager off\nselect 1;\n\\unrestrict abc'
  expect(planScript(text)).toMatchObject({ type: 'runs', sql: expect.stringMatching(/^\s+select 1;\s+$/) })
  expect(skippedCommands(text)).toEqual([
    '\\restrict abc',
    '\\connect shop',
    '\\pset pager off',
    '\\unrestrict abc',
  ])
})

test('data is judged as blanks', () => {
  const text = 'copy t from stdin;\n1\tdrop table t\n\\.\n'
  const plan = planScript(text)
  expect(plan).toMatchObject({ type: 'runs', isScript: true })
  expect(plan.type === 'runs' && plan.sql).not.toContain('drop')
})

test.each([
  '--\n-- PostgreSQL database dump\n--\n\nSET row_security = off;',
  '--\r\n-- PostgreSQL database cluster dump\r\n--\r\n\r\nCREATE ROLE a;',
])('what pg_dump wrote is a script without data, too: %j', (text) => {
  expect(planScript(text)).toMatchObject({ type: 'runs', isScript: true })
})

test.each(['-- PostgreSQL database dumps are kept here\nselect 1', 'select 1 -- PostgreSQL database dump'])(
  'a comment about dumps makes no script: %j',
  (text) => expect(planScript(text)).toMatchObject({ isScript: false }),
)

test.each([
  ['select 1;\n\\i other.sql', 'include'],
  ['\\ir other.sql', 'include'],
  ["\\copy t from 'a.csv'", 'copy'],
  ['\\d orders', 'catalogue'],
  ['\\dt+', 'catalogue'],
  ['\\l', 'catalogue'],
  ['select 1\n\\gexec', 'other'],
  ['\\if true\nselect 1;\n\\endif', 'other'],
  ['\\timing', undefined],
])('%j is refused: %s', (text, advice) => {
  expect(planScript(text)).toMatchObject({ type: 'refused', advice })
})

test('a dump runs as a script without data too', () => {
  const text = '--\n-- PostgreSQL database dump\n--\n\nALTER TABLE t OWNER TO x;\n'
  expect(planScript(text)).toMatchObject({ type: 'runs', isScript: true })
})
