import { expect, test } from 'vitest'
import { busyPercent, limitedTime, percent } from './host-use.js'

test.each([
  [{ busy: 0, whole: 0 }, { busy: 25, whole: 100 }, 25],
  [{ busy: 50, whole: 100 }, { busy: 50, whole: 200 }, 0],
  [{ busy: 0, whole: 100 }, { busy: 300, whole: 200 }, 100],
  [{ busy: 0, whole: 100 }, { busy: 0, whole: 100 }, null],
  [{ busy: 90, whole: 100 }, { busy: 10, whole: 200 }, null],
  [{ busy: 10, whole: 200 }, { busy: 90, whole: 100 }, null],
])('from %j to %j it is %s', (before, now, expected) => {
  expect(busyPercent(before, now)).toBe(expected)
})

test('a control group is measured against what it may use', () => {
  const stat = 'usage_usec 500000\nuser_usec 400000\n'
  expect(limitedTime(stat, '50000 100000\n', 1000)).toEqual({ busy: 500_000, whole: 500_000 })
  expect(limitedTime(stat, 'max 100000\n', 1000)).toBeUndefined()
  expect(limitedTime('', '50000 100000', 1000)).toBeUndefined()
})

test('a share is between 0 and 100', () => {
  expect([percent(1, 3), percent(5, 0), percent(9, 3), percent(-1, 3)]).toEqual([33.3, 0, 100, 0])
})
