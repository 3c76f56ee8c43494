/** Whether a replica is healthy, by the state of its server and by how its primary sees it. */
import type { Following } from '../engines/cluster/replicas/replication-slots.js'

export interface ReplicaState {
  /** `resync`: it must be copied from its primary again. `closed`: with its primary. `failed`: it should run. */
  is: 'running' | 'closed' | 'resync' | 'failed'
  /** Why it failed. */
  why?: string
}

export type ReplicaHealth =
  | { type: 'healthy' }
  | { type: 'unhealthy'; reason: 'resync' | 'lost' | 'not-started' | 'not-following' }

/** @param following undefined: its primary is closed, or keeps no slot for it */
export function replicaHealth({ is }: ReplicaState, following: Following | undefined): ReplicaHealth {
  if (is === 'resync') return { type: 'unhealthy', reason: 'resync' }
  if (following?.isLost) return { type: 'unhealthy', reason: 'lost' }
  if (is === 'failed') return { type: 'unhealthy', reason: 'not-started' }
  if (is === 'running' && following && !following.isStreaming)
    return { type: 'unhealthy', reason: 'not-following' }
  return { type: 'healthy' }
}
