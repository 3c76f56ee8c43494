/** Which replicas of a project answer reads of its data API, and when. */
import type { DatabaseId, ReplicaReads } from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import { replicaReadsOf, replicasOf } from '../control/replicas.js'
import type { EngineReplicas } from '../engines/engine-registry.js'

/** Plain data. */
export interface ReadTargets {
  reads: ReplicaReads
  /** Those that follow their primary. */
  replicas: { id: DatabaseId; lagSeconds: number }[]
}

export async function readTargetsOf(
  { control, registry }: { control: ControlDatabase; registry: Pick<EngineReplicas, 'followings'> },
  ref: string,
): Promise<ReadTargets> {
  const rows = await replicasOf({ select: control.selectOften }, ref)
  const healthy = rows.filter(
    ({ status, promoting_to }) => status === 'ACTIVE_HEALTHY' && promoting_to === null,
  )
  const reads = await replicaReadsOf(control, ref)
  if (healthy.length === 0) return { reads, replicas: [] }
  const follows = await registry.followings(ref)
  return {
    reads,
    replicas: healthy.flatMap(({ identifier: id }) => {
      const following = follows.get(id)
      return following?.isStreaming ? [{ id, lagSeconds: following.lagSeconds }] : []
    }),
  }
}
