import { expect, test } from 'vitest'
import { organizationMenu, type OrganizationMenuState } from './organization-menu.js'

const state: OrganizationMenuState = {
  slug: 'acme',
  pathname: '/org/acme',
  isPlatform: true,
  mayBill: true,
  mfaMissing: false,
}

test('every entry with its address', () => {
  expect(organizationMenu(state).map(({ key, href }) => [key, href])).toEqual([
    ['projects', '/org/acme'],
    ['team', '/org/acme/team'],
    ['integrations', '/org/acme/integrations'],
    ['usage', '/org/acme/usage'],
    ['billing', '/org/acme/billing'],
    ['settings', '/org/acme/general'],
  ])
})

test('billing only with billing permission', () => {
  expect(organizationMenu({ ...state, mayBill: false }).map(({ key }) => key)).not.toContain('billing')
})

test('an installation of one’s own has neither plans nor usage', () => {
  const keys = organizationMenu({ ...state, isPlatform: false }).map(({ key }) => key)
  expect(keys).toEqual(['projects', 'team', 'integrations', 'settings'])
})

test('all links are disabled when the organization requires a second factor that is missing', () => {
  const entries = organizationMenu({ ...state, mfaMissing: true })
  expect(entries.every(({ disabled }) => disabled === 'mfa-required')).toBe(true)
  expect(organizationMenu(state).some(({ disabled }) => disabled !== undefined)).toBe(false)
})

test.each([
  ['/org/acme', 'projects'],
  ['/org/acme/team', 'team'],
  ['/org/acme/general', 'settings'],
  ['/org/acme/apps', 'settings'],
  ['/org/acme/audit', 'settings'],
  ['/org/acme/documents', 'settings'],
  ['/org/acme/security', 'settings'],
  ['/org/acme/billing', 'billing'],
])('%s highlights %s', (pathname, key) => {
  const active = organizationMenu({ ...state, pathname }).filter((entry) => entry.active)
  expect(active.map((entry) => entry.key)).toEqual([key])
})

test('a slug that is no word stays one part of the address', () => {
  expect(organizationMenu({ ...state, slug: 'a/b' })[1]?.href).toBe('/org/a%2Fb/team')
})
