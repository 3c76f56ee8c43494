/** The menus of SPEC §2, as the lists of the areas make them. A page that the specification does not name may have an entry too. */
import { expect, test } from 'vitest'
import { matchRoute } from '../../kernel/router.js'
import { menuFlags, type MenuFlag } from '../../rules/shell/menu-flags.js'
import { destinationOf } from '../destination.js'
import { pages } from '../pages.js'
import { MENU_KNOWLEDGE } from '../../testing/menu-knowledge.js'
import type { MenuState } from './menu-state.js'
import { allSideMenus, sideMenuOf, type DatabaseKnowledge } from './side-menus.js'

const state: MenuState = { ...MENU_KNOWLEDGE, slug: null }
const KNOWLEDGE: DatabaseKnowledge = { pitr: false }
type More = Partial<MenuState> & Partial<DatabaseKnowledge>

const menuAt = (path: string, more: More = {}) =>
  sideMenuOf({ ...state, pathname: `/project/abc/${path}`, ...more }, { ...KNOWLEDGE, ...more })
const entries = (path: string, more: More = {}) =>
  menuAt(path, more)?.sections.flatMap(({ items }) => items) ?? []
const entry = (path: string, key: string, more: More = {}) =>
  entries(path, more).find((one) => one.key === key)
const without = (...flags: MenuFlag[]) => ({
  flags: menuFlags({ replicationEnabled: true, ...Object.fromEntries(flags.map((flag) => [flag, false])) }),
})
/** Title, then each group with its entries: label, address, badge. */
type Written = [title: string | undefined, ...groups: (string | undefined)[][]]
const written = (path: string, more: More = {}): Written => {
  const menu = menuAt(path, more)
  return [
    menu?.title,
    ...(menu?.sections ?? []).map(({ title, items }) => [
      title,
      ...items.map(({ label, href, badge }) =>
        [label, href.replace('/project/abc', ''), badge].filter((part) => part !== undefined).join(' '),
      ),
    ]),
  ]
}
/**
 * A menu without the entries of further pages. What has the label or the address of a listed entry is no further page: it is
 * that entry, changed, moved or doubled.
 */
const withoutFurther = ([title, ...groups]: Written, [, ...listed]: Written): Written => {
  const partsOf = (entry = '') => /^(.*?) (\/\S*)/.exec(entry)?.slice(1) ?? []
  const known = new Set(listed.flatMap(([, ...items]) => items.flatMap(partsOf)))
  const kept = groups.map(([name, ...items]) => [
    name,
    ...items.filter((item) => partsOf(item).some((part) => known.has(part))),
  ])
  return [
    title,
    ...kept.filter(([name, ...items]) => items.length > 0 || listed.some(([other]) => other === name)),
  ]
}
/** The menu has these entries, in these groups and this order; it may have further ones. */
const expectMenu = (path: string, listed: Written, more: More = {}) =>
  expect(withoutFurther(written(path, more), listed)).toEqual(listed)

test('Database', () => {
  expectMenu('database/tables', [
    'Database',
    [
      'Database Management',
      'Schemas /database/schemas',
      'Tables /database/tables',
      'Functions /database/functions',
      'Triggers /database/triggers',
      'Enumerated Types /database/types',
      'Extensions /database/extensions',
      'Indexes /database/indexes',
      'Publications /database/publications',
      'Replication /database/replication',
    ],
    [
      'Configuration',
      'Roles /database/roles',
      'Column Privileges /database/column-privileges ALPHA',
      'Policies /auth/policies',
      'Settings /database/settings',
    ],
    [
      'Platform',
      'Backups /database/backups/scheduled',
      'Migrations /database/migrations',
      'Wrappers /integrations?category=wrapper',
      'Webhooks /integrations/webhooks/overview',
    ],
    [
      'Tools',
      'Security Advisor /advisors/security',
      'Performance Advisor /advisors/performance',
      'Query Performance /advisors/query-performance',
    ],
  ])
})

test('Authentication', () => {
  expectMenu('auth/users', [
    'Authentication',
    ['Manage', 'Users /auth/users'],
    [
      'Configuration',
      'Policies /auth/policies',
      'Sign In / Providers /auth/providers',
      'Sessions /auth/sessions',
      'Rate Limits /auth/rate-limits',
      'Emails /auth/templates',
      'Multi-Factor /auth/mfa',
      'URL Configuration /auth/url-configuration',
      'Attack Protection /auth/protection',
      'Auth Hooks /auth/hooks BETA',
      'Audit Logs /auth/audit-logs BETA',
      'Advanced /auth/advanced',
    ],
  ])
})

test('Settings', () => {
  expectMenu('settings/general', [
    'Settings',
    [
      'Project Settings',
      'General /settings/general',
      'Compute and Disk /settings/compute-and-disk',
      'Infrastructure /settings/infrastructure',
      'Integrations /settings/integrations',
      'Log Drains /settings/log-drains',
      'Data API /settings/api',
      'API Keys /settings/api-keys NEW',
      'JWT Keys /settings/jwt NEW',
      'Add-ons /settings/addons',
      'Vault /integrations/vault/overview ALPHA',
    ],
    [
      'Configuration',
      'Database /database/settings',
      'Authentication /auth/providers',
      'Storage /storage/settings',
      'Edge Functions /functions/secrets',
    ],
    ['Billing', 'Subscription /org/acme/billing', 'Usage /org/acme/usage?projectRef=abc'],
  ])
})

test.each<[path: string, menu: Written]>([
  // Its pages show it in their list of buckets.
  ['storage/settings', [undefined]],
  ['functions', ['Edge Functions', [undefined, 'Functions /functions', 'Secrets /functions/secrets']]],
  [
    'advisors/security',
    [
      'Advisors',
      [
        undefined,
        'Security Advisor /advisors/security',
        'Performance Advisor /advisors/performance',
        'Query Performance /advisors/query-performance',
      ],
    ],
  ],
])('%s', (path, menu) => {
  expectMenu(path, menu)
})

test('the settings of an organization', () => {
  const menu = { slug: 'acme', ref: null, pathname: '/org/acme/audit' }
  const listed: Written = [
    'Organization settings',
    [
      undefined,
      'General /org/acme/general',
      'Security /org/acme/security',
      'Authorized apps /org/acme/apps',
      'Audit log /org/acme/audit',
      'Documents /org/acme/documents',
    ],
  ]
  expectMenu('', listed, menu)
  expect(entries('', menu).find(({ active }) => active)?.key).toBe('audit')
})

test('self-hosted Authentication has the same pages as the hosted one', () => {
  const keys = (isPlatform: boolean) => entries('auth/users', { isPlatform }).map(({ key }) => key)
  expect(keys(false)).toEqual(keys(true))
})

test.each<[what: string, groups: string[][], passes: boolean]>([
  [
    'is as listed',
    [
      ['Manage', 'Users /users', 'Roles /roles'],
      ['More', 'Hooks /hooks BETA'],
    ],
    true,
  ],
  [
    'has a further entry',
    [
      ['Manage', 'Users /users', 'Odd /odd', 'Roles /roles'],
      ['More', 'Hooks /hooks BETA'],
    ],
    true,
  ],
  [
    'has a further group',
    [
      ['Manage', 'Users /users', 'Roles /roles'],
      ['Odd', 'Odd /odd'],
      ['More', 'Hooks /hooks BETA'],
    ],
    true,
  ],
  [
    'lacks an entry',
    [
      ['Manage', 'Users /users'],
      ['More', 'Hooks /hooks BETA'],
    ],
    false,
  ],
  ['lacks the only entry of a group', [['Manage', 'Users /users', 'Roles /roles'], ['More']], false],
  ['lacks a group', [['Manage', 'Users /users', 'Roles /roles']], false],
  [
    'has another label',
    [
      ['Manage', 'People /users', 'Roles /roles'],
      ['More', 'Hooks /hooks BETA'],
    ],
    false,
  ],
  [
    'has another address',
    [
      ['Manage', 'Users /user', 'Roles /roles'],
      ['More', 'Hooks /hooks BETA'],
    ],
    false,
  ],
  [
    'has no badge',
    [
      ['Manage', 'Users /users', 'Roles /roles'],
      ['More', 'Hooks /hooks'],
    ],
    false,
  ],
  [
    'has another order',
    [
      ['Manage', 'Roles /roles', 'Users /users'],
      ['More', 'Hooks /hooks BETA'],
    ],
    false,
  ],
  [
    'has another order of groups',
    [
      ['More', 'Hooks /hooks BETA'],
      ['Manage', 'Users /users', 'Roles /roles'],
    ],
    false,
  ],
  [
    'has an entry in another group',
    [
      ['Manage', 'Users /users'],
      ['More', 'Roles /roles', 'Hooks /hooks BETA'],
    ],
    false,
  ],
  [
    'has an entry in a further group',
    [
      ['Manage', 'Users /users'],
      ['Odd', 'Roles /roles'],
      ['More', 'Hooks /hooks BETA'],
    ],
    false,
  ],
  [
    'has an entry twice',
    [
      ['Manage', 'Users /users', 'Roles /roles', 'Users /users'],
      ['More', 'Hooks /hooks BETA'],
    ],
    false,
  ],
  [
    'has an address twice',
    [
      ['Manage', 'Users /users', 'Roles /roles', 'People /users'],
      ['More', 'Hooks /hooks BETA'],
    ],
    false,
  ],
  [
    'names a group otherwise',
    [
      ['Managed', 'Users /users', 'Roles /roles'],
      ['More', 'Hooks /hooks BETA'],
    ],
    false,
  ],
])('a menu that %s, with the groups %j, passes: %s', (_, groups, passes) => {
  const listed: Written = ['Menu', ['Manage', 'Users /users', 'Roles /roles'], ['More', 'Hooks /hooks BETA']]
  const isListed = JSON.stringify(withoutFurther(['Menu', ...groups], listed)) === JSON.stringify(listed)
  expect(isListed).toBe(passes)
})

test.each<[path: string, key: string, more: More]>([
  ['auth/users', 'authProviders', without('authProviders')],
  ['auth/users', 'authRateLimits', without('authRateLimits')],
  ['auth/users', 'authTemplates', without('authEmails')],
  ['auth/users', 'authMfa', without('authMfa')],
  ['auth/users', 'authProtection', without('authProtection')],
  ['auth/users', 'authHooks', without('authHooks')],
  ['auth/users', 'authAuditLogs', without('authAuditLogs')],
  ['auth/users', 'authAdvanced', without('authAdvanced')],
  ['database/tables', 'replication', without('replicationShown')],
  ['database/tables', 'roles', without('rolesShown')],
  ['database/tables', 'columnPrivileges', without('columnPrivileges')],
  ['database/tables', 'backups', { isPlatform: false }],
  ['database/tables', 'webhooks', without('integrationWebhooks')],
  ['settings/general', 'computeAndDisk', { isPlatform: false }],
  ['settings/general', 'logDrains', without('logDrains')],
  ['settings/general', 'auth', without('authEnabled')],
  ['settings/general', 'auth', { may: { ...state.may, auth: false } }],
  ['settings/general', 'storageSettings', without('storageEnabled')],
  ['settings/general', 'storageSettings', { may: { ...state.may, storage: false } }],
  ['settings/general', 'functionSecrets', without('functionsEnabled')],
  ['settings/general', 'functionSecrets', { may: { ...state.may, functions: false } }],
  ['settings/general', 'organizationBilling', { may: { ...state.may, billing: false } }],
  ['settings/general', 'organizationBilling', { isPlatform: false }],
  ['settings/general', 'organizationBilling', { organizationSlug: undefined }],
  ['settings/general', 'usage', { isPlatform: false }],
  ['settings/general', 'usage', { organizationSlug: undefined }],
])('the menu of %s hides %s with %j', (path, key, more) => {
  expect(entry(path, key)).toBeDefined()
  expect(entry(path, key, more)).toBeUndefined()
})

test.each<[path: string, flag: MenuFlag, keys: string[]]>([
  ['functions', 'functionsEnabled', ['edgeFunctions']],
  ['functions/secrets', 'functionsEnabled', ['edgeFunctions']],
  ['auth/users', 'authEnabled', ['policies']],
])('the menu of %s has one entry without %s', (path, flag, keys) => {
  expect(entries(path).length).toBeGreaterThan(1)
  expect(entries(path, without(flag)).map(({ key }) => key)).toEqual(keys)
})

test('replication that can’t be used yet says so', () => {
  expect(entry('database/tables', 'replication')?.badge).toBeUndefined()
  expect(entry('database/tables', 'replication', without('replicationEnabled'))?.badge).toBe('Coming soon')
})

test('backups by point in time when that is on', () => {
  const more = { pitr: true, pathname: '/project/abc/database/backups/restore' }
  expect(entry('', 'backups', more)).toMatchObject({
    href: '/project/abc/database/backups/pitr',
    active: true,
  })
})

test('while the project comes up some pages of its settings stay at its own', () => {
  const comingUp = { status: 'COMING_UP' } as const
  for (const { key, href, refusal } of entries('settings/general', comingUp)) {
    const waits = ['computeAndDisk', 'infrastructure', 'dataApi', 'vault', 'databaseSettings'].includes(key)
    expect([key, href === '/project/abc', refusal !== undefined]).toEqual([key, waits, waits])
  }
})

test('signing keys where the legacy JWT keys are not in use', () => {
  const more = without('legacyJwtKeys')
  expect(entry('settings/general', 'jwtKeys', more)?.href).toBe('/project/abc/settings/jwt/signing-keys')
  expect(entry('settings/jwt/signing-keys', 'jwtKeys')?.active).toBe(true)
})

test('without providers auth leads to the policies, and the mail server belongs to Emails', () => {
  const more = without('authProviders')
  expect(entry('settings/general', 'auth', more)?.href).toBe('/project/abc/auth/policies')
  expect(entry('auth/smtp', 'authTemplates')?.active).toBe(true)
})

test.each([
  ['/project/a', false],
  ['/project/a/', false],
  ['/project/a/sql/1', false],
  ['/project/a/editor/12', false],
  ['/project/a/auth/users', true],
  ['/project/a/database', true],
  ['/project/a/databases', false],
  ['/project/a/settings/jwt/signing-keys', true],
  ['/project/a/functions', true],
  ['/project/a/integrations/vault/overview', false],
  ['/org/a', false],
  ['/org/a/team', false],
  ['/org/a/general', true],
  ['/org/a/audit/', true],
  ['/org/a/auditor', false],
  ['/project/a/constructor', false],
  ['/project/a/organizationSettings', false],
  ['/account/security', false],
])('%s has a side menu: %s', (path, has) => {
  const [, kind, word = null] = /^\/(org|project)\/(\w+)/.exec(path) ?? []
  const params = { slug: kind === 'org' ? word : null, ref: kind === 'project' ? word : null }
  const known = { ...state, ...params, organizationSlug: params.slug ?? 'acme', pathname: path }
  expect(sideMenuOf(known, KNOWLEDGE) !== null).toBe(has)
})

test('every entry of every menu leads to a page', () => {
  const all = allSideMenus(state, KNOWLEDGE).flatMap(({ sections }) => sections.flatMap(({ items }) => items))
  expect(all.length).toBeGreaterThan(50)
  const platform = { isPlatform: true, flags: {}, search: '', lastShown: () => null }
  for (const { href, label } of all) {
    const match = matchRoute(pages, href.replace(/\?.*/, ''))
    expect([href, match && destinationOf(pages[match.name], match.params, platform)]).toEqual([
      href,
      { type: 'screen' },
    ])
    expect([href, label]).not.toEqual([href, ''])
  }
})
