/** How backups and branches stand, on the status page. */
import type { BackupProblem } from '@basedeck/core/rules/projects'

/** As 2026-01-31 12:00 UTC. */
const moment = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function age(ms: number): string {
  if (ms < HOUR_MS) return `${counted(Math.max(0, Math.floor(ms / MINUTE_MS)), 'minute')} ago`
  const hours = Math.floor(ms / HOUR_MS)
  return `${hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')} ago`
}

export const statusText = {
  firstToCome: 'The first backup is still to come.',
  lastGood: (at: Date, now: Date) => `Last good backup: ${moment(at)}, ${age(now.getTime() - at.getTime())}.`,
  noneGood: 'There is no good backup.',
  proved: (at: Date) => `Restored as a proof: ${moment(at)}.`,
  notProved: 'No backup has been proved by a restore.',
  logLag: (ms: number) =>
    ms === 0
      ? 'All of the log is archived.'
      : `The oldest part of the log that waits to be archived is ${counted(Math.round(ms / 1000), 'second')} old.`,
  storeFails: (where: string, error: string) => `Copies to ${where} fail: ${error}.`,
  problems: {
    'not-restorable': 'The last proof found that a backup can’t be restored.',
    failed: 'The last backup failed.',
    late: 'The scheduled backup is late.',
    'log-late': 'Archiving the log is behind, so that the last minutes could not be restored.',
  } satisfies Record<BackupProblem, string>,
  runtime: (version: string) => `They run in Deno ${version}.`,
  schedules: (all: number, failing: number) =>
    failing === 0
      ? `${counted(all, 'schedule')}, all well.`
      : `${failing} of ${counted(all, 'schedule')} failed at their last run.`,
  branches: (all: number, ill: number) =>
    ill === 0
      ? `${all === 1 ? '1 branch' : `${all} branches`}, all well.`
      : `${ill} of ${all === 1 ? '1 branch' : `${all} branches`} failed or can’t be reached.`,
}
