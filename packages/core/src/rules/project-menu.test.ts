import { expect, test } from 'vitest'
import { projectMenu, type ProjectMenuState } from './project-menu.js'

const state: ProjectMenuState = {
  ref: 'abc',
  pathname: '/project/abc',
  status: 'ACTIVE_HEALTHY',
  isPlatform: true,
  may: { auth: true, functions: true, storage: true, realtime: true, reports: true },
  unifiedLogs: false,
}
const hrefs = (more: Partial<ProjectMenuState> = {}) =>
  Object.fromEntries(
    projectMenu({ ...state, ...more }).flatMap(({ entries }) => entries.map(({ key, href }) => [key, href])),
  )

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
    logs: '/project/abc/logs/explorer',
    api: '/project/abc/api',
    integrations: '/project/abc/integrations',
    settings: '/project/abc/settings/general',
  })
})

test('the entries are in five groups', () => {
  expect(projectMenu(state).map(({ key, entries }) => [key, entries.length])).toEqual([
    ['start', 1],
    ['tools', 2],
    ['products', 5],
    ['insight', 5],
    ['settings', 1],
  ])
})

test('while the status is not known the menu is that of a healthy project', () => {
  expect(hrefs({ status: undefined } as never)).toEqual(hrefs())
})

test.each([
  'editor',
  'auth',
  'storage',
  'functions',
  'realtime',
  'advisors',
  'reports',
  'api',
  'integrations',
])('a page below /%s highlights its entry', (part) => {
  const entries = projectMenu({ ...state, pathname: `/project/abc/${part}/x` }).flatMap(
    (group) => group.entries,
  )
  expect(entries.filter((entry) => entry.active).map((entry) => entry.key)).toEqual([part])
})

test('self-hosted SQL opens at its first text', () => {
  expect(hrefs({ isPlatform: false })['sql']).toBe('/project/abc/sql/1')
})

test('the unified logs, when their flag is on', () => {
  expect(hrefs({ unifiedLogs: true })['logs']).toBe('/project/abc/logs')
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
    const entries = projectMenu({ ...state, pathname, status }).flatMap((group) => group.entries)
    const active = entries.filter((entry) => entry.active).map((entry) => entry.key)
    expect(active).toEqual(key === undefined ? [] : [key])
  }
})
