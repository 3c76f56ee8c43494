import { expect, test } from 'vitest'
import { authMenu, type AuthFlags, type AuthMenuState } from './auth-menu.js'

const all: AuthFlags = {
  providers: true,
  rateLimits: true,
  emails: true,
  mfa: true,
  protection: true,
  hooks: true,
  auditLogs: true,
  advanced: true,
}
const state: AuthMenuState = { ref: 'abc', pathname: '/project/abc/auth/users', isPlatform: true, flags: all }

test('every entry with its group, address and badge', () => {
  expect(
    authMenu(state).map(({ key, entries }) => [
      key,
      entries.map((entry) => [entry.key, entry.href.replace('/project/abc/auth', ''), entry.badge]),
    ]),
  ).toEqual([
    ['manage', [['users', '/users', undefined]]],
    [
      'configuration',
      [
        ['policies', '/policies', undefined],
        ['providers', '/providers', undefined],
        ['sessions', '/sessions', undefined],
        ['rate-limits', '/rate-limits', undefined],
        ['emails', '/templates', undefined],
        ['mfa', '/mfa', undefined],
        ['url-configuration', '/url-configuration', undefined],
        ['protection', '/protection', undefined],
        ['hooks', '/hooks', 'beta'],
        ['audit-logs', '/audit-logs', 'beta'],
        ['advanced', '/advanced', undefined],
      ],
    ],
  ])
})

test('self-hosted: users and policies', () => {
  const keys = authMenu({ ...state, isPlatform: false }).flatMap(({ entries }) =>
    entries.map(({ key }) => key),
  )
  expect(keys).toEqual(['users', 'policies'])
})

test.each(Object.keys(all) as (keyof AuthFlags)[])('without the flag %s one entry less', (flag) => {
  const count = (flags: AuthFlags) => authMenu({ ...state, flags }).flatMap(({ entries }) => entries).length
  expect(count({ ...all, [flag]: false })).toBe(count(all) - 1)
})

test('the mail server belongs to Emails', () => {
  const entries = authMenu({ ...state, pathname: '/project/abc/auth/smtp' }).flatMap((group) => group.entries)
  expect(entries.find(({ active }) => active)?.key).toBe('emails')
})
