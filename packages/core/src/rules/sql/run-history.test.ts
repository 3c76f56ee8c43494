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

test('its age is counted from its own time', () => {
  expect(unexpiredRuns([run('a', 20 * day)], 45 * day)).toHaveLength(1)
})

test.each([
  [KEPT_SQL_LENGTH, undefined],
  [KEPT_SQL_LENGTH + 1, true],
])('of a text of %i characters only the beginning is kept: %s', (length, isCut) => {
  const [kept] = afterRun([], { ...run('a'), sql: 'x'.repeat(length) }, 0)
  expect(kept?.sql).toHaveLength(KEPT_SQL_LENGTH)
  expect(kept?.isCut).toBe(isCut)
})

test('of a long error the beginning is kept', () => {
  const [kept] = afterRun([], { ...run('a'), message: 'x'.repeat(600) }, 0)
  expect(kept?.message).toBe('x'.repeat(500))
  expect(afterRun([], run('a'), 0)[0]).not.toHaveProperty('message')
})

test('a stored run is read with all that it holds', () => {
  const whole: PastRun = { ...run('a'), isCut: true, rows: 1, message: 'no', role: 'ada', explain: 'analyze' }
  expect(historyIn(JSON.stringify([whole]))).toEqual([whole])
})

test.each([
  ['id', 1],
  ['at', '1'],
  ['sql', 1],
  ['sql', undefined],
  ['durationMs', '1'],
  ['outcome', 'other'],
  ['rows', '1'],
  ['message', 1],
  ['role', 1],
  ['explain', 'else'],
  ['explain', ['plan']],
])('a stored run whose %s is %j is left out', (name, value) => {
  expect(historyIn(JSON.stringify([{ ...run('a'), [name]: value }, run('b')]))).toEqual([run('b')])
})

test('a stored text is no run', () => {
  expect(historyIn('["a"]')).toEqual([])
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
