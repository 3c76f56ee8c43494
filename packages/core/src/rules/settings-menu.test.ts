import { expect, test } from 'vitest'
import { settingsMenu, type SettingsMenuState } from './settings-menu.js'

const state: SettingsMenuState = {
  ref: 'abc',
  slug: 'acme',
  pathname: '/project/abc/settings/general',
  status: 'ACTIVE_HEALTHY',
  isPlatform: true,
  logDrains: true,
  legacyJwtKeys: true,
  authEnabled: true,
  authProviders: true,
  storageEnabled: true,
  functionsEnabled: true,
  mayBill: true,
}
const entries = (more: Partial<SettingsMenuState> = {}) =>
  settingsMenu({ ...state, ...more }).flatMap((group) => group.entries)
const entry = (key: string, more: Partial<SettingsMenuState> = {}) =>
  entries(more).find((one) => one.key === key)

test('every entry with its address', () => {
  expect(entries().map(({ key, href, badge }) => [key, href, badge])).toEqual([
    ['general', '/project/abc/settings/general', undefined],
    ['compute-and-disk', '/project/abc/settings/compute-and-disk', undefined],
    ['infrastructure', '/project/abc/settings/infrastructure', undefined],
    ['integrations', '/project/abc/settings/integrations', undefined],
    ['log-drains', '/project/abc/settings/log-drains', undefined],
    ['data-api', '/project/abc/settings/api', undefined],
    ['api-keys', '/project/abc/settings/api-keys', 'new'],
    ['jwt', '/project/abc/settings/jwt', 'new'],
    ['addons', '/project/abc/settings/addons', undefined],
    ['vault', '/project/abc/integrations/vault/overview', 'alpha'],
    ['database', '/project/abc/database/settings', undefined],
    ['auth', '/project/abc/auth/providers', undefined],
    ['storage', '/project/abc/storage/settings', undefined],
    ['functions', '/project/abc/functions/secrets', undefined],
    ['subscription', '/org/acme/billing', undefined],
    ['usage', '/org/acme/usage?projectRef=abc', undefined],
  ])
})

test('while the project comes up some pages stay at its own', () => {
  const comingUp = { status: 'COMING_UP' }
  for (const key of ['infrastructure', 'data-api', 'vault', 'database'])
    expect(entry(key, comingUp)).toMatchObject({ href: '/project/abc', disabled: 'coming-up' })
  for (const key of ['general', 'api-keys', 'jwt', 'addons'])
    expect(entry(key, comingUp)).toEqual({ ...entry(key) })
})

test.each([
  ['compute-and-disk', { isPlatform: false }],
  ['log-drains', { logDrains: false }],
  ['auth', { authEnabled: false }],
  ['storage', { storageEnabled: false }],
  ['functions', { functionsEnabled: false }],
  ['subscription', { mayBill: false }],
  ['subscription', { slug: undefined }],
  ['usage', { isPlatform: false }],
] as const)('%s is hidden with %j', (key, more) => {
  expect(entry(key)).toBeDefined()
  expect(entry(key, more)).toBeUndefined()
})

test('signing keys where the legacy JWT keys are not in use', () => {
  expect(entry('jwt', { legacyJwtKeys: false })?.href).toBe('/project/abc/settings/jwt/signing-keys')
  const open = entries({ pathname: '/project/abc/settings/jwt/signing-keys' }).find(({ active }) => active)
  expect(open?.key).toBe('jwt')
})

test('without providers auth leads to the policies', () => {
  expect(entry('auth', { authProviders: false })?.href).toBe('/project/abc/auth/policies')
})
