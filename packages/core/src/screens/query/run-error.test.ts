import { expect, test } from 'vitest'
import type { FailedStatement, RunFailure } from '../../sessions/sql/run-failure.js'
import { errorOf, marksOf } from './run-error.js'

const TEXT = 'select 1;\nselect 2;\n  update t\n  set a = b;'

const database = (more: Partial<RunFailure & { reason: 'database' }> = {}): RunFailure => ({
  reason: 'database',
  panel: null,
  message: 'no such table',
  notices: [],
  ...more,
})
const statement = (more: Partial<FailedStatement> = {}): FailedStatement => ({
  index: 1,
  count: 3,
  text: '  select 2',
  offset: 10,
  outcome: 'kept',
  ...more,
})

test.each<[RunFailure, string, string[]]>([
  [
    { reason: 'cancelled' },
    'Cancelled',
    ['The statement was stopped in the database. Uncommitted changes were rolled back.'],
  ],
  [
    { reason: 'too-large' },
    'Query is too large to be run via the SQL Editor',
    ['Runs are limited to 0.98 MB of text. Your text is kept; run a selection of it, or use psql.'],
  ],
  [
    { reason: 'several-to-explain' },
    'Only one statement can be explained',
    ['Select one, or put the cursor into it.'],
  ],
  [
    { reason: 'syntax', message: 'syntax error', at: { offset: 0 }, psql: '\\dt' },
    '\\dt is a command of psql, not SQL',
    ['Commands that begin with a backslash work only in the program psql.', 'Nothing was run.'],
  ],
  [
    { reason: 'offline' },
    'You are offline; nothing was sent',
    ['Your text is kept. Run it again when the network is back.'],
  ],
  [
    { reason: 'away' },
    'The platform can’t be reached',
    ['Nothing was sent. Your text is kept; run it again when the platform is back.'],
  ],
  [
    { reason: 'lost' },
    'The connection to the platform was lost while the query ran',
    ['The platform cancels such a run. Earlier changes of the query may have been kept.'],
  ],
  [{ reason: 'platform', message: 'Too many requests' }, 'Error running SQL query', ['Too many requests']],
])('%j is told in words', (failure, title, remarks) => {
  expect(errorOf(failure, 0, TEXT)).toEqual({ title, detail: [], remarks })
})

test('a closed connection is told in the database’s own words, with what that means', () => {
  expect(errorOf({ reason: 'connection-ended', message: 'terminating connection' }, 0, TEXT)).toEqual({
    title: 'The connection to the database was closed during the run',
    detail: ['terminating connection'],
    remarks: ['The next run opens a new one. Uncommitted changes were rolled back.'],
  })
})

test('an error of the grammar names its line in the whole text; a text of one line needs none', () => {
  const failure: RunFailure = { reason: 'syntax', message: 'syntax error at "b"', at: { offset: 12 } }
  expect(errorOf(failure, 10, TEXT)).toEqual({
    title: 'Error running SQL query',
    detail: ['ERROR:  syntax error at "b"'],
    remarks: ['Line 3 of the text: update t', 'Nothing was run.'],
  })
  expect(errorOf(failure, 0, 'select a from').remarks).toEqual(['Nothing was run.'])
})

test.each<[string, number, Partial<FailedStatement>, string[]]>([
  [
    'the second of three',
    0,
    {},
    [
      'Statement 2 of 3, line 2: select 2',
      'Committed changes of the statements before it were kept.',
      'The statements after it were not run.',
    ],
  ],
  [
    'the first of three',
    0,
    { index: 0, offset: 0, text: 'select 1', outcome: null },
    ['Statement 1 of 3, line 1: select 1', 'The statements after it were not run.'],
  ],
  [
    'the last of a selection that begins in the second line',
    10,
    { index: 1, count: 2, offset: 10, text: 'update t\n  set a = b', outcome: 'rolled_back' },
    ['Statement 2 of 2, line 3: update t', 'Changes of the statements before it were rolled back.'],
  ],
])('of several statements the failed one is named: %s', (_, offset, more, remarks) => {
  expect(errorOf(database({ statement: statement(more) }), offset, TEXT).remarks).toEqual(remarks)
})

test('the line of an error is told when what was sent begins further down', () => {
  const failure = database({ at: { offset: 12 } as never })
  expect(errorOf(failure, 10, TEXT).remarks).toEqual(['Line 3 of the text: update t'])
  expect(errorOf(database(), 10, TEXT).remarks).toEqual(['Line 2 of the text: select 2;'])
  expect(errorOf(failure, 0, TEXT).remarks).toEqual([])
})

test('PostgreSQL’s lines are shown as they are, with its notices below', () => {
  const notices = [{ severity: 'NOTICE', message: 'table is new' }]
  const panel = { title: 'ERROR:  42P01', detail: ['LINE 1: select', '        ^'] }
  expect(errorOf(database({ panel, notices } as never), 0, TEXT)).toMatchObject({
    title: 'ERROR:  42P01',
    detail: ['LINE 1: select', '        ^', 'NOTICE:  table is new'],
  })
  expect(errorOf(database(), 0, TEXT)).toMatchObject({
    title: 'Error running SQL query',
    detail: ['no such table'],
  })
})

test('a write that the role may not make says so', () => {
  const refused = database({ code: '25006' })
  expect(errorOf(refused, 0, TEXT, 'You only read').remarks).toEqual(['You only read'])
  expect(errorOf(refused, 0, TEXT).remarks).toEqual([])
  expect(errorOf(database({ code: '42P01' }), 0, TEXT, 'You only read').remarks).toEqual([])
})

test.each<[string, string, number, number, [from: number, to: number]]>([
  ['a word', TEXT, 10, 12, [22, 28]],
  ['a name in quotes', '"ab",(c);', 0, 0, [0, 4]],
  ['a sign', '"ab",(cd);', 0, 4, [4, 5]],
  ['behind the end, the last character', '"ab",(c);', 2, 400, [8, 9]],
])('an error marks %s', (_, text, offset, at, [startOffset, endOffset]) => {
  const failure: RunFailure = { reason: 'syntax', message: 'wrong', at: { offset: at } }
  expect(marksOf(failure, offset, text)).toEqual([{ startOffset, endOffset, message: 'wrong' }])
})

test('an error of the database is marked like one of the grammar; without a position nothing is', () => {
  const at = { offset: 0 } as never
  expect(marksOf(database({ at }), 3, 'x; select')).toEqual([
    { startOffset: 3, endOffset: 9, message: 'no such table' },
  ])
  expect(marksOf(database(), 3, 'x; select')).toEqual([])
  expect(marksOf({ reason: 'cancelled' }, 0, TEXT)).toEqual([])
  expect(marksOf(database({ at }), 0, '')).toEqual([
    { startOffset: 0, endOffset: 1, message: 'no such table' },
  ])
})

test('characters that look like others are named where the text was not understood', () => {
  const text = "select '\u00a0';\nselect\u00a01 – 2\u00a0"
  const remark =
    'The text has a special space (U+00A0), a typographic dash (U+2013), first in line 2: PostgreSQL reads them as letters.'
  const syntax: RunFailure = { reason: 'syntax', message: 'no', at: { offset: 0 } }
  expect(errorOf(syntax, 0, text).remarks.at(-1)).toBe(remark)
  for (const code of ['42601', '42703', '42P01', '42883'])
    expect(errorOf(database({ code }), 0, text).remarks).toEqual([remark])
  expect(errorOf(database({ code: '22012' }), 0, text).remarks).toEqual([])
  expect(errorOf(database({ code: '42601' }), 0, "select '\u00a0'").remarks).toEqual([])
  expect(errorOf(database({ code: '42601' }), 0, 'a\u2014').remarks).toEqual([
    'The text has a long dash (U+2014), in line 1: PostgreSQL reads it as a letter.',
  ])
})

test('an explained text that is sent behind a prefix has its own lines', () => {
  expect(errorOf(database({ at: { offset: 12 } as never }), -8, 'select 1 +\n2\n3').remarks).toEqual([])
})

test('a refused statement is named by its own words and their line, not by the comment above them', () => {
  const text = 'select 1;\n--\n-- Name: goods\n--\n\nALTER TABLE goods\n  OWNER TO me;'
  const part = { text: text.slice(10, -1), offset: 10, message: 'role "me" does not exist' }
  expect(errorOf(database({ refused: [part] }), 0, text).remarks).toContain(
    'Line 6: ALTER TABLE goods – role "me" does not exist',
  )
})
