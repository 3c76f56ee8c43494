import { expect, test } from 'vitest'
import { cliBadge, nextRelease } from './cli-version.js'

test.each([
  [{ current: 'v1.2.3', latest: 'v1.2.3' }, 'latest'],
  [{ current: 'v1.2.4', latest: 'v1.2.3' }, 'beta'],
  [{ current: 'v1.2.2', latest: 'v1.2.3' }, 'update-available'],
  [{ current: 'v1.10.0', latest: 'v1.9.9' }, 'beta'],
  [{ current: 'v2.0.0', latest: 'v10.0.0' }, 'update-available'],
  [{ current: 'v1.2.3-beta.1', latest: 'v1.2.3' }, 'update-available'],
  [{ current: 'v1.2.4-beta.1', latest: 'v1.2.3' }, 'beta'],
  [{ current: 'v1.2.4-beta.10', latest: 'v1.2.4-beta.9' }, 'beta'],
  [{ current: 'v1.2.3', latest: 'v1.2.3-beta.1' }, 'beta'],
  [{ current: '1.2.4', latest: '1.2.3' }, 'beta'],
  [{ current: '1.2.4', latest: 'v1.2.3' }, 'beta'],
  [{ current: 'v1.2.3+a', latest: 'v1.2.3+b' }, 'update-available'],
  [{ current: 'v1.2.4-beta.1', latest: 'v1.2.4-beta.2' }, 'update-available'],
  [{ current: 'v1.2.4-beta.1+a', latest: 'v1.2.4-beta.1+b' }, 'update-available'],
  [{ current: '1.2.3-v2', latest: '1.2.3-v1' }, 'beta'],
  [{ current: 'v1.2.3' }, 'latest'],
  [{ current: 'v1.2.3', latest: '' }, 'latest'],
  [{ current: '' }, null],
  [{ latest: 'v1.2.3' }, null],
  [undefined, null],
] as const)('%j is %s', (release, badge) => {
  expect(cliBadge(release)).toBe(badge)
})

test.each([
  ['2026-02-19T23:30:00Z', '05 Mar 2026'],
  ['2026-12-20T00:00:00Z', '03 Jan 2027'],
  ['2026-03-01T00:30:00+02:00', '14 Mar 2026'],
  ['soon', null],
  [undefined, null],
])('after %s the next is due %s', (published, due) => {
  expect(nextRelease(published)).toBe(due)
})
