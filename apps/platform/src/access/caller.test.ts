import { expect, test } from 'vitest'
import { allPermissions, isClosed, permissionsIn, type Caller, type Membership } from './caller.js'

const membership = (more: Partial<Membership> = {}): Membership => ({
  organizationId: 1,
  slug: 'acme',
  roleId: 'owner',
  requiresMfa: false,
  ...more,
})
const caller = (more: Partial<Caller> = {}): Caller => ({
  id: 'ada',
  name: 'Ada',
  email: null,
  isMfaEnabled: false,
  isAdministrator: false,
  createdAt: '2027-01-01T00:00:00Z',
  via: 'session',
  credentialId: null,
  token: null,
  scope: null,
  memberships: [membership(), membership({ organizationId: 2, slug: 'other', roleId: 'unknown' })],
  ...more,
})
const ALL = { actions: ['%'], resources: ['%'], organization_slug: 'acme' }

test('who is no member, or has a role that is not known, may do nothing', () => {
  expect(permissionsIn(caller(), 'acme')).toEqual([ALL])
  expect(permissionsIn(caller(), 'other')).toEqual([])
  expect(permissionsIn(caller(), 'nowhere')).toEqual([])
  expect(allPermissions(caller())).toEqual([ALL])
})

test('a token limits the rights in every organization', () => {
  const scope = { access: 'read' as const, projectRef: 'shop', isNarrow: true }
  const reads = [{ ...ALL, actions: ['read'], project_refs: ['shop'] }]
  expect(permissionsIn(caller({ scope }), 'acme')).toEqual(reads)
  expect(allPermissions(caller({ scope }))).toEqual(reads)
})

test.each([
  [true, false, 'session', true],
  [true, false, 'token', true],
  [true, true, 'session', false],
  [false, false, 'session', false],
  [true, false, 'local', false],
] as const)(
  'an organization that asks for a second factor: %s, of a caller who has one: %s, by %s, is closed: %s',
  (requiresMfa, isMfaEnabled, via, closed) => {
    expect(isClosed(caller({ isMfaEnabled, via }), membership({ requiresMfa }))).toBe(closed)
  },
)
