/**
 * When a backup is due, and which ones are no longer kept. All times are UTC.
 * @rule projects.backup-schedule  @spec §2
 */
import type { BackupSettings } from '@basedeck/platform-client/contract'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS
const PROOF_EVERY_MS = 7 * DAY_MS

/**
 * Whether a backup is to be made now.
 * @param last when the last one was begun, of which kind ever; undefined: there is none
 */
export function isBackupDue(
  { schedule, hour }: Pick<BackupSettings, 'schedule' | 'hour'>,
  last: Date | undefined,
  now: Date,
): boolean {
  if (schedule === 'off') return false
  if (!last) return true
  const step = schedule === 'hourly' ? HOUR_MS : DAY_MS
  const offset = schedule === 'hourly' ? 0 : hour * HOUR_MS
  const dueAt = Math.floor((now.getTime() - offset) / step) * step + offset
  return last.getTime() < dueAt
}

/** A backup as far as it decides what is kept. */
export interface KeptBackup {
  id: string
  begunAt: Date
}

/**
 * The backups that are removed. The newest one always stays, whatever the settings say.
 * @param backups those that are whole, in any order
 */
export function outdatedBackups(
  backups: readonly KeptBackup[],
  settings: Pick<BackupSettings, 'keep_days' | 'keep_weeks' | 'keep_months'>,
  now: Date,
): string[] {
  const newestFirst = backups.toSorted((a, b) => b.begunAt.getTime() - a.begunAt.getTime())
  const age = ({ begunAt }: KeptBackup) => now.getTime() - begunAt.getTime()
  const lastOf = (period: (backup: KeptBackup) => number, most: number): KeptBackup[] => {
    const present = period({ id: '', begunAt: now })
    const seen = new Set<number>()
    return newestFirst.filter((backup) => {
      const at = period(backup)
      if (present - at >= most || seen.has(at)) return false
      seen.add(at)
      return true
    })
  }
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestFirst.filter((backup) => age(backup) < settings.keep_days * DAY_MS),
    ...lastOf(weekOf, settings.keep_weeks),
    ...lastOf(monthOf, settings.keep_months),
  ])
  return newestFirst.filter((backup) => !kept.has(backup)).map(({ id }) => id)
}

function weekOf({ begunAt }: KeptBackup): number {
  return Math.floor((begunAt.getTime() - FIRST_MONDAY_MS) / (7 * DAY_MS))
}

function monthOf({ begunAt }: KeptBackup): number {
  return begunAt.getUTCFullYear() * 12 + begunAt.getUTCMonth()
}

/**
 * Whether the newest backup is to be proved now.
 * @param lastProof when a backup was last proved; undefined: never
 */
export function isProofDue(
  { proves_weekly }: Pick<BackupSettings, 'proves_weekly'>,
  lastProof: Date | undefined,
  now: Date,
): boolean {
  return proves_weekly && (!lastProof || now.getTime() - lastProof.getTime() >= PROOF_EVERY_MS)
}
