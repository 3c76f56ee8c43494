/**
 * Settings of backups as a form holds them, and a moment as it is typed.
 * @rule projects.backup-values  @spec §2
 */
import type { BackupSettings } from '@basedeck/platform-client/contract'

/** Numbers are as they were typed. */
export interface BackupValues {
  schedule: BackupSettings['schedule']
  hour: string
  keep_days: string
  keep_weeks: string
  keep_months: string
  proves_weekly: boolean
}

/** The most that the platform takes of each number; the least is 0. */
export const BACKUP_MOST = { hour: 23, keep_days: 366, keep_weeks: 53, keep_months: 120 } as const

/** A number of the settings. */
export type BackupNumber = keyof typeof BACKUP_MOST

/** Null: it is no whole number within the limits. */
export function backupNumber(field: BackupNumber, typed: string): number | null {
  const text = typed.trim()
  return /^\d{1,4}$/.test(text) && Number(text) <= BACKUP_MOST[field] ? Number(text) : null
}

/** The stored settings as the form holds them. */
export function backupValues(settings: BackupSettings): BackupValues {
  const { schedule, hour, keep_days, keep_weeks, keep_months, proves_weekly } = settings
  return {
    schedule,
    hour: String(hour),
    keep_days: String(keep_days),
    keep_weeks: String(keep_weeks),
    keep_months: String(keep_months),
    proves_weekly,
  }
}

/** What of the form was changed, as it is sent. */
export function backupChangesOf(changes: Partial<BackupValues>): Partial<BackupSettings> {
  const { schedule, proves_weekly } = changes
  const numbers = Object.keys(BACKUP_MOST) as BackupNumber[]
  return {
    ...(schedule !== undefined && { schedule }),
    ...(proves_weekly !== undefined && { proves_weekly }),
    ...Object.fromEntries(
      numbers.flatMap((field) => {
        const typed = changes[field]
        const value = typed === undefined ? null : backupNumber(field, typed)
        return value === null ? [] : [[field, value]]
      }),
    ),
  }
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2}(\.\d{1,3})?)?Z?$/

/** A moment in UTC that was typed, `2026-01-31 12:00:00`, as ISO text; null: it is none. */
export function typedMoment(typed: string): string | null {
  const [, day, minutes, seconds = ':00'] = MOMENT.exec(typed.trim()) ?? []
  const moment = new Date(`${day}T${minutes}${seconds}Z`)
  // A day that no month has would be taken for one of the next month.
  return Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(day ?? '?')
    ? null
    : moment.toISOString()
}

/** A moment as it would be typed, to the second before it. */
export function momentText(iso: string): string {
  return new Date(iso).toISOString().slice(0, 19).replace('T', ' ')
}

/** A moment to the millisecond: typed as it is shown, it is the same moment. */
export function exactMomentText(iso: string): string {
  return new Date(iso).toISOString().slice(0, 23).replace('T', ' ')
}

/** Why a typed moment can't be restored; null: it can. */
export function momentProblem(
  typed: string,
  range: { from: string; to: string } | null,
): 'not-a-moment' | 'too-early' | 'too-late' | null {
  const moment = typedMoment(typed)
  if (moment === null) return 'not-a-moment'
  if (range && moment < range.from) return 'too-early'
  return range && moment > range.to ? 'too-late' : null
}
