/**
 * How the backups of a project stand: the last good one, whether it was proved, and what is wrong.
 * @rule projects.backup-health  @spec §2
 */
import type { Backup, BackupSettings } from '@basedeck/platform-client/contract'
import { isBackupDue } from './backup-schedule.js'

const HOUR_MS = 60 * 60 * 1000
/** A large database takes its time; after this a scheduled backup is late. */
const LATE_AFTER_MS = HOUR_MS
/** A commit is archived after 60 seconds at the latest. */
const LOG_LATE_AFTER_MS = 2 * 60 * 1000

/** What is wrong, the worst first. */
export type BackupProblem = 'not-restorable' | 'failed' | 'late' | 'log-late'

/** How the backups of a project stand. */
export interface BackupHealth {
  /** `off`: none are made, and there are none. `waiting`: the first one is still to come. */
  state: 'off' | 'waiting' | 'good' | 'bad'
  problems: BackupProblem[]
  /** When the newest whole backup was begun; null: there is none. */
  lastGood: Date | null
  /** When a backup was last restored as a proof, and found good; null: never. */
  proved: Date | null
  /** Milliseconds for which the oldest part of the log waits to be archived; null: the log is not kept. */
  logLagMs: number | null
}

/** What is known of a project's backups. */
export interface KnownBackups {
  settings: Pick<BackupSettings, 'schedule' | 'hour' | 'point_in_time'>
  /** The newest first. */
  backups: readonly Pick<Backup, 'kind' | 'status' | 'begun_at' | 'proof'>[]
  /** Since when the oldest part of the log waits to be archived; undefined: nothing waits. */
  logWaitsSince: Date | undefined
}

/** What is to be told of a project's backups at a moment. */
export function backupHealth({ settings, backups, logWaitsSince }: KnownBackups, now: Date): BackupHealth {
  const ended = backups.filter(({ status }) => status !== 'running')
  const good = ended.filter(({ status }) => status === 'completed')
  const scheduled = ended.filter(({ kind }) => kind === 'scheduled')
  const [newestProof] = backups
    .flatMap(({ proof }) => (proof ? [proof] : []))
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
  const before = new Date(now.getTime() - LATE_AFTER_MS)
  const lag = logWaitsSince === undefined ? 0 : Math.max(0, now.getTime() - logWaitsSince.getTime())
  const isLate = scheduled[0] !== undefined && isBackupDue(settings, dateOf(scheduled[0]), before)
  const problems: BackupProblem[] = [
    ...(newestProof?.is_good === false ? (['not-restorable'] as const) : []),
    ...(ended[0]?.status === 'failed' ? (['failed'] as const) : []),
    ...(isLate ? (['late'] as const) : []),
    ...(settings.point_in_time && lag > LOG_LATE_AFTER_MS ? (['log-late'] as const) : []),
  ]
  return {
    state: problems.length > 0 ? 'bad' : good.length > 0 ? 'good' : isPlanned(settings) ? 'waiting' : 'off',
    problems,
    lastGood: good[0] ? dateOf(good[0]) : null,
    proved: newestProof?.is_good === true ? new Date(newestProof.at) : null,
    logLagMs: settings.point_in_time ? lag : null,
  }
}

function isPlanned({ schedule, point_in_time }: KnownBackups['settings']): boolean {
  return schedule !== 'off' || point_in_time
}

function dateOf({ begun_at }: Pick<Backup, 'begun_at'>): Date {
  return new Date(begun_at)
}
