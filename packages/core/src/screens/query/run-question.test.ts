import type { Danger } from '@basedeck/sql-guard'
import { expect, test } from 'vitest'
import type { RunFinding } from '../../rules/run-finding.js'
import type { RunState } from '../../sessions/sql-run.js'
import { questionOf } from './run-question.js'

const danger = (kind: Danger['kind'], text: string): Danger => ({
  kind,
  statement: { text, start: 0, end: text.length },
})
const asking = (more: Partial<RunState & { status: 'asking' }>): RunState => ({
  status: 'asking',
  reason: 'write',
  dangers: [],
  reasons: [],
  ...more,
})

test('nothing is asked while nothing waits for an answer', () => {
  expect(questionOf({ status: 'idle' })).toBeNull()
})

test('the grammar adds what the rules did not say, once each', () => {
  const reasons = [
    { reason: 'drop' as const, start: 0, end: 4 },
    { reason: 'function' as const, name: 'f', start: 5, end: 6 },
    { reason: 'function' as const, name: 'f', start: 8, end: 9 },
  ]
  expect(questionOf(asking({ dangers: [danger('drop', 'drop table t')], reasons }))).toMatchObject({
    dangers: ['drop table t – drops something'],
    reasons: ['calls a function (f)'],
  })
})

test.each<[RunFinding, string]>([
  [
    { type: 'beginning', word: 'show', isHarmless: true },
    'A statement begins with SHOW, not with select; nothing in it writes',
  ],
  [{ type: 'beginning', word: 'show', isHarmless: false }, 'A statement begins with SHOW, not with select'],
  [{ type: 'comment', isHarmless: true }, 'It begins with a comment, not with select; nothing in it writes'],
  [
    { type: 'no-call', word: 'over', opened: 'window', isHarmless: true },
    '“over (” opens a window and calls no function; nothing in it writes',
  ],
])('what was found: %j', (found, sentence) => {
  expect(questionOf(asking({ found }))).toMatchObject({ reasons: [sentence], isDangerous: false })
})

test('what destroys something is dangerous', () => {
  expect(questionOf(asking({ dangers: [danger('truncate', 'truncate t')] }))?.isDangerous).toBe(true)
  const reasons = [{ reason: 'delete-without-where' as const, start: 0, end: 6 }]
  expect(questionOf(asking({ reasons }))?.isDangerous).toBe(true)
})

test('the database’s refusal comes first', () => {
  const question = questionOf(asking({ reason: 'function', refusal: 'cannot execute INSERT' }))
  expect(question).toMatchObject({
    warning: 'This query involves running a function.',
    reasons: ['The database refused it in a read-only transaction: cannot execute INSERT'],
  })
})

test('of a long statement its first line is shown, cut', () => {
  const question = questionOf(
    asking({ dangers: [danger('delete', `delete from ${'x'.repeat(100)}\nwhere true`)] }),
  )
  expect(question?.dangers[0]).toMatch(/^delete from x{67}… – deletes rows$/)
})
