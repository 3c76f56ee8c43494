import { expect, test } from 'vitest'
import { planExplain } from './explain.js'

test.each([
  ['a plan of a select', 'select 1', 'plan', false, { type: 'run', sql: 'explain select 1', readOnly: true }],
  [
    'a plan of a write runs nothing, and doesn’t ask',
    'delete from t',
    'plan',
    false,
    { type: 'run', sql: 'explain delete from t', readOnly: true },
  ],
  [
    'ANALYZE of a select',
    'select 1',
    'analyze',
    false,
    { type: 'run', sql: 'explain (analyze, buffers) select 1', readOnly: true },
  ],
  [
    'ANALYZE of a confirmed write is writable',
    'delete from t',
    'analyze',
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

test('ANALYZE of a write asks, with its dangers', () => {
  expect(planExplain('delete from t', 'analyze', false)).toMatchObject({
    type: 'ask',
    reason: 'write',
    dangers: [{ kind: expect.any(String) }],
  })
})
