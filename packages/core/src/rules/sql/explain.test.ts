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

test.each([
  'select refund(1)',
  'delete from t',
  '-- all\nselect 1',
  'with a as (select 1) select * from a',
  '(select 1) union (select 2)',
  '((with a as (select 1) select * from a))',
  '/* ( */ values (1)',
  'execute p',
])('a plan alone of %j asks nothing and can’t write', (sql) => {
  expect(planExplain(sql, 'plan', false)).toEqual({ type: 'run', sql: `explain ${sql}`, readOnly: true })
})

test.each([
  'analyze select refund(1)',
  'ANALYSE select 1',
  '/* x */ verbose select 1',
  '(analyze) select refund(1)',
  '( -- select\n analyze, verbose) select 1',
  '("analyze") select 1',
  '(values (1))',
])('with %j behind explain the statement may run: it asks', (sql) => {
  expect(planExplain(sql, 'plan', false)).toMatchObject({ type: 'ask', at: { word: 'explain' } })
  expect(planExplain(sql, 'plan', true)).toMatchObject({ type: 'run', readOnly: true })
})

test('a measured plan asks as the typed text does', () => {
  const asked = planExplain('select 1', 'analyze', false)
  expect(asked).toMatchObject({ type: 'ask', at: { word: 'explain' } })
  expect(asked).toEqual(planRun(`${EXPLAIN_PREFIX.analyze}select 1`, 0, false))
})

test('ANALYZE of a write asks, with its dangers', () => {
  expect(planExplain('delete from t', 'analyze', false)).toMatchObject({
    type: 'ask',
    reason: 'write',
    dangers: [{ kind: expect.any(String) }],
  })
})
