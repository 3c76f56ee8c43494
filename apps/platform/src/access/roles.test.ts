import type { Action, Resource } from '@basedeck/platform-client/contract'
import { can } from '@basedeck/core/rules'
import { expect, test } from 'vitest'
import { isRole, managedBy, managersOf, mayManage, OWNER, permissionsOf, roleName, ROLES } from './roles.js'

/** Which of the roles may, by their first letters. */
function who(action: Action, resource: Resource): string {
  const wanted = { action, resource, organizationSlug: 'acme' }
  return ROLES.filter(({ id }) => can(permissionsOf(id, 'acme'), wanted))
    .map(({ id }) => id[0])
    .join('')
}

test.each<[Resource, reads: string, changes: string]>([
  ['organization', 'oadr', 'o'],
  ['billing', 'oa', 'o'],
  ['audit_logs', 'oa', 'o'],
  ['members', 'oadr', 'oa'],
  ['projects', 'oadr', 'oa'],
  ['project_settings', 'oadr', 'oa'],
  ['api_keys', 'oadr', 'oa'],
  ['service_api_keys', 'oad', 'oa'],
  ['secrets', 'oad', 'oad'],
  ['documents', 'oadr', 'oa'],
  ['integrations', 'oadr', 'oa'],
  ['auth_mails', 'oad', 'oad'],
  ['database', 'oadr', 'oad'],
  ['auth', 'oadr', 'oad'],
  ['storage', 'oadr', 'oad'],
  ['functions', 'oadr', 'oad'],
  ['realtime', 'oadr', 'oad'],
  ['reports', 'oadr', 'oadr'],
  ['snippets', 'oadr', 'oadr'],
  ['shared_snippets', 'oad', 'oad'],
])('%s is read by %s and changed by %s', (resource, reads, changes) => {
  expect([who('read', resource), who('update', resource)]).toEqual([reads, changes])
})

test('a permission holds in its organization; a role that is not known has none', () => {
  expect(permissionsOf(OWNER, 'acme')).toEqual([
    { actions: ['%'], resources: ['%'], organization_slug: 'acme' },
  ])
  expect(permissionsOf('captain', 'acme')).toEqual([])
})

test.each([
  ['owner', 'owner administrator developer read_only', 'owner'],
  ['administrator', 'administrator developer read_only', 'owner administrator'],
  ['developer', '', 'owner administrator'],
  ['read_only', '', 'owner administrator'],
  ['captain', '', ''],
])('%s gives and takes: %s; it is given by: %s', (role, gives, givenBy) => {
  expect([managedBy(role).join(' '), managersOf(role).join(' ')]).toEqual([gives, givenBy])
  expect(ROLES.filter(({ id }) => mayManage(role, id)).map(({ id }) => id)).toEqual(managedBy(role))
})

test('a role has a name; one that is not known is called by its id', () => {
  expect(ROLES.map(({ name }) => name)).toEqual(['Owner', 'Administrator', 'Developer', 'Read-only'])
  expect(ROLES.every(({ description }) => description.length > 10)).toBe(true)
  expect([roleName('read_only'), roleName('captain')]).toEqual(['Read-only', 'captain'])
  expect([isRole('owner'), isRole('captain')]).toEqual([true, false])
})
