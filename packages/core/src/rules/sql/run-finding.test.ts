import { confirmationFor } from '@basedeck/sql-guard'
import { expect, test } from 'vitest'
import { findingIn, type GrammarFinding } from './run-finding.js'

const harmless: GrammarFinding = { asks: false, reasons: [] }

function found(sql: string, byGrammar: GrammarFinding | null) {
  const confirmation = confirmationFor(sql)
  if (confirmation.type !== 'ask') return confirmation.type
  return findingIn(confirmation.reason, confirmation.at, byGrammar)
}

test.each([
  ['show search_path', { type: 'beginning', word: 'show', isHarmless: true }],
  ['explain select 1', { type: 'beginning', word: 'explain', isHarmless: true }],
  ['(select 1)', { type: 'bracket', isHarmless: true }],
  ["select 'drop it'", { type: 'word', word: 'drop', isHarmless: true }],
  [
    'select * from a join (b cross join c) on true',
    { type: 'no-call', word: 'join', opened: 'sub-select', isHarmless: true },
  ],
  ['select a::numeric(10, 2) from t', { type: 'no-call', word: 'numeric', opened: 'size', isHarmless: true }],
  ['select a like (b) from t', { type: 'no-call', word: 'like', opened: 'value', isHarmless: true }],
  ['select 1 order by (a)', { type: 'no-call', word: 'by', opened: 'list', isHarmless: true }],
  // No sign of a statement.
  ['@ what', null],
])('%s', (sql, finding) => {
  expect(found(sql, harmless)).toEqual(finding)
})

const word = (text: string, start = 7) => ({ word: text, start, end: start + text.length })
test.each([
  ['write', '\\', { type: 'psql', isHarmless: false }],
  ['write', '(', { type: 'bracket', isHarmless: true }],
  ['write', 'DROP', { type: 'word', word: 'DROP', isHarmless: true }],
  ['write', 'dropped', { type: 'beginning', word: 'dropped', isHarmless: true }],
  ['write', '@a', null],
  ['function', 'OVER', { type: 'no-call', word: 'OVER', opened: 'window', isHarmless: true }],
  ['function', 'f', null],
] as const)('what decided for %s, %j', (reason, text, finding) => {
  expect(findingIn(reason, word(text) as never, harmless)).toEqual(finding)
})

test('nothing that decided is no finding', () => {
  expect(findingIn('write', undefined, harmless)).toBeNull()
})

test('a call is known by its range, and harmless is what has no reason at all', () => {
  const reason = (kind: string, start: number, asks = true) => ({ asks, reasons: [{ reason: kind, start }] })
  const found = (byGrammar: GrammarFinding) => findingIn('function', word('over') as never, byGrammar)
  const opens = { type: 'no-call', word: 'over', opened: 'window', isHarmless: false }
  expect(found(reason('function', 7))).toBeNull()
  expect(found(reason('function', 20))).toEqual(opens)
  expect(found(reason('insert', 7))).toEqual(opens)
  expect(found(reason('insert', 7, false))).toEqual(opens)
  expect(found({ asks: true, reasons: [] })).toEqual(opens)
})

test('without the grammar nothing is promised', () => {
  expect(found('show all', null)).toEqual({ type: 'beginning', word: 'show', isHarmless: false })
  expect(findingIn('function', word('over') as never, null)).toMatchObject({
    type: 'no-call',
    isHarmless: false,
  })
})

test('what the grammar names is not said twice', () => {
  expect(found('vacuum t', { asks: true, reasons: [{ reason: 'maintenance', start: 0 }] })).toBeNull()
  const call = { asks: true, reasons: [{ reason: 'function', start: 7 }] }
  expect(found('select over(1)', call)).toBeNull()
  expect(found('select my_function(1)', call)).toBeNull()
})
