/**
 * The side menu of Database.
 * @rule menus.database  @spec §2
 */
import { highlighted, type MenuGroup } from './menu.js'

export type DatabaseMenuKey =
  | 'schemas'
  | 'tables'
  | 'functions'
  | 'triggers'
  | 'types'
  | 'extensions'
  | 'indexes'
  | 'publications'
  | 'replication'
  | 'roles'
  | 'column-privileges'
  | 'policies'
  | 'settings'
  | 'backups'
  | 'migrations'
  | 'wrappers'
  | 'webhooks'
  | 'security-advisor'
  | 'performance-advisor'
  | 'query-performance'

export interface DatabaseMenuState {
  ref: string
  pathname: string
  isPlatform: boolean
  /** Two flags: whether Replication is shown, and whether it can be used. CLARIFICATIONS "Menus". */
  replication: { shown: boolean; enabled: boolean }
  rolesShown: boolean
  columnPrivileges: boolean
  /** Point-in-time recovery is on. */
  pitr: boolean
  pgNetExists: boolean
}

export function databaseMenu(state: DatabaseMenuState): MenuGroup<DatabaseMenuKey>[] {
  const { ref, pathname, isPlatform, replication } = state
  const base = `/project/${encodeURIComponent(ref)}`
  const entry = (key: DatabaseMenuKey, path: string, ...also: string[]) => ({
    key,
    href: base + path,
    also: also.map((other) => base + other),
  })
  const page = (key: DatabaseMenuKey) => entry(key, `/database/${key}`)
  const when = <Entry>(shown: boolean, ...entries: Entry[]) => (shown ? entries : [])
  return highlighted(
    [
      {
        key: 'management',
        entries: [
          page('schemas'),
          page('tables'),
          page('functions'),
          page('triggers'),
          page('types'),
          page('extensions'),
          page('indexes'),
          page('publications'),
          ...when(replication.shown, {
            ...page('replication'),
            ...(replication.enabled ? {} : { badge: 'coming-soon' as const }),
          }),
        ],
      },
      {
        key: 'configuration',
        entries: [
          ...when(state.rolesShown, page('roles')),
          ...when(state.columnPrivileges, { ...page('column-privileges'), badge: 'alpha' as const }),
          entry('policies', '/auth/policies'),
          page('settings'),
        ],
      },
      {
        key: 'platform',
        entries: [
          ...when(
            isPlatform,
            entry(
              'backups',
              state.pitr ? '/database/backups/pitr' : '/database/backups/scheduled',
              '/database/backups',
            ),
          ),
          page('migrations'),
          entry('wrappers', '/integrations?category=wrapper'),
          ...when(state.pgNetExists, entry('webhooks', '/integrations/webhooks/overview')),
        ],
      },
      {
        key: 'tools',
        entries: [
          entry('security-advisor', '/advisors/security'),
          entry('performance-advisor', '/advisors/performance'),
          entry('query-performance', '/advisors/query-performance'),
        ],
      },
    ],
    pathname,
  )
}
