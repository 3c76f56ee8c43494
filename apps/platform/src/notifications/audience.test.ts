import { expect, test } from 'vitest'
import type { Caller } from '../access/caller.js'
import { rolesFor, sightOf } from './audience.js'

test.each([
  ['projects', ['owner', 'administrator', 'developer', 'read_only']],
  ['members', ['owner', 'administrator', 'developer', 'read_only']],
  ['database', ['owner', 'administrator', 'developer', 'read_only']],
  ['organization', ['owner', 'administrator', 'developer', 'read_only']],
  ['billing', ['owner', 'administrator']],
] as const)('%s is read by %s', (audience, roles) => {
  expect(rolesFor(audience)).toEqual(roles)
})

const caller: Caller = {
  id: 'me',
  name: 'Ada',
  email: null,
  isMfaEnabled: false,
  isAdministrator: false,
  createdAt: '2026-01-01',
  via: 'session',
  credentialId: null,
  token: null,
  scope: null,
  memberships: [
    { organizationId: 1, slug: 'acme', roleId: 'owner', requiresMfa: false },
    { organizationId: 2, slug: 'locked', roleId: 'owner', requiresMfa: true },
    { organizationId: 3, slug: 'letters', roleId: 'read_only', requiresMfa: false },
  ],
}

test('a person sees what their roles may read, and nothing of an organization that is closed to them', () => {
  const { audiences, profileId, onlyProject } = sightOf(caller)
  expect(profileId).toBe('me')
  expect(onlyProject).toBeUndefined()
  expect(audiences).toContain('1:billing')
  expect(audiences).not.toContain('3:billing')
  expect(audiences).toContain('3:projects')
  expect(audiences.filter((audience) => audience.startsWith('2:'))).toEqual([])
  expect(sightOf({ ...caller, isMfaEnabled: true }).audiences).toContain('2:projects')
})

test.each([
  ['an administrator', { isAdministrator: true }, true],
  ['a member', {}, false],
  ['the one person of a platform without accounts', { via: 'local' }, true],
  [
    'a token of an administrator',
    { isAdministrator: true, via: 'token', scope: { access: 'manage', projectRef: null, isNarrow: false } },
    false,
  ],
] as const)('%s sees what concerns the installation: %s', (_, more, sees) => {
  expect(sightOf({ ...caller, ...more } as Caller).audiences.includes(':installation')).toBe(sees)
})

test('a token of a project is bound to it', () => {
  const scope = { access: 'read', projectRef: 'shop', isNarrow: true } as const
  const memberships = caller.memberships.slice(0, 1)
  const sight = sightOf({ ...caller, via: 'token', scope, memberships })
  expect(sight.onlyProject).toBe('shop')
  expect(sight.audiences).toContain('1:projects')
})
