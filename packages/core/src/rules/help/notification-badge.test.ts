import { expect, test } from 'vitest'
import { bellBadge, isCountWide, priorityMark } from './notification-badge.js'

test.each([
  [0, false, false, null],
  [1, false, false, 'unread'],
  [3, false, true, 'warning'],
  [3, true, false, 'critical'],
  [3, true, true, 'critical'],
  // The counters are the platform's: a mark counts even beside a count of 0.
  [0, true, false, 'critical'],
  [0, false, true, 'warning'],
] as const)('%i unread, critical %s, warning %s: %s', (unread_count, has_critical, has_warning, badge) => {
  expect(bellBadge({ unread_count, has_critical, has_warning })).toBe(badge)
})

test.each([
  ['Critical', 'critical'],
  ['Warning', 'warning'],
  ['Info', null],
  ['Other' as 'Info', null],
] as const)('%s draws %s', (priority, mark) => {
  expect(priorityMark(priority)).toBe(mark)
})

test.each([
  [0, false],
  [9, false],
  [10, true],
  [10_000, true],
])('the count %i is wide: %s', (count, isWide) => {
  expect(isCountWide(count)).toBe(isWide)
})
