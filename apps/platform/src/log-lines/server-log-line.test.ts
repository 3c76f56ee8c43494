import { expect, test } from 'vitest'
import { createServerLogReader } from './server-log-line.js'

const AT = '2026-11-28 09:02:38.542 UTC'
const read = (...lines: string[]) => {
  const reader = createServerLogReader()
  return [...reader.read(lines), ...reader.rest()]
}

test('an entry has its time, level, process, code, user and database', () => {
  expect(read(`${AT} [12] 42P01 <ada|postgres> ERROR:  relation "x" does not exist`)).toEqual([
    {
      time: Date.parse('2026-11-28T09:02:38.542Z'),
      level: 'error',
      message: 'relation "x" does not exist',
      pid: 12,
      code: '42P01',
      user: 'ada',
      database: 'postgres',
    },
  ])
})

test.each([
  ['LOG', 'info'],
  ['WARNING', 'warn'],
  ['ERROR', 'error'],
  ['FATAL', 'error'],
  ['PANIC', 'error'],
  ['DEBUG1', 'debug'],
])('%s is %s', (severity, level) => {
  expect(read(`${AT} [1] 00000 <|> ${severity}:  x`)).toMatchObject([
    { level, code: undefined, user: undefined },
  ])
})

test('what goes on after a tab, and parts of the same process, belong to the entry before', () => {
  expect(
    read(
      `${AT} [1] 23505 <a|p> ERROR:  duplicate key`,
      `${AT} [2] 00000 <|> LOG:  checkpoint starting`,
      `${AT} [1] 23505 <a|p> DETAIL:  Key (id)=(1)`,
      '\talready exists.',
      `${AT} [1] 23505 <a|p> STATEMENT:  insert into x`,
      '\tvalues (1)',
    ),
  ).toMatchObject([
    { pid: 1, detail: 'Key (id)=(1)\nalready exists.', statement: 'insert into x\nvalues (1)' },
    { pid: 2, message: 'checkpoint starting' },
  ])
})

test('an entry is complete when its process says the next thing', () => {
  const reader = createServerLogReader()
  expect(reader.read([`${AT} [1] 00000 <|> LOG:  one`])).toEqual([])
  expect(reader.read([`${AT} [1] 00000 <|> LOG:  two`])).toMatchObject([{ message: 'one' }])
  expect(reader.rest()).toMatchObject([{ message: 'two' }])
  expect(reader.rest()).toEqual([])
})

test('a slow statement is a warning with its milliseconds and its text', () => {
  expect(
    read(`${AT} [1] 00000 <a|p> LOG:  duration: 1203.5 ms  statement: select`, '\tpg_sleep(1)'),
  ).toMatchObject([
    { level: 'warn', ms: 1203.5, statement: 'select\npg_sleep(1)', message: 'Slow statement: 1204 ms' },
  ])
  expect(read(`${AT} [1] 00000 <a|p> LOG:  duration: 12.5 ms  execute <unnamed>: select 1`)).toMatchObject([
    { ms: 12.5, statement: 'select 1' },
  ])
})

test('lines without a prefix before the first entry are left out', () => {
  expect(read('sh: not found', '')).toEqual([])
})

test('entries of many processes do not wait for ever', () => {
  const reader = createServerLogReader()
  const lines = Array.from({ length: 300 }, (_, pid) => `${AT} [${pid}] 00000 <|> LOG:  x`)
  expect(reader.read(lines)).toHaveLength(100)
})
