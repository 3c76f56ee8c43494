import { expect, test } from 'vitest'
import { PLAN_LOG_DAYS, usualLogDays } from '../config/log-days.js'
import { createKeptDays, searchedFrom } from './kept-days.js'

const DAY = 24 * 60 * 60_000
const control = (rows: { ref: string; plan: string }[]) => ({
  select: async () => rows as never,
  selectOften: async (_: string, [ref]: readonly unknown[] = []) =>
    rows.filter((row) => row.ref === ref) as never,
})
const projects = control([
  { ref: 'small', plan: 'free' },
  { ref: 'large', plan: 'enterprise' },
])

test('the plan says how many days, and the operator the most of them', async () => {
  const kept = createKeptDays(projects, { logDays: 30, isHosted: true })
  expect([await kept.of('small'), await kept.of('large'), await kept.of('gone')]).toEqual([1, 30, 30])
  expect(await kept.shorter()).toEqual([{ ref: 'small', days: 1 }])
})

test('self-hosted, plans do not count', async () => {
  const kept = createKeptDays(projects, { logDays: 30, isHosted: false })
  expect([await kept.of('small'), await kept.shorter()]).toEqual([30, []])
})

test('a hosted platform keeps what its highest plan includes', () => {
  expect([usualLogDays(true), usualLogDays(false)]).toEqual([PLAN_LOG_DAYS.enterprise, 7])
})

test.each([
  [undefined, 9 * DAY],
  [8 * DAY, 9 * DAY],
  [9.5 * DAY, 9.5 * DAY],
])('from %s on, one day of ten is searched from %d', (from, expected) => {
  expect(searchedFrom(from, 1, 10 * DAY)).toBe(expected)
})
