import { expect, test } from 'vitest'
import { databaseMenu, type DatabaseMenuState } from './database-menu.js'

const state: DatabaseMenuState = {
  ref: 'abc',
  pathname: '/project/abc/database/tables',
  isPlatform: true,
  replication: { shown: true, enabled: true },
  rolesShown: true,
  columnPrivileges: true,
  pitr: false,
  pgNetExists: true,
}
const entries = (more: Partial<DatabaseMenuState> = {}) =>
  databaseMenu({ ...state, ...more }).flatMap((group) => group.entries)
const entry = (key: string, more: Partial<DatabaseMenuState> = {}) =>
  entries(more).find((one) => one.key === key)

test('every entry in its group', () => {
  expect(databaseMenu(state).map(({ key, entries: own }) => [key, own.map((one) => one.key)])).toEqual([
    [
      'management',
      [
        'schemas',
        'tables',
        'functions',
        'triggers',
        'types',
        'extensions',
        'indexes',
        'publications',
        'replication',
      ],
    ],
    ['configuration', ['roles', 'column-privileges', 'policies', 'settings']],
    ['platform', ['backups', 'migrations', 'wrappers', 'webhooks']],
    ['tools', ['security-advisor', 'performance-advisor', 'query-performance']],
  ])
})

test.each([
  ['schemas', '/project/abc/database/schemas'],
  ['publications', '/project/abc/database/publications'],
  ['policies', '/project/abc/auth/policies'],
  ['settings', '/project/abc/database/settings'],
  ['backups', '/project/abc/database/backups/scheduled'],
  ['migrations', '/project/abc/database/migrations'],
  ['wrappers', '/project/abc/integrations?category=wrapper'],
  ['webhooks', '/project/abc/integrations/webhooks/overview'],
  ['security-advisor', '/project/abc/advisors/security'],
  ['performance-advisor', '/project/abc/advisors/performance'],
  ['query-performance', '/project/abc/advisors/query-performance'],
])('%s is at %s', (key, href) => {
  expect(entry(key)?.href).toBe(href)
})

test('replication: hidden, coming soon, or there', () => {
  expect(entry('replication', { replication: { shown: false, enabled: true } })).toBeUndefined()
  expect(entry('replication', { replication: { shown: true, enabled: false } })?.badge).toBe('coming-soon')
  expect(entry('replication')?.badge).toBeUndefined()
})

test('what the flags and the platform hide', () => {
  expect(entry('roles', { rolesShown: false })).toBeUndefined()
  expect(entry('column-privileges', { columnPrivileges: false })).toBeUndefined()
  expect(entry('column-privileges')?.badge).toBe('alpha')
  expect(entry('backups', { isPlatform: false })).toBeUndefined()
  expect(entry('webhooks', { pgNetExists: false })).toBeUndefined()
})

test('backups by point in time when that is on', () => {
  expect(entry('backups', { pitr: true })?.href).toBe('/project/abc/database/backups/pitr')
  const active = entries({ pathname: '/project/abc/database/backups/restore' }).find((one) => one.active)
  expect(active?.key).toBe('backups')
})
