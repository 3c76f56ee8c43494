/**
 * The sidebar of a project: its entries depend on its status, the feature permissions and the platform.
 * @rule menus.project  @spec §2
 */
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import { highlighted, type EntryData, type MenuGroup } from './menu.js'

/** The links of a project's sidebar. */
export type ProjectMenuKey =
  | 'home'
  | 'editor'
  | 'sql'
  | 'database'
  | 'auth'
  | 'storage'
  | 'functions'
  | 'realtime'
  | 'advisors'
  | 'reports'
  | 'logs'
  | 'api'
  | 'integrations'
  | 'settings'

/** Parts of a project that a permission can hide. */
export interface FeatureRights {
  auth: boolean
  functions: boolean
  storage: boolean
  realtime: boolean
  reports: boolean
}

/** The facts that decide the sidebar of a project. */
export interface ProjectMenuState {
  ref: string
  pathname: string
  /** Undefined while unknown: nothing is disabled then. */
  status: ProjectStatus | undefined
  isPlatform: boolean
  may: FeatureRights
  /** The flag of the unified logs. */
  unifiedLogs: boolean
}

/** The sidebar of a project, in groups. While the project comes up, links that need its database are disabled. */
export function projectMenu(state: ProjectMenuState): MenuGroup<ProjectMenuKey>[] {
  const { ref, status, isPlatform, may, unifiedLogs } = state
  const base = `/project/${encodeURIComponent(ref)}`
  const comingUp = status === 'COMING_UP'
  const healthy = status === 'ACTIVE_HEALTHY' || status === undefined
  /** While the project comes up most links lead to its overview; they are still marked for the pages under them. */
  const entry = (
    key: ProjectMenuKey,
    path: string,
    area: string,
    ...also: string[]
  ): EntryData<ProjectMenuKey> => ({
    key,
    href: comingUp && key !== 'home' && key !== 'settings' ? base : base + path,
    also: [area, ...also].map((other) => base + other),
  })
  const when = <Entry>(shown: boolean, ...entries: Entry[]) => (shown ? entries : [])
  const groups = [
    { key: 'start', entries: [{ key: 'home' as const, href: base }] },
    {
      key: 'tools',
      entries: [entry('editor', '/editor', '/editor'), entry('sql', isPlatform ? '/sql' : '/sql/1', '/sql')],
    },
    {
      key: 'products',
      entries: [
        entry('database', healthy ? '/database/schemas' : '/database/backups/scheduled', '/database'),
        ...when(may.auth, entry('auth', '/auth/users', '/auth')),
        ...when(may.storage, entry('storage', '/storage/buckets', '/storage')),
        ...when(may.functions, entry('functions', '/functions', '/functions')),
        ...when(may.realtime, entry('realtime', '/realtime/inspector', '/realtime')),
      ],
    },
    {
      key: 'insight',
      entries: [
        entry('advisors', '/advisors/security', '/advisors'),
        ...when(may.reports, entry('reports', '/reports', '/reports')),
        entry('logs', unifiedLogs ? '/logs' : '/logs/explorer', '/logs'),
        entry('api', '/api', '/api'),
        entry('integrations', '/integrations', '/integrations'),
      ],
    },
    { key: 'settings', entries: [entry('settings', '/settings/general', '/settings')] },
  ]
  return exactHome(highlighted(groups, state.pathname), base, state.pathname)
}

/** The path of every page of a project begins with the path of its home; home itself matches exactly. */
function exactHome(
  groups: MenuGroup<ProjectMenuKey>[],
  base: string,
  pathname: string,
): MenuGroup<ProjectMenuKey>[] {
  return groups.map((group) => ({
    ...group,
    entries: group.entries.map((entry) => ({
      ...entry,
      active: entry.active && (entry.key === 'home' ? pathname === base : pathname !== base),
    })),
  }))
}
