import { expect, test } from 'vitest'
import { matchRoute } from '../kernel/router.js'
import { destinationOf, hostedOnly, leadsOn, routes, type Platform, type RouteName } from './routes.js'
import { screens } from './screens.js'

const lastQuery = (ref: string) => `/project/${encodeURIComponent(ref)}/sql/last`
const hosted: Platform = { isPlatform: true, flags: {}, lastQuery }
const selfHosted: Platform = { isPlatform: false, flags: {}, lastQuery }
const names = Object.keys(routes) as RouteName[]

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
  const match = matchRoute(routes, address)
  expect(match).not.toBeNull()
  const { name, params } = match!
  expect(destinationOf(name, params, hosted)).toEqual({ type: 'screen' })
  expect(name in screens).toBe(true)
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
])('%s leads to the first page of its subject', (page) => {
  const { name, params } = matchRoute(routes, `/project/a%2Fb${page}`)!
  const destination = destinationOf(name, params, hosted)
  expect(destination).toMatchObject({ type: 'redirect' })
  const to = destination.type === 'redirect' ? destination.to : ''
  expect(to.startsWith(`/project/a%2Fb${page}/`)).toBe(true)
  const target = matchRoute(routes, to)!
  expect(destinationOf(target.name, target.params, hosted)).toEqual({ type: 'screen' })
})

test('home is the organizations of a hosted platform, and the one project of another', () => {
  expect(destinationOf('root', {}, hosted)).toEqual({ type: 'redirect', to: '/organizations' })
  expect(destinationOf('root', {}, selfHosted)).toEqual({ type: 'redirect', to: '/project/default' })
  expect(destinationOf('root', {}, undefined)).toEqual({ type: 'unknown' })
})

test('logs open as one page only when their flag is on', () => {
  const params = { ref: 'abc' }
  const explorer = { type: 'redirect', to: '/project/abc/logs/explorer' }
  expect(destinationOf('logs', params, hosted)).toEqual(explorer)
  expect(destinationOf('logs', params, { ...hosted, flags: { unifiedLogs: true } })).toEqual({
    type: 'screen',
  })
  expect(destinationOf('logs', params, undefined)).toEqual({ type: 'unknown' })
})

test.each([...hostedOnly])('%s does not exist on a self-hosted platform', (name) => {
  const params = { ref: 'default', slug: 'default' }
  expect(destinationOf(name, params, selfHosted)).toEqual({ type: 'missing' })
  expect(destinationOf(name, params, undefined)).toEqual({ type: 'unknown' })
})

test('every route has a screen or leads on, and never both unless a flag decides', () => {
  for (const name of names) {
    const hasScreen = name in screens
    expect([name, hasScreen !== leadsOn(name)]).toEqual([name, true])
  }
})

test('no two routes have one address', () => {
  const paths = names.map((name) => routes[name].path)
  expect(new Set(paths).size).toBe(paths.length)
})

test('the editor opens where one was; self-hosted at its first query', () => {
  const params = { ref: 'default' }
  expect(destinationOf('sql', params, hosted)).toEqual({ type: 'redirect', to: '/project/default/sql/last' })
  expect(destinationOf('sql', params, selfHosted)).toEqual({ type: 'redirect', to: '/project/default/sql/1' })
  expect(destinationOf('sql', params, { ...hosted, lastQuery: () => null })).toEqual({
    type: 'new-query',
    from: 'sql',
    ref: 'default',
  })
  expect(destinationOf('sql', params, undefined)).toEqual({ type: 'unknown' })
})
