import { expect, test } from 'vitest'
import {
  backupBefore,
  endOf,
  missingSegment,
  needlessSegments,
  recoverableRange,
  type FollowedBackup,
} from './recoverable.js'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 12, minute))
const backup = (id: string, line: string, minute: number): FollowedBackup => ({
  id,
  line,
  begunAt: at(minute - 1),
  consistentAt: at(minute),
})
const backups = [backup('a', 'one', 0), backup('b', 'one', 20), backup('c', 'two', 40)]
const ends = new Map([
  ['one', at(30)],
  ['two', at(50)],
])

test.each([
  [0, 'a'],
  [19, 'a'],
  [20, 'b'],
  [30, 'b'],
  [35, undefined],
  [40, 'c'],
  [50, 'c'],
  [51, undefined],
  [-1, undefined],
])('minute %i begins with backup %s', (minute, id) => {
  expect(backupBefore(backups, ends, at(minute))?.id).toBe(id)
})

test('a backup without a log behind it is its own only moment', () => {
  const only = [backup('a', 'one', 5)]
  expect(backupBefore(only, new Map(), at(5))?.id).toBe('a')
  expect(backupBefore(only, new Map(), at(6))).toBeUndefined()
  expect(recoverableRange(only, 'one', undefined)).toEqual({
    from: at(5).toISOString(),
    to: at(5).toISOString(),
  })
  expect(recoverableRange(only, 'two', at(9))).toBeNull()
  expect(recoverableRange(backups, 'one', at(30))).toEqual({
    from: at(0).toISOString(),
    to: at(30).toISOString(),
  })
})

test('segments before the oldest backup go, but the one that it may begin in', () => {
  const segments = [
    { name: '000000010000000000000001', at: at(1) },
    { name: '000000010000000000000002', at: at(2) },
    { name: '000000010000000000000003', at: at(3) },
    { name: '00000002.history', at: at(0) },
  ]
  expect(endOf(segments)).toEqual(at(3))
  expect(endOf([])).toBeUndefined()
  expect(needlessSegments(segments, at(3))).toEqual(['000000010000000000000001'])
  expect(needlessSegments(segments, at(0))).toEqual([])
  expect(needlessSegments(segments, undefined)).toHaveLength(4)
})

test('a gap in the log is found, also where the count of segments carries over', () => {
  const names = [
    '0000000100000000000000FE',
    '0000000100000000000000FF',
    '000000010000000100000000',
    '00000002.history',
  ]
  expect(missingSegment(names)).toBeUndefined()
  expect(missingSegment(names.filter((name) => !name.endsWith('FF')))).toBe('0000000100000000000000FF')
  expect(missingSegment([])).toBeUndefined()
})
