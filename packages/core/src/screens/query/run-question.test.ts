import type { Danger } from '@basedeck/sql-guard'
import { expect, test } from 'vitest'
import type { RunFinding } from '../../rules/sql/run-finding.js'
import type { RunState } from '../../sessions/sql/run-state.js'
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
  [{ type: 'bracket', isHarmless: true }, 'It begins with a bracket, not with select; nothing in it writes'],
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

test('a question that destroys nothing holds its sentences and no more', () => {
  expect(questionOf(asking({}))).toEqual({
    warning: 'This query contains write operations.',
    question: 'Are you sure you want to execute it?',
    care: 'Make sure you are not accidentally removing something important.',
    dangers: [],
    dropImpact: [],
    offersReadOnly: false,
    canKeep: false,
    nameToType: null,
    isDangerous: false,
    reasons: [],
  })
})

test('what only calls functions can be tried read-only', () => {
  const functions = asking({ reason: 'function', offersReadOnly: { canKeep: true } })
  expect(questionOf(functions)).toMatchObject({ offersReadOnly: true, canKeep: true })
  const long = asking({ reason: 'function', offersReadOnly: { canKeep: false } })
  expect(questionOf(long)).toMatchObject({ offersReadOnly: true, canKeep: false })
})

test('whom it runs as, what goes and what has to be typed are passed on', () => {
  const details = { impersonating: 'ada', dropImpact: ['Drops t'], nameToType: 't' }
  expect(questionOf(asking({}), details)).toMatchObject({
    role: 'It will run as ada.',
    dropImpact: ['Drops t'],
    nameToType: 't',
  })
})

test('what the count of what goes already tells is not repeated', () => {
  const kinds = ['delete-without-where', 'truncate', 'drop', 'insert'] as const
  const reasons = kinds.map((reason) => ({ reason, start: 0, end: 1 }))
  expect(questionOf(asking({ reasons }), { dropImpact: ['Drops t'] })?.reasons).toEqual(['inserts rows'])
  expect(questionOf(asking({ reasons }))?.reasons).toEqual([
    'deletes every row: there is no where',
    'empties a table',
    'drops something',
    'inserts rows',
  ])
})

test('a statement that destroys the same twice is named once, and replaces what was found', () => {
  const dangers = [danger('drop', 'drop table t'), danger('drop', 'drop table t')]
  const found: RunFinding = { type: 'bracket', isHarmless: false }
  expect(questionOf(asking({ dangers, found }))).toMatchObject({
    dangers: ['drop table t – drops something'],
    reasons: [],
  })
})

test('a role that only reads is told first', () => {
  const reasons = [{ reason: 'insert' as const, start: 0, end: 1 }]
  expect(questionOf(asking({ reasons }), { readOnlyRole: 'You only read' })?.reasons).toEqual([
    'You only read',
    'inserts rows',
  ])
})

test('a line of eighty characters is shown whole, without the blanks around it', () => {
  const line = 'x'.repeat(80)
  expect(questionOf(asking({ dangers: [danger('delete', `\n ${line} \n`)] }))?.dangers).toEqual([
    `${line} – deletes rows`,
  ])
})

test('of a long statement its first line is shown, cut', () => {
  const question = questionOf(
    asking({ dangers: [danger('delete', `delete from ${'x'.repeat(100)}\nwhere true`)] }),
  )
  expect(question?.dangers[0]).toMatch(/^delete from x{67}… – deletes rows$/)
})
