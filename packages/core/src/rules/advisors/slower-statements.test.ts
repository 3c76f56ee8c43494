import type { ComparedStatement } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { slowerStatements } from './slower-statements.js'

const compared = (now: [number, number], before: [number, number], query_id = '1'): ComparedStatement => ({
  query_id,
  role: 'app',
  now: { calls: now[0], total_ms: now[1] },
  before: { calls: before[0], total_ms: before[1] },
})

test.each<[string, ComparedStatement, boolean]>([
  ['one and a half times as long', compared([5, 75], [5, 50]), true],
  ['a little less', compared([5, 74.9], [5, 50]), false],
  ['too few calls now', compared([4, 400], [5, 50]), false],
  ['too few calls before', compared([5, 400], [4, 40]), false],
  ['a millisecond more', compared([5, 10], [5, 5]), true],
  ['less than a millisecond more', compared([5, 9.9], [5, 5]), false],
  ['more calls, each as fast', compared([500, 5000], [5, 50]), false],
  ['no time at all before', compared([5, 50], [5, 0]), true],
])('%s', (_, statement, isSlower) => {
  expect(slowerStatements([statement])).toHaveLength(isSlower ? 1 : 0)
})

test('what costs the most time more comes first', () => {
  const rare = compared([5, 1000], [5, 100], 'rare')
  const frequent = compared([1000, 10_000], [1000, 5000], 'frequent')
  expect(slowerStatements([rare, frequent])).toEqual([
    { query_id: 'frequent', role: 'app', meanMs: 10, beforeMs: 5, factor: 2, calls: 1000 },
    { query_id: 'rare', role: 'app', meanMs: 200, beforeMs: 20, factor: 10, calls: 5 },
  ])
})
