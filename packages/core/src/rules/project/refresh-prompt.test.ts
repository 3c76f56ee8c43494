import { expect, test } from 'vitest'
import { shouldPromptRefresh, firstCommitTime, type RefreshState } from './refresh-prompt.js'

const state: RefreshState = {
  isPlatform: true,
  flag: true,
  firstSeen: '2026-03-01T00:00:00Z',
  now: '2026-03-02T00:00:00Z',
  alreadyAsked: false,
}

test.each([
  [{}, true],
  [{ now: '2026-03-01T23:59:24Z' }, false],
  [{ now: '2026-03-01T00:00:00Z' }, false],
  [{ now: '2026-02-01T00:00:00Z' }, false],
  [{ now: 'unknown' }, false],
  [{ firstSeen: 'unknown' }, false],
  [{ firstSeen: undefined }, false],
  [{ isPlatform: false }, false],
  [{ flag: false }, false],
  [{ alreadyAsked: true }, false],
])('with %j: %s', (more, asks) => {
  expect(shouldPromptRefresh({ ...state, ...more })).toBe(asks)
})

test.each([
  [undefined, 'unknown', 'unknown'],
  ['unknown', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ['2026-03-01T00:00:00Z', '2026-03-05T00:00:00Z', '2026-03-01T00:00:00Z'],
])('of %s and %s the first that counts is %s', (seen, now, first) => {
  expect(firstCommitTime(seen, now)).toBe(first)
})
