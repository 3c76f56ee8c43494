/** Lines of what the platform does for a project beside its calls: jobs, and what it sends to others. */
import type { Notice } from '../notifications/notice.js'
import type { TriedDelivery } from '../outgoing/deliver-due.js'
import { workText } from '../text/logs.js'
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
