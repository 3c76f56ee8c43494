/** The sidebars of SPEC §2, as the lists of the areas make them. */
import { expect, test } from 'vitest'
import { menuFlags } from '../../rules/shell/menu-flags.js'
import { MENU_KNOWLEDGE } from '../../testing/menu-knowledge.js'
import type { MenuState } from './menu-state.js'
import { sidebarMenu } from './sidebar-menu.js'

const state: MenuState = { ...MENU_KNOWLEDGE, slug: null }
const entries = (more: Partial<MenuState> = {}) =>
  (sidebarMenu({ ...state, ...more }) ?? []).flatMap(({ items }) => items)
const hrefs = (more: Partial<MenuState> = {}): Record<string, string> =>
  Object.fromEntries(entries(more).map(({ icon = '', href }) => [icon, href]))
const marked = (more: Partial<MenuState>) =>
  entries(more)
    .filter(({ active }) => active)
    .map(({ icon }) => icon)

test('a page of neither an organization nor a project has none', () => {
  expect(sidebarMenu({ ...state, ref: null })).toBeNull()
})

test('the groups of a project, by name', () => {
  expect(sidebarMenu(state)?.map(({ items }) => items.map(({ label }) => label))).toEqual([
    ['Project overview'],
    ['Table Editor', 'SQL Editor'],
    ['Database', 'Authentication', 'Storage', 'Edge Functions', 'Realtime'],
    ['Advisors', 'Reports', 'Logs', 'API', 'Integrations'],
    ['Settings'],
  ])
})

test('every entry of a healthy project with its address', () => {
  expect(hrefs()).toEqual({
    home: '/project/abc',
    editor: '/project/abc/editor',
    sql: '/project/abc/sql',
    database: '/project/abc/database/schemas',
    auth: '/project/abc/auth/users',
    storage: '/project/abc/storage/buckets',
    functions: '/project/abc/functions',
    realtime: '/project/abc/realtime/inspector',
    advisors: '/project/abc/advisors/security',
    reports: '/project/abc/reports',
    logs: '/project/abc/logs',
    api: '/project/abc/api',
    integrations: '/project/abc/integrations',
    settings: '/project/abc/settings/general',
  })
})

test('self-hosted SQL opens at its first text', () => {
  expect(hrefs({ isPlatform: false })['sql']).toBe('/project/abc/sql/1')
})

test('the explorer of logs, when the flag of the unified ones is off', () => {
  expect(hrefs({ flags: menuFlags({ unifiedLogs: false }) })['logs']).toBe('/project/abc/logs/explorer')
})

test.each([['INACTIVE'], ['ACTIVE_UNHEALTHY'], ['INIT_FAILED']])(
  'of a project that is %s the backups',
  (status) => {
    expect(hrefs({ status })['database']).toBe('/project/abc/database/backups/scheduled')
  },
)

test('while it comes up all but home and settings lead home', () => {
  const links = hrefs({ status: 'COMING_UP' })
  expect(links['settings']).toBe('/project/abc/settings/general')
  for (const [key, href] of Object.entries(links)) if (key !== 'settings') expect(href).toBe('/project/abc')
})

test.each([['auth'], ['functions'], ['storage'], ['realtime'], ['reports']] as const)(
  'without its permission %s is hidden',
  (feature) => {
    expect(hrefs({ may: { ...state.may, [feature]: false } })).not.toHaveProperty(feature)
  },
)

test.each([
  ['/project/abc', 'home'],
  ['/project/abc/sql/12', 'sql'],
  ['/project/abc/database/tables', 'database'],
  ['/project/abc/database/backups/scheduled', 'database'],
  ['/project/abc/logs', 'logs'],
  ['/project/abc/settings/api-keys', 'settings'],
  ['/project/abc/branches', undefined],
  ['/project/abcd', undefined],
])('%s highlights %s, whatever the status', (pathname, key) => {
  for (const status of ['ACTIVE_HEALTHY', 'COMING_UP'] as const) {
    expect(marked({ pathname, status })).toEqual(key === undefined ? [] : [key])
  }
})

const organization: Partial<MenuState> = { slug: 'acme', ref: null, pathname: '/org/acme' }

test('every entry of an organization with its address', () => {
  expect(hrefs(organization)).toEqual({
    projects: '/org/acme',
    team: '/org/acme/team',
    integrations: '/org/acme/integrations',
    usage: '/org/acme/usage',
    billing: '/org/acme/billing',
    settings: '/org/acme/general',
  })
})

test.each([[false], [undefined]])('billing only with billing permission, which is %s', (billing) => {
  expect(hrefs({ ...organization, may: { ...state.may, billing } })).not.toHaveProperty('billing')
})

test('an installation of one’s own has neither plans nor usage', () => {
  expect(Object.keys(hrefs({ ...organization, isPlatform: false }))).toEqual([
    'projects',
    'team',
    'integrations',
    'settings',
  ])
})

test('all links are disabled when the organization requires a second factor that is missing', () => {
  expect(entries({ ...organization, mfaMissing: true }).every(({ refusal }) => refusal !== undefined)).toBe(
    true,
  )
  expect(entries(organization).some(({ refusal }) => refusal !== undefined)).toBe(false)
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
])('%s highlights %s', (pathname, icon) => {
  expect(marked({ ...organization, pathname })).toEqual([icon])
})

test('a slug that is no word stays one part of the address', () => {
  expect(hrefs({ ...organization, organizationSlug: 'a/b' })['team']).toBe('/org/a%2Fb/team')
})
