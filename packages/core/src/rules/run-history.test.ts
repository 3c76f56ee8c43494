import { expect, test } from 'vitest'
import {
  afterRun,
  historyIn,
  KEPT_SQL_LENGTH,
  MAX_PAST_RUNS,
  PAST_RUN_DAYS,
  unexpiredRuns,
  type PastRun,
} from './run-history.js'

const run = (id: string, at = 0): PastRun => ({ id, at, sql: 'select 1', durationMs: 1, outcome: 'success' })
const day = 24 * 60 * 60 * 1000

test('the newest is first, and the hundred and first is gone', () => {
  let history: PastRun[] = []
  for (let index = 0; index <= MAX_PAST_RUNS; index++)
    history = afterRun(history, run(String(index), index), index)
  expect(history).toHaveLength(MAX_PAST_RUNS)
  expect(history[0]?.id).toBe('100')
  expect(history.at(-1)?.id).toBe('1')
})

test.each([
  [PAST_RUN_DAYS * day, 1],
  [PAST_RUN_DAYS * day + 1, 0],
])('after %i ms a run is kept %i times', (now, count) => {
  expect(unexpiredRuns([run('a')], now)).toHaveLength(count)
})

test.each([
  [KEPT_SQL_LENGTH, undefined],
  [KEPT_SQL_LENGTH + 1, true],
])('of a text of %i characters only the beginning is kept: %s', (length, isCut) => {
  const [kept] = afterRun([], { ...run('a'), sql: 'x'.repeat(length) }, 0)
  expect(kept?.sql).toHaveLength(KEPT_SQL_LENGTH)
  expect(kept?.isCut).toBe(isCut)
})

test.each([
  ['[]', 0],
  ['{}', 0],
  ['[1, null, {"id": "a"}]', 0],
  [
    JSON.stringify([
      { ...run('a'), explain: 'plan' },
      { ...run('b'), explain: 'else' },
    ]),
    1,
  ],
  [JSON.stringify([run('a'), { ...run('b'), outcome: 'other' }, { ...run('c'), rows: 'x' }]), 1],
])('of the stored text %s counts what it should', (text, count) => {
  expect(historyIn(text)).toHaveLength(count)
})
