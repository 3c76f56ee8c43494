/** The backups from which a database can be replayed further. */
import type { BackupRow } from '../../control/backups.js'
import type { FollowedBackup } from './recoverable.js'

export function followedBackups(backups: readonly BackupRow[]): FollowedBackup[] {
  return backups.flatMap(({ id, status, begun_at, ended_at, wal_line }) =>
    status === 'completed' && ended_at !== null && wal_line !== null
      ? [{ id, begunAt: new Date(begun_at), endedAt: new Date(ended_at), line: wal_line }]
      : [],
  )
}
