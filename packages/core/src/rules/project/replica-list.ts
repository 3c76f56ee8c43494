/**
 * Read replicas in lists: their order, their names, their badges, and which may be chosen.
 * @rule replicas.list  @spec §4
 */
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import { regionName } from './regions.js'

/** What the rules look at. */
export interface ListedDatabase {
  identifier: string
  type: 'PRIMARY' | 'READ_REPLICA'
  region: string
  status: ProjectStatus
  inserted_at: string
}

/** The primary first, then the oldest first. */
export function databaseOrder<Listed extends ListedDatabase>(databases: readonly Listed[]): Listed[] {
  return databases.toSorted((a, b) => {
    if (a.type !== b.type) return a.type === 'PRIMARY' ? -1 : 1
    return a.inserted_at.localeCompare(b.inserted_at) || a.identifier.localeCompare(b.identifier)
  })
}

/** The region in brackets, without the part of the world: `Singapore`; a region without a name is its code. */
export function shortRegion(code: string): string {
  return /\(([^)]+)\)/.exec(regionName(code))?.[1] ?? code
}

/** What tells replicas of one region apart. */
export function lastPart(identifier: string): string {
  return identifier.slice(identifier.lastIndexOf('-') + 1)
}

/** What the badge of a replica says. */
export type ReplicaBadge = 'coming-up' | 'init-failed' | 'going-down' | 'restarting' | 'healthy' | 'unhealthy'

/** CLARIFICATIONS "Entities and replicas". */
export function replicaBadge(status: ProjectStatus): ReplicaBadge {
  switch (status) {
    case 'COMING_UP':
    case 'INIT_READ_REPLICA':
      return 'coming-up'
    case 'INIT_READ_REPLICA_FAILED':
    case 'INIT_FAILED':
      return 'init-failed'
    case 'GOING_DOWN':
      return 'going-down'
    case 'RESTARTING':
    case 'RESIZING':
      return 'restarting'
    case 'ACTIVE_HEALTHY':
      return 'healthy'
    default:
      return 'unhealthy'
  }
}

/** Whether a database may be chosen, and if not, why. SPEC §4. */
export function choosable(
  status: ProjectStatus,
): { type: 'yes' } | { type: 'no'; why: 'coming-up' | 'unhealthy' } {
  if (status === 'ACTIVE_HEALTHY') return { type: 'yes' }
  return { type: 'no', why: replicaBadge(status) === 'coming-up' ? 'coming-up' : 'unhealthy' }
}
