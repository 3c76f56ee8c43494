/**
 * What another size of the compute add-on does to a project's database, and how much memory a size gives it here.
 * @rule addons.compute-size  @spec §3
 */
import type { Addons, ProjectStatus } from '@basedeck/platform-client/contract'
import { isChanging } from './project-status.js'

/** The add-on whose sizes set up a project's database server. */
export const COMPUTE_ADDON = 'compute_instance'
/** In `meta` of a size: how much memory the database server is set up for, in GB. */
export const MEMORY_GB = 'memory_gb'

/**
 * - `restart`: the database restarts with it
 * - `at-start`: it counts when the database starts the next time
 * - `wait`: the project is changing, and takes no other size
 * - `none`: it is only recorded
 */
export type ComputeEffect = 'restart' | 'at-start' | 'wait' | 'none'

export function computeEffect(
  { effect }: Pick<Addons['compute'], 'effect'>,
  status: ProjectStatus,
): ComputeEffect {
  if (effect === 'none') return 'none'
  if (isChanging(status)) return 'wait'
  return status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY' ? 'restart' : 'at-start'
}

/** What a size states, and what a database gets of it on this machine; in GB. */
export interface ComputeMemory {
  statedGb: number
  givenGb: number
}

/** Null: it states no memory, or has no effect. @param meta of the size */
export function computeMemory(
  meta: Readonly<Record<string, unknown>> | undefined,
  { effect, largest_memory_gb }: Addons['compute'],
): ComputeMemory | null {
  const stated = meta?.[MEMORY_GB]
  if (effect === 'none' || typeof stated !== 'number') return null
  return { statedGb: stated, givenGb: Math.min(stated, largest_memory_gb) }
}
