/** How far the setup of a replica is, as `databases-statuses` gives it. */
import type { DatabaseStatus } from '@basedeck/platform-client/contract'
import { copyEstimate } from '@basedeck/core/rules/projects'
import type { ReplicaRow } from '../control/replicas.js'

/** WAL is replayed about so fast, until there is something to measure. */
const REPLAY_BYTES_PER_SECOND = 64 * 1024 * 1024

export function initializationOf(
  row: ReplicaRow,
  now: Date,
): NonNullable<DatabaseStatus['replicaInitializationStatus']> {
  const { status, status_reason, setup_step, copied_bytes, copy_bytes, copy_begun_at } = row
  if (status === 'INIT_READ_REPLICA_FAILED')
    return { status: 'failed', ...(status_reason === null ? {} : { error: status_reason }) }
  if (status !== 'INIT_READ_REPLICA') return { status: 'completed' }
  const progress = setup_step ?? 'Requested'
  if (copied_bytes === null || copy_bytes === null || copy_begun_at === null)
    return { status: 'in_progress', progress }
  const seconds = (now.getTime() - new Date(copy_begun_at).getTime()) / 1000
  const { secondsLeft } = copyEstimate({ doneBytes: copied_bytes, totalBytes: copy_bytes, seconds })
  if (secondsLeft === undefined) return { status: 'in_progress', progress }
  return {
    status: 'in_progress',
    progress,
    estimations: {
      baseBackupDownloadEstimateSeconds: progress === 'InitiatedReadReplicaSetup' ? secondsLeft : 0,
      // The log of the time that the copy takes is replayed after it.
      walArchiveReplayEstimateSeconds: Math.ceil((copy_bytes * 0.1) / REPLAY_BYTES_PER_SECOND),
    },
  }
}
