/** The backups from which a database can be replayed further. */
import type { BackupRow } from '../../control/backups.js'
import type { FollowedBackup } from './recoverable.js'

export function followedBackups(backups: readonly BackupRow[]): FollowedBackup[] {
  return backups.flatMap(({ id, status, begun_at, consistent_at, wal_line }) =>
    status === 'completed' && consistent_at !== null && wal_line !== null
      ? [{ id, begunAt: new Date(begun_at), consistentAt: new Date(consistent_at), line: wal_line }]
      : [],
  )
}
