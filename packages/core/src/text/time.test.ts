import { expect, test } from 'vitest'
import { pastTime, relativeTime, shortTime, waitingTime } from './time.js'

test.each([
  [0, '1 s'],
  [0.2, '1 s'],
  [30, '30 s'],
  [89, '89 s'],
  [90, '2 min'],
  [121, '3 min'],
  [5340, '89 min'],
  [5400, '2 h'],
])('%d seconds to wait read %s', (seconds, text) => {
  expect(waitingTime(seconds)).toBe(text)
})

const now = new Date(2026, 2, 10, 12).getTime()
const minute = 60_000
test.each([
  [0, 'just now'],
  [-59_999, 'just now'],
  [-minute, '1 minute ago'],
  [-59 * minute, '59 minutes ago'],
  [-60 * minute, '1 hour ago'],
  [-24 * 60 * minute + 1, '23 hours ago'],
  [-24 * 60 * minute, 'Mar 09, 2026'],
  [1, 'in less than a minute'],
  [2 * 60 * minute, 'in 2 hours'],
  [10 * 24 * 60 * minute, 'Mar 20, 2026'],
])('%d ms from now reads %s', (distance, text) => {
  expect(relativeTime(now + distance, now)).toBe(text)
})

test.each([
  [0, 'now'],
  [-59_999, 'now'],
  [-minute, '1 min'],
  [-60 * minute, '1 h'],
  [-24 * 60 * minute, 'Mar 9'],
  [-69 * 24 * 60 * minute, 'Dec 2025'],
])('%d ms from now reads %s where there is little room', (distance, text) => {
  expect(shortTime(now + distance, now)).toBe(text)
})

test.each([
  [0, 'just now'],
  [-2 * 60 * minute, '2 hours ago'],
  [-24 * 60 * minute, 'Mar 09, 2026'],
  // The clock of this device is slow by hours.
  [5 * 60 * minute, 'just now'],
  [Number.NaN, ''],
])('what has been, %d ms from now, reads %s', (distance, text) => {
  expect(pastTime(now + distance, now)).toBe(text)
})
