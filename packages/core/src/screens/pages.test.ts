import { expect, test } from 'vitest'
import { matchRoute } from '../kernel/router.js'
import { destinationOf as leadOf } from './destination.js'
import { infoPages, type InfoPageName } from './info-pages/info-pages.js'
import { isSidebarHidden } from '../rules/shell/sidebar.js'
import type { PageData, Params, Platform, ScreenData } from './page.js'
import { areas, hasScreen, pages, type RouteName } from './pages.js'

const lastShown: Platform['lastShown'] = (ref, kind) =>
  kind === 'sql' ? `/project/${encodeURIComponent(ref)}/sql/last` : null
const hosted: Platform = { isPlatform: true, flags: {}, search: '', lastShown }
const selfHosted: Platform = { isPlatform: false, flags: {}, search: '', lastShown }
const names = Object.keys(pages) as RouteName[]
const dataOf = (name: RouteName): PageData & Partial<ScreenData> => pages[name]
const destinationOf = (name: RouteName, params: Params, platform: Platform | undefined) =>
  leadOf(pages[name], params, platform)
const hostedOnly = names.filter((name) => dataOf(name).hostedOnly)

/** SPEC §2 and what it leaves to its users to expect. */
const ORGANIZATION = [
  '',
  '/team',
  '/integrations',
  '/usage',
  '/billing',
  '/general',
  '/apps',
  '/audit',
  '/documents',
  '/security',
]
const PROJECT = [
  '',
  '/editor',
  '/editor/12',
  '/sql/1',
  ...['schemas', 'tables', 'functions', 'triggers', 'types', 'extensions', 'indexes', 'publications'].map(
    (page) => `/database/${page}`,
  ),
  ...['replication', 'roles', 'column-privileges', 'settings', 'migrations'].map(
    (page) => `/database/${page}`,
  ),
  '/database/backups/scheduled',
  '/database/backups/pitr',
  ...['users', 'policies', 'providers', 'sessions', 'rate-limits', 'templates', 'smtp', 'mfa'].map(
    (page) => `/auth/${page}`,
  ),
  ...['url-configuration', 'protection', 'hooks', 'audit-logs', 'advanced'].map((page) => `/auth/${page}`),
  '/storage/buckets',
  '/storage/settings',
  '/functions',
  '/functions/secrets',
  '/realtime/inspector',
  '/advisors/security',
  '/advisors/performance',
  '/advisors/query-performance',
  '/reports',
  '/logs/explorer',
  '/api',
  '/integrations',
  '/integrations/vault/overview',
  '/integrations/webhooks/overview',
  '/integrations/cron/overview',
  ...['general', 'compute-and-disk', 'infrastructure', 'integrations', 'log-drains', 'api'].map(
    (page) => `/settings/${page}`,
  ),
  ...['api-keys', 'jwt', 'jwt/signing-keys', 'addons'].map((page) => `/settings/${page}`),
  '/branches',
  '/merge',
]
const ADDRESSES = [
  ...ORGANIZATION.map((page) => `/org/acme${page}`),
  ...PROJECT.map((page) => `/project/abc${page}`),
  '/organizations',
  '/new',
  '/new/acme',
  '/support/new',
]

test.each(ADDRESSES)('%s opens a screen of a hosted platform', (address) => {
  const match = matchRoute(pages, address)
  expect(match).not.toBeNull()
  const { name, params } = match!
  expect(destinationOf(name, params, hosted)).toEqual({ type: 'screen' })
  expect(hasScreen(name)).toBe(true)
})

test.each([
  '/database',
  '/auth',
  '/storage',
  '/realtime',
  '/advisors',
  '/settings',
  '/sql',
  '/database/backups',
  '/integrations/vault',
  '/integrations/webhooks',
  '/integrations/cron',
])('%s leads to the first page of its subject', (page) => {
  const { name, params } = matchRoute(pages, `/project/a%2Fb${page}`)!
  const destination = destinationOf(name, params, hosted)
  expect(destination).toMatchObject({ type: 'redirect' })
  const to = destination.type === 'redirect' ? destination.to : ''
  expect(to.startsWith(`/project/a%2Fb${page}/`)).toBe(true)
  const target = matchRoute(pages, to)!
  expect(destinationOf(target.name, target.params, hosted)).toEqual({ type: 'screen' })
})

test('home is the organizations of a hosted platform, and the one project of another', () => {
  expect(destinationOf('root', {}, hosted)).toEqual({ type: 'redirect', to: '/organizations' })
  expect(destinationOf('root', {}, selfHosted)).toEqual({ type: 'redirect', to: '/project/default' })
  expect(destinationOf('root', {}, undefined)).toEqual({ type: 'unknown' })
})

test('logs open as one page unless their flag is off', () => {
  const params = { ref: 'abc' }
  const explorer = { type: 'redirect', to: '/project/abc/logs/explorer' }
  expect(destinationOf('logs', params, hosted)).toEqual({ type: 'screen' })
  expect(destinationOf('logs', params, { ...hosted, flags: { unifiedLogs: false } })).toEqual(explorer)
  expect(destinationOf('logs', params, undefined)).toEqual({ type: 'unknown' })
})

test.each([...hostedOnly])('%s does not exist on a self-hosted platform', (name) => {
  const params = { ref: 'default', slug: 'default' }
  expect(destinationOf(name, params, selfHosted)).toEqual({ type: 'hosted-only' })
  expect(destinationOf(name, params, undefined)).toEqual({ type: 'unknown' })
})

test('every page has a screen or leads on, and both only where a flag or what was shown last decides', () => {
  for (const name of names) {
    const isLeading = dataOf(name).leadsTo !== undefined
    expect([name, hasScreen(name) !== isLeading]).toEqual([name, name !== 'logs' && name !== 'tableEditor'])
  }
})

test.each(names.filter((name) => typeof dataOf(name).leadsTo === 'string'))(
  '%s leads to a page that has a screen',
  (name) => {
    const { path, leadsTo } = dataOf(name)
    const target = names.find((other) => dataOf(other).path === leadsTo)
    expect(target && hasScreen(target)).toBe(true)
    expect(path.includes('{ref}')).toBe(String(leadsTo).includes('{ref}'))
  },
)

test('no two pages have one address, and no two areas one name', () => {
  const paths = names.map((name) => dataOf(name).path)
  expect(new Set(paths).size).toBe(paths.length)
  const listed = Object.values(areas).flatMap((area) => Object.keys(area))
  expect([...listed, 'root'].toSorted()).toEqual(names.toSorted())
})

test('every page inside of a project says whether it needs the database, tells the status itself, or shows logs, which are kept elsewhere', () => {
  const silent = names.filter((name) => {
    const { path } = dataOf(name)
    return path.startsWith('/project/') && hasScreen(name) && !('needsDatabase' in pages[name])
  })
  expect(silent).toEqual(['projectHome', 'logs', 'logsExplorer', 'projectSettings'])
})

test.each(Object.keys(infoPages) as InfoPageName[])('%s waits for the database if its parts do', (name) => {
  const asks = infoPages[name].some(
    ({ source, isServerSettings }) =>
      isServerSettings === true || source?.kind === 'list' || source?.needsDatabase === true,
  )
  const { needsDatabase } = pages[name] as { needsDatabase?: unknown }
  const otherwise = dataOf(name).path.startsWith('/org/') ? undefined : 'partly'
  expect(needsDatabase).toBe(asks ? true : otherwise)
})

test('the editor opens where one was; self-hosted at its first query', () => {
  const params = { ref: 'default' }
  expect(destinationOf('sql', params, hosted)).toEqual({ type: 'redirect', to: '/project/default/sql/last' })
  expect(destinationOf('sql', params, selfHosted)).toEqual({ type: 'redirect', to: '/project/default/sql/1' })
  expect(destinationOf('sql', params, { ...hosted, lastShown: () => null })).toEqual({
    type: 'new-query',
    ref: 'default',
  })
  expect(destinationOf('sql', params, undefined)).toEqual({ type: 'unknown' })
})

test('the table editor opens the table that was shown last, else the list of tables', () => {
  const params = { ref: 'default' }
  const to = '/project/default/editor/7?schema=public'
  const shown: Platform = { ...hosted, lastShown: (_, kind) => (kind === 'table' ? to : null) }
  expect(destinationOf('tableEditor', params, shown)).toEqual({ type: 'redirect', to })
  expect(destinationOf('tableEditor', params, hosted)).toEqual({ type: 'screen' })
})

/** SPEC §2: on paths starting /account, /new, and on three addresses. */
test.each([
  ['/account', true],
  ['/account/installation', true],
  ['/account/no-such-page', true],
  ['/new', true],
  ['/new/acme', true],
  ['/support/new', true],
  ['/organizations', true],
  ['/sign-in', true],
  ['/docs', false],
  ['/org/acme/team', false],
  ['/project/default', false],
  ['/', false],
])('%s is without the sidebar: %s', (path, hidden) => {
  expect(isSidebarHidden(path, names.map(dataOf))).toBe(hidden)
})
