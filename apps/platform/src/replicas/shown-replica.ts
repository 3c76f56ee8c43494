/** A replica as the calls give it. */
import type { ReadReplica, ReplicaLagPoint } from '@basedeck/platform-client/contract'
import { copyEstimate } from '@basedeck/core/rules/projects'
import type { ReplicaRow } from '../control/replicas.js'
import type { Following } from '../engines/cluster/replicas/replication-slots.js'

export function shownReplica(
  row: ReplicaRow,
  following: Following | undefined,
  history: readonly ReplicaLagPoint[],
  now: Date,
): ReadReplica {
  const { identifier, region, status, status_reason, setup_step, db_host, db_port, created_at } = row
  return {
    identifier,
    region,
    status: row.promoting_to === null ? status : 'RESTARTING',
    status_reason,
    step: setup_step ?? 'Requested',
    copy: copyOf(row, now),
    lag: following?.isStreaming ? { bytes: following.lagBytes, seconds: following.lagSeconds } : null,
    history: [...history],
    db_host,
    db_port,
    inserted_at: created_at,
  }
}

/** How far the copy is. Null: it has not begun. */
export function copyOf(
  { copied_bytes, copy_bytes, copy_begun_at, setup_step }: ReplicaRow,
  now: Date,
): ReadReplica['copy'] {
  if (copied_bytes === null || copy_bytes === null || copy_begun_at === null) return null
  const seconds = (now.getTime() - new Date(copy_begun_at).getTime()) / 1000
  const isUnderWay = setup_step === 'InitiatedReadReplicaSetup'
  const { bytesPerSecond } = copyEstimate({ doneBytes: copied_bytes, totalBytes: copy_bytes, seconds })
  return {
    done_bytes: copied_bytes,
    total_bytes: copy_bytes,
    bytes_per_second: isUnderWay ? Math.round(bytesPerSecond) : 0,
  }
}
