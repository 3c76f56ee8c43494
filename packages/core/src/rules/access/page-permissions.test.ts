import type { Permission } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { pageRights, type PageRightsState } from './page-permissions.js'

const everything: Permission = { actions: ['%'], resources: ['%'], organization_slug: 'acme' }
const state: PageRightsState = {
  permissions: [everything],
  mayCreateOrganizations: true,
  organizationSlug: 'acme',
  projectRef: 'shop',
}
const granted = (permission: Partial<Permission>, more: Partial<PageRightsState> = {}) =>
  Object.entries(
    pageRights({
      ...state,
      permissions: [{ ...everything, ...permission }],
      mayCreateOrganizations: false,
      ...more,
    }),
  )
    .filter(([, may]) => may)
    .map(([name]) => name)

test('who may do everything may open every page', () => {
  expect(new Set(Object.values(pageRights(state)))).toEqual(new Set([true]))
})

test.each([
  ['auth', ['auth']],
  ['functions', ['functions']],
  ['storage', ['storage']],
  ['realtime', ['realtime']],
  ['audit_logs', ['auditLog', 'apps']],
  ['reports', []],
  ['billing', []],
  ['projects', []],
])('reading %s opens %j', (resource, opens) => {
  expect(granted({ actions: ['read'], resources: [resource] })).toEqual(opens)
})

test.each([
  [
    ['read', 'create', 'update', 'delete'],
    ['reports', 'billing', 'newProject'],
  ],
  [['read', 'create', 'update'], ['newProject']],
  [['create'], ['newProject']],
])('%j on reports, billing and projects opens %j', (actions, opens) => {
  expect(granted({ actions, resources: ['reports', 'billing', 'projects'] })).toEqual(opens)
})

test('a permission for one project opens its pages, and no page of the organization', () => {
  const ofShop = { project_refs: ['shop'] }
  expect(granted(ofShop)).toEqual(['auth', 'functions', 'storage', 'realtime', 'reports'])
  expect(granted(ofShop, { projectRef: 'other' })).toEqual([])
  expect(granted(ofShop, { projectRef: null })).toEqual([])
})

test('another organization’s permission opens nothing here', () => {
  expect(granted({ organization_slug: 'other' })).toEqual([])
})

test('before the permissions, the organization or the account are known nothing is claimed', () => {
  const rights = { ...state, mayCreateOrganizations: undefined }
  for (const unknown of [{ permissions: undefined }, { organizationSlug: undefined }]) {
    expect(new Set(Object.values(pageRights({ ...rights, ...unknown })))).toEqual(new Set([undefined]))
  }
})

test('an account that may not create organizations', () => {
  expect(pageRights({ ...state, mayCreateOrganizations: false }).newOrganization).toBe(false)
})
