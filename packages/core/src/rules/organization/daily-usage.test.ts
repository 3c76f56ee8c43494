import { expect, test } from 'vitest'
import { dailyAmounts, usedShare } from './daily-usage.js'

const NOW = Date.parse('2026-01-04T10:00:00Z')

test('each day until today has an amount, in order; other metrics are left out', () => {
  const days = [
    { day: '2026-01-03', metric: 'EGRESS', amount: 7 },
    { day: '2026-01-01', metric: 'EGRESS', amount: 5 },
    { day: '2026-01-02', metric: 'QUERIES', amount: 9 },
    // A clock that is wrong.
    { day: '2027-01-01', metric: 'EGRESS', amount: 1 },
  ] as const
  expect(dailyAmounts(days, 'EGRESS', { start: '2026-01-01', end: '2026-01-31' }, NOW)).toEqual([
    { day: '2026-01-01', amount: 5 },
    { day: '2026-01-02', amount: 0 },
    { day: '2026-01-03', amount: 7 },
    { day: '2026-01-04', amount: 0 },
  ])
})

test('a period that ended has all of its days, and a negative amount counts as none', () => {
  const days = [{ day: '2025-12-31', metric: 'EGRESS', amount: -3 }] as const
  const amounts = dailyAmounts(days, 'EGRESS', { start: '2025-12-30', end: '2025-12-31' }, NOW)
  expect(amounts.map(({ amount }) => amount)).toEqual([0, 0])
})

test.each([
  [0, 10, 0],
  [5, 10, 0.5],
  [20, 10, 1],
  [-5, 10, 0],
  [0, 0, 0],
  [1, 0, 1],
  [5, null, null],
])('%s of %s is %s', (used, included, share) => {
  expect(usedShare(used, included)).toBe(share)
})
