import { expect, test } from 'vitest'
import { intervalKey, typedIntervalKey } from './interval-text.js'

const HOUR = 3_600_000_000
const DAY = 24 * HOUR

test.each([
  ['00:00:00', 0],
  ['1 day', DAY],
  ['-1 days', -DAY],
  ['+2 days', 2 * DAY],
  ['1 mon', 30 * DAY],
  ['2 mons', 60 * DAY],
  ['1 year', 360 * DAY],
  ['1 year 2 mons 3 days 04:05:06.7', 423 * DAY + 4 * HOUR + 306_700_000],
  ['-1 mons +2 days -03:04:05.000006', -28 * DAY - 3 * HOUR - 245_000_006],
  ['720:00:00', 30 * DAY],
  ['-00:00:00.000001', -1],
  ['00:00:01.123456', 1_123_456],
])('%s is %i microseconds', (text, key) => {
  expect(intervalKey(text)).toBe(key)
})

test.each([
  ['178000000 years', 178_000_000n * 360n * BigInt(DAY)],
  ['-178000000 years', -178_000_000n * 360n * BigInt(DAY)],
  ['1 day 2562047788:00:54.775807', BigInt(DAY) + 2_562_047_788n * BigInt(HOUR) + 54_775_807n],
  ['1000 years -2500000:00:00', 360_000n * BigInt(DAY) - 2_500_000n * BigInt(HOUR)],
])('%s is more than a number holds', (text, digits) => {
  expect(intervalKey(text)).toEqual({ type: 'finite', digits, scale: 0 })
})

test('infinity is above, and below', () => {
  expect(['infinity', '-infinity'].map(intervalKey)).toEqual([
    { type: 'infinite', above: 1 },
    { type: 'infinite', above: -1 },
  ])
})

test.each([
  '',
  'x',
  '1',
  '1 fortnight',
  '1 da',
  'P1D',
  '@ 1 day',
  '1 day 2',
  '1 day 1:2:3',
  '01:00',
  '00:00:00.',
  '00:00:00.1234567',
  '1  day',
  '1 dayz',
])('%j is no stored interval', (text) => {
  expect(intervalKey(text)).toBeUndefined()
})

test.each([
  ['2 hours', 2 * HOUR],
  ['2 hours 30 min', 2.5 * HOUR],
  ['90 minutes', 1.5 * HOUR],
  ['1 month', 30 * DAY],
  ['1 week 1 d', 8 * DAY],
  ['1y', 360 * DAY],
  ['-5 secs', -5_000_000],
  ['1 day 02:00:00', DAY + 2 * HOUR],
  ['soon', undefined],
  ['1 parsec', undefined],
  ['', undefined],
])('typed, %s is %s', (text, key) => {
  expect(typedIntervalKey(text)).toBe(key)
})
