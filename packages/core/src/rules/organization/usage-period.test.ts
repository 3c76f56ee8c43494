import { expect, test } from 'vitest'
import { daysOfPeriod, usagePeriodIn, type UsagePeriod } from './usage-period.js'

test.each([
  ['', 'this-month'],
  ['?period=last-month', 'last-month'],
  ['?projectRef=shop&period=90-days', '90-days'],
  ['?period=forever', 'this-month'],
])('the address %s is about %s', (search, period) => {
  expect(usagePeriodIn(search)).toBe(period)
})

test.each<[UsagePeriod, string, string, string]>([
  ['this-month', '2026-02-28T23:59:59Z', '2026-02-01', '2026-02-28'],
  ['this-month', '2026-12-01T00:00:00Z', '2026-12-01', '2026-12-31'],
  ['last-month', '2026-01-15T00:00:00Z', '2025-12-01', '2025-12-31'],
  ['last-month', '2024-03-31T12:00:00Z', '2024-02-01', '2024-02-29'],
  ['30-days', '2026-01-30T23:00:00Z', '2026-01-01', '2026-01-30'],
  ['90-days', '2026-03-31T00:00:00Z', '2026-01-01', '2026-03-31'],
])('%s at %s is from %s to %s', (period, now, start, end) => {
  expect(daysOfPeriod(period, Date.parse(now))).toEqual({ start, end })
})
