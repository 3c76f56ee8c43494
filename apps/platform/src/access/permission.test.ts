import { expect, test } from 'vitest'
import type { Caller } from './caller.js'
import { isAllowed, requirePermission, type Wanted } from './permission.js'
import type { TokenScope } from './token-scope.js'

const caller = (roleId: string, scope: TokenScope | null = null, requiresMfa = false): Caller => ({
  id: 'ada',
  name: 'Ada',
  email: null,
  isMfaEnabled: false,
  isAdministrator: false,
  createdAt: '2027-01-01T00:00:00Z',
  via: 'token',
  credentialId: null,
  token: null,
  scope,
  memberships: [{ organizationId: 1, slug: 'acme', roleId, requiresMfa }],
})
const token = (more: Partial<TokenScope> = {}): TokenScope => ({
  access: 'read',
  projectRef: null,
  isNarrow: false,
  ...more,
})

/** `allowed`, or the code of the refusal. */
function outcome(of: Caller, wanted: Partial<Wanted> = {}, organizationId = 1): string {
  const organization = { id: organizationId, slug: 'acme' }
  try {
    requirePermission(of, organization, {
      action: 'update',
      resource: 'database',
      missing: 'project_not_found',
      ...wanted,
    })
    return 'allowed'
  } catch (error) {
    return (error as { code: string }).code
  }
}
const shop = { projectRef: 'shop' }
const inShop = token({ access: 'manage', projectRef: 'shop', isNarrow: true })

test.each<[string, () => string, string]>([
  ['a role that may', () => outcome(caller('developer')), 'allowed'],
  ['a role that may not', () => outcome(caller('read_only')), 'forbidden'],
  ['who is no member', () => outcome(caller('owner'), {}, 2), 'project_not_found'],
  ['a token that may', () => outcome(caller('developer', token({ access: 'write' }))), 'allowed'],
  ['a token that may not, of who may', () => outcome(caller('developer', token())), 'token_scope'],
  ['a token that may not, of who may not', () => outcome(caller('read_only', token())), 'forbidden'],
  ['a token for the project', () => outcome(caller('owner', inShop), shop), 'allowed'],
  [
    'a token for another project',
    () => outcome(caller('owner', inShop), { projectRef: 'x' }),
    'project_not_found',
  ],
  ['a token for a project, in the organization', () => outcome(caller('owner', inShop)), 'token_scope'],
  [
    'a token for the project that only reads',
    () => outcome(caller('owner', { ...inShop, access: 'read' }), shop),
    'token_scope',
  ],
  ['a token for all projects that only reads', () => outcome(caller('owner', token()), shop), 'token_scope'],
  ['no second factor where one is asked for', () => outcome(caller('owner', null, true)), 'mfa_required'],
  ['what is open without one', () => outcome(caller('owner', null, true), { evenClosed: true }), 'allowed'],
  ['a role that may not, without one', () => outcome(caller('read_only', null, true)), 'mfa_required'],
])('%s', (_, answer, wanted) => {
  expect(answer()).toBe(wanted)
})

test('a role counts in its organization only', () => {
  const wanted = { action: 'read', resource: 'organization' } as const
  expect(isAllowed(caller('owner'), 'acme', wanted)).toBe(true)
  expect(isAllowed(caller('owner'), 'other', wanted)).toBe(false)
})
