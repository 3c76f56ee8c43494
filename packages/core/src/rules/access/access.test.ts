import type { Permission } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { can, type PermissionRequest } from './access.js'

const permission = (changes: Partial<Permission> = {}): Permission => ({
  actions: ['read'],
  resources: ['projects'],
  organization_slug: 'acme',
  ...changes,
})
const wanted = (changes: Partial<PermissionRequest> = {}): PermissionRequest => ({
  action: 'read',
  resource: 'projects',
  organizationSlug: 'acme',
  ...changes,
})

test.each<[string, Permission[], PermissionRequest, boolean]>([
  ['no permission at all', [], wanted(), false],
  ['exactly this one', [permission()], wanted(), true],
  ['another action', [permission()], wanted({ action: 'update' }), false],
  ['another resource', [permission()], wanted({ resource: 'members' }), false],
  ['another organization', [permission()], wanted({ organizationSlug: 'other' }), false],
  ['any action', [permission({ actions: ['%'] })], wanted({ action: 'delete' }), true],
  ['any resource', [permission({ resources: ['%'] })], wanted({ resource: 'service_api_keys' }), true],
  [
    'resources that end so',
    [permission({ resources: ['%api_keys'] })],
    wanted({ resource: 'service_api_keys' }),
    true,
  ],
  [
    'resources that begin so',
    [permission({ resources: ['project%'] })],
    wanted({ resource: 'project_settings' }),
    true,
  ],
  ['a pattern is not a part of a word', [permission({ resources: ['project'] })], wanted(), false],
  ['both ends may not overlap', [permission({ resources: ['projects%s'] })], wanted(), false],
  ['several wildcards', [permission({ resources: ['p%j%ts'] })], wanted(), true],
  ['several wildcards in another order', [permission({ resources: ['p%t%j%s'] })], wanted(), false],
  ['resources that begin otherwise', [permission({ resources: ['member%'] })], wanted(), false],
  ['a part is there once only', [permission({ resources: ['p%oj%j%ts'] })], wanted(), false],
  ['the end right behind a part', [permission({ resources: ['p%j%ects'] })], wanted(), true],
  ['a dot is a dot', [permission({ resources: ['pr.jects'] })], wanted(), false],
  ['an empty pattern', [permission({ resources: [''] })], wanted(), false],
  ['the second permission', [permission({ actions: ['create'] }), permission()], wanted(), true],
  [
    'two halves are no whole',
    [permission({ actions: ['%'], resources: ['billing'] }), permission({ resources: ['%'] })],
    wanted({ action: 'update' }),
    false,
  ],
  ['every project', [permission()], wanted({ projectRef: 'abc' }), true],
  ['this project', [permission({ project_refs: ['abc'] })], wanted({ projectRef: 'abc' }), true],
  ['another project', [permission({ project_refs: ['abc'] })], wanted({ projectRef: 'ab' }), false],
  [
    'a right in one project is no right in the organization',
    [permission({ project_refs: ['abc'] })],
    wanted(),
    false,
  ],
  ['no project', [permission({ project_refs: [] })], wanted({ projectRef: 'abc' }), false],
  ['an unknown condition', [permission({ condition: 'weekday' })], wanted(), false],
  ['an organization named with the wildcard', [permission({ organization_slug: '%' })], wanted(), false],
])('%s', (_, permissions, question, answer) => {
  expect(can(permissions, question)).toBe(answer)
})
