import { expect, test } from 'vitest'
import { EXPLAIN_PREFIX, planExplain } from './explain.js'
import { planRun } from './run-plan.js'

test.each([
  ['a plan of a select', 'select 1', 'plan', true, { type: 'run', sql: 'explain select 1', readOnly: true }],
  [
    'a plan of a write runs nothing: it stays READ ONLY',
    'delete from t',
    'plan',
    true,
    { type: 'run', sql: 'explain delete from t', readOnly: true },
  ],
  [
    'ANALYZE of a confirmed write is writable',
    'delete from t',
    'analyze',
    true,
    { type: 'run', sql: 'explain (analyze, buffers) delete from t', readOnly: false, discard: true },
  ],
  [
    'ANALYZE of a write that is kept',
    'delete from t',
    'analyze-keep',
    true,
    { type: 'run', sql: 'explain (analyze, buffers) delete from t', readOnly: false },
  ],
  [
    'several statements',
    'select 1; select 2',
    'plan',
    false,
    { type: 'refuse', reason: 'several-to-explain' },
  ],
  ['nothing', ' ', 'plan', false, { type: 'nothing' }],
] as const)('%s', (_, sql, mode, confirmed, plan) => {
  expect(planExplain(sql, mode, confirmed)).toEqual(plan)
})

test.each(['plan', 'analyze'] as const)('%s asks as the typed text does', (mode) => {
  const asked = planExplain('select 1', mode, false)
  expect(asked).toMatchObject({ type: 'ask', at: { word: 'explain' } })
  expect(asked).toEqual(planRun(`${EXPLAIN_PREFIX[mode]}select 1`, 0, false))
})

test('ANALYZE of a write asks, with its dangers', () => {
  expect(planExplain('delete from t', 'analyze', false)).toMatchObject({
    type: 'ask',
    reason: 'write',
    dangers: [{ kind: expect.any(String) }],
  })
})
