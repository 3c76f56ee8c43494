/** Backups that the platform makes and keeps of a project's database and files. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName } from './names.js'
import { inProject } from './permission.js'
import type { EngineKind } from './projects.js'

/** When backups are made, and for how long they are kept. */
export interface BackupSettings {
  schedule: 'off' | 'hourly' | 'daily'
  /** Hour of the day of a daily backup, in UTC. */
  hour: number
  /** Days of which each backup is kept. */
  keep_days: number
  /** Weeks and months of which the last backup is kept. */
  keep_weeks: number
  keep_months: number
  /** Whether the write-ahead log is kept too, so that the database can go back to a second. Only on a cluster. */
  point_in_time: boolean
  /** Whether the newest backup is restored into a throw-away database once a week. */
  proves_weekly: boolean
}

/** Until somebody changes it. Source: the operator decides about the room on the disk, so nothing is made unasked. */
export const BACKUP_DEFAULTS: Readonly<BackupSettings> = {
  schedule: 'off',
  hour: 3,
  keep_days: 7,
  keep_weeks: 4,
  keep_months: 0,
  point_in_time: false,
  proves_weekly: false,
}

/** `removed` ones are not listed. */
export type BackupStatus = 'running' | 'completed' | 'failed'

/** How a backup was last restored into a throw-away database. */
export interface BackupProof {
  at: string
  is_good: boolean
  /** What was found, or why it can't be restored. */
  detail: string
}

/** One backup of a project. */
export interface Backup {
  id: string
  kind: 'scheduled' | 'manual' | 'before_restore'
  status: BackupStatus
  begun_at: string
  ended_at: string | null
  /** Bytes of the file, which is compressed and encrypted. */
  bytes: number | null
  /** Why it failed. */
  error: string | null
  engine: EngineKind
  proof: BackupProof | null
}

/** The backups of a project and how they are made. */
export interface Backups {
  settings: BackupSettings
  /** Changes with every change of the settings; sent back as `expected_version`. */
  version: string
  /** The newest first. */
  backups: Backup[]
  /** Undefined where backups can be made; else why not. */
  unavailable?: string
  /** Between which moments the database can go back to any second; null: it can't. */
  recoverable: { from: string; to: string } | null
  /**
   * The store outside the machine that has copies of all this; absent: there is none. `waiting` files are not there yet; `error` is
   * a sentence on why the last attempt to send failed, which is repeated.
   */
  store?: { where: string; waiting: number; error: string | null }
  /** Why the database can't go back to a second on this engine; null: it can, once `point_in_time` is on. */
  no_point_in_time: string | null
  /** It could, with an add-on that the project does not have. */
  needs_addon?: true
}

const whole = (name: string, most: number) =>
  v.optional(
    v.pipe(
      v.number(`${name} must be a number`),
      v.integer(`${name} must be a whole number`),
      v.minValue(0, `${name} must not be negative`),
      v.maxValue(most, `${name} must be at most ${most}`),
    ),
  )

/** What `updateBackupSettings` changes; an absent field stays as it is. */
export const backupChanges = v.object({
  schedule: v.optional(v.picklist(['off', 'hourly', 'daily'], 'schedule must be off, hourly or daily')),
  hour: whole('hour', 23),
  keep_days: whole('keep_days', 366),
  keep_weeks: whole('keep_weeks', 53),
  keep_months: whole('keep_months', 120),
  point_in_time: v.optional(v.boolean()),
  proves_weekly: v.optional(v.boolean()),
  /** 409 `stale` with the stored settings when they were changed meanwhile. */
  expected_version: v.optional(v.string()),
})

const id = v.pipe(v.string(), v.uuid('id must be a UUID'))
const at = v.pipe(v.string(), v.isoTimestamp('at must be a time such as 2026-01-31T12:00:00Z'))

/** What `restoreBackup` takes: a backup, or a moment. */
export const restoreBody = v.union([v.strictObject({ id }), v.strictObject({ at })])

const name = displayName('The name of the project')
/** What `copyBackup` takes: the same, and the name of the new project. */
export const copyBody = v.union([v.strictObject({ name, id }), v.strictObject({ name, at })])

const BACKUPS = '/platform/database/{ref}/backups'
const REQUIRES = { ref: 'Project ref is required' }

/** The backups of a project, the newest first. */
export const listBackups = endpoint({
  method: 'GET',
  path: BACKUPS,
  access: inProject('read', 'database'),
  servedBy: 'holder',
  response: gives<Backups>(),
  requires: REQUIRES,
})

/** Changes when backups are made. `point_in_time` restarts the database of a cluster. */
export const updateBackupSettings = endpoint({
  method: 'PATCH',
  path: BACKUPS,
  access: inProject('update', 'project_settings'),
  servedBy: 'holder',
  audit: true,
  body: backupChanges,
  response: gives<Backups>(),
  requires: REQUIRES,
})

/** Begins a backup: 201. 409 `backup_running` while another one is made. */
export const createBackup = endpoint({
  method: 'POST',
  path: BACKUPS,
  access: inProject('update', 'project_settings'),
  servedBy: 'holder',
  audit: true,
  response: gives<Backup>(),
  requires: REQUIRES,
})

/** Restores the project in place; what was there before is kept aside. Answers when the database is back. */
export const restoreBackup = endpoint({
  method: 'POST',
  path: `${BACKUPS}/restore`,
  access: inProject('delete', 'projects'),
  servedBy: 'holder',
  audit: true,
  body: restoreBody,
  response: gives<{ restored_to: string; kept: string }>(),
  requires: REQUIRES,
})

/**
 * Restores a backup, or a moment, into a new project of the same organization. Sessions of users are not copied.
 * Answers when its database is there. Who may create projects.
 */
export const copyBackup = endpoint({
  method: 'POST',
  path: `${BACKUPS}/copy`,
  access: inProject('delete', 'projects'),
  servedBy: 'holder',
  hostedOnly: true,
  audit: true,
  body: copyBody,
  response: gives<{ ref: string; restored_to: string }>(),
  requires: REQUIRES,
})

/** Restores a backup into a throw-away database, and notes what came of it. */
export const proveBackup = endpoint({
  method: 'POST',
  path: `${BACKUPS}/{id}/prove`,
  access: inProject('update', 'project_settings'),
  servedBy: 'holder',
  audit: 'never, because nothing of the project changes',
  response: gives<Backup>(),
  requires: REQUIRES,
})

/** Deletes a backup, and stops one that is being made. */
export const deleteBackup = endpoint({
  method: 'DELETE',
  path: `${BACKUPS}/{id}`,
  access: inProject('delete', 'projects'),
  servedBy: 'holder',
  audit: true,
  response: gives<Backup>(),
  requires: REQUIRES,
})

/** The file of a backup for `basedeck restore`: compressed, and no longer encrypted. It has all that the project stores. */
export const downloadBackup = endpoint({
  method: 'GET',
  path: `${BACKUPS}/{id}/file`,
  access: inProject('delete', 'projects'),
  servedBy: 'holder',
  response: gives<unknown>(),
  requires: REQUIRES,
})
