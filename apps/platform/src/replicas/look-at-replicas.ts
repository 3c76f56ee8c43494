/** Compares what is written down of replicas with what they do, starts those that should run, and samples how far they are behind. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { insertLag, replicaById, setReplicaStatus, type ReplicaRow } from '../control/replicas.js'
import type { Following } from '../engines/cluster/replicas/replication-slots.js'
import { replicaText } from '../text/replicas.js'
import { replicaHealth, type ReplicaState } from './replica-health.js'
import type { ReplicasContext } from './replicas-context.js'

const WATCHED = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'RESTARTING']

export async function lookAtReplicas(context: ReplicasContext, ids: readonly DatabaseId[]): Promise<void> {
  const follows = new Map<string, Map<DatabaseId, Following>>()
  for (const id of ids) {
    const row = await replicaById(context.control, id)
    if (!row || !WATCHED.includes(row.status) || row.promoting_to !== null) continue
    if (row.project_status !== 'ACTIVE_HEALTHY') continue
    await lookAt(context, row, follows).catch((err: unknown) =>
      context.log.warn({ err, replica: id }, 'a read replica could not be looked after'),
    )
  }
}

async function lookAt(
  context: ReplicasContext,
  row: ReplicaRow,
  follows: Map<string, Map<DatabaseId, Following>>,
): Promise<void> {
  const { control, now } = context
  const { identifier: id, ref, status, status_reason } = row
  const state = await stateOf(context, id)
  // Nothing is known of it until its primary is opened.
  if (state.is === 'closed') return
  if (!follows.has(ref)) follows.set(ref, await context.registry.followings(ref))
  const following = follows.get(ref)?.get(id)
  const health = replicaHealth(state, following)
  const reason = health.type === 'healthy' ? null : REASON[health.reason](state)
  const to = health.type === 'healthy' ? 'ACTIVE_HEALTHY' : 'ACTIVE_UNHEALTHY'
  if (to !== status || reason !== status_reason)
    await control.write([setReplicaStatus(id, [status], to, reason)])
  if (following?.isStreaming)
    await control.append([
      insertLag(id, { at: minute(now()), bytes: following.lagBytes, seconds: following.lagSeconds }),
    ])
}

const REASON = {
  resync: () => replicaText.needsResync,
  lost: () => replicaText.lost,
  'not-started': ({ why }: ReplicaState) => replicaText.notStarted(why ?? ''),
  'not-following': () => replicaText.notFollowing,
} as const

/** A replica runs while its primary does. */
async function stateOf({ registry }: ReplicasContext, id: DatabaseId): Promise<ReplicaState> {
  const is = await registry.runsReplica(id)
  if (is !== 'stopped') return { is }
  try {
    await registry.open({ id, engine: 'cluster' })
    return { is: 'running' }
  } catch (error) {
    return { is: 'failed', why: error instanceof Error ? error.message : String(error) }
  }
}

/** A minute has one sample: a second one is left out. */
function minute(at: Date): string {
  return new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString()
}
