import { expect, test } from 'vitest'
import { BAN_HOURS, banDuration, userState, type BanLength } from './user-state.js'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const user = { confirmedAt: '2025-01-01', bannedUntil: null, deletedAt: null, isAnonymous: false }

test.each([
  [{}, 'confirmed'],
  [{ confirmedAt: null }, 'unconfirmed'],
  [{ confirmedAt: null, isAnonymous: true }, 'anonymous'],
  [{ bannedUntil: '2026-01-01T00:00:01Z', isAnonymous: true }, 'banned'],
  [{ bannedUntil: '2026-01-01T00:00:00Z' }, 'confirmed'],
  [{ bannedUntil: 'infinity' }, 'banned'],
  [{ deletedAt: '2025-01-01', bannedUntil: 'infinity' }, 'deleted'],
])('%j is %s', (more, state) => {
  expect(userState({ ...user, ...more }, NOW)).toBe(state)
})

test.each(Object.keys(BAN_HOURS) as BanLength[])('a ban has a duration: %s', (length) => {
  expect(banDuration(length)).toMatch(/^\d+h$/)
})

test('a ban without an end ends in a hundred years', () => expect(banDuration('forever')).toBe('876000h'))
