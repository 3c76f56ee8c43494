import { expect, test } from 'vitest'
import { diskForecast } from './disk-forecast.js'

const GB = 1024 ** 3
const NOW = Date.parse('2026-01-10T00:00:00Z')
const day = (number: number, bytes: number) => ({ at: `2026-01-0${number}T00:00:00Z`, bytes })

test('a steady growth fills the disk on the day that its line says', () => {
  const days = [1, 2, 3, 4].map((number) => day(number, number * GB))
  expect(diskForecast(days, 5 * GB, NOW)).toEqual({ bytes_per_day: GB, full_at: '2026-01-15T00:00:00.000Z' })
})

test('one day that is out of line moves it a little', () => {
  const days = [day(1, 1 * GB), day(2, 2 * GB), day(3, 9 * GB), day(4, 4 * GB), day(5, 5 * GB)]
  expect(diskForecast(days, 5 * GB, NOW)?.bytes_per_day).toBe(GB)
})

test.each([
  ['what shrinks', [day(1, 3 * GB), day(2, 2 * GB), day(3, GB)], -GB],
  ['what stays', [day(1, GB), day(2, GB), day(3, GB)], 0],
  ['what grows so slowly that ten years pass', [day(1, 0), day(2, 100), day(3, 200)], 100],
])('%s fills no disk', (_, days, growth) => {
  expect(diskForecast(days, 5 * GB, NOW)).toEqual({ bytes_per_day: growth, full_at: null })
})

test.each([
  ['no day', []],
  ['two days', [day(1, 1), day(2, 2)]],
  ['one day three times', [day(1, 1), day(1, 2), day(1, 3)]],
])('of %s nothing is said', (_, days) => {
  expect(diskForecast(days, GB, NOW)).toBeNull()
})
