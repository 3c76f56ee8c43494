/** Lines of what the platform does for a project beside its calls: jobs, and what it sends to others. */
import type { Notice } from '../notifications/notice.js'
import type { ClaimedRun, RunEnd } from '../control/schedule-runs.js'
import type { TriedDelivery } from '../outgoing/deliver-due.js'
import { workText } from '../text/logs.js'
import { scheduleText } from '../text/schedules.js'
import type { LogLine, LogLineLevel } from './log-line.js'

const NOTICE_LEVELS: Readonly<Record<Notice['priority'], LogLineLevel>> = {
  Critical: 'error',
  Warning: 'warn',
  Info: 'info',
}
const STATE_LEVELS: Readonly<Record<TriedDelivery['state'], LogLineLevel>> = {
  delivered: 'info',
  waiting: 'warn',
  failed: 'error',
}

/** Undefined: it is about no project. @param time milliseconds since 1970 */
export function noticeLine({ name, priority, title, about }: Notice, time: number): LogLine | undefined {
  const project = 'projectRef' in about ? about.projectRef : undefined
  if (project === undefined) return undefined
  return {
    time,
    project,
    source: 'jobs',
    level: NOTICE_LEVELS[priority],
    message: title,
    fields: { event: name },
  }
}

/** A job that succeeded. @param time milliseconds since 1970 */
export function jobLine({ project, event, message, fields = {} }: JobDone, time: number): LogLine {
  return { time, project, source: 'jobs', level: 'info', message, fields: { event, ...fields } }
}

export interface JobDone {
  project: string
  /** A stable word: `backup.made`. */
  event: string
  message: string
  fields?: Readonly<Record<string, unknown>>
}

/** Undefined: it is of no project. @param time milliseconds since 1970 */
export function deliveryLine(
  { id, project, attempt, state, outcome: { status, reason, tookMs } }: TriedDelivery,
  time: number,
): LogLine | undefined {
  if (project === null) return undefined
  return {
    time,
    project,
    source: 'deliveries',
    level: STATE_LEVELS[state],
    message: workText.delivery[state](attempt),
    fields: { delivery: id, attempt, status, reason, ms: tookMs },
  }
}

/** Holds neither the SQL nor the answer. @param time milliseconds since 1970 */
export function runLine(
  { id, ref, schedule_id: schedule, name, attempts: attempt, task }: ClaimedRun,
  { status, code, reason, rows, tookMs }: RunEnd,
  time: number,
): LogLine {
  const isFailed = status === 'failed'
  return {
    time,
    project: ref,
    source: 'schedules',
    level: isFailed ? 'error' : 'info',
    message: isFailed
      ? workText.run.failed(name, scheduleText.reason({ code, reason }))
      : workText.run.succeeded(name),
    fields: { schedule, run: id, task: task.type, attempt, status: code, reason, rows, ms: tookMs },
  }
}
