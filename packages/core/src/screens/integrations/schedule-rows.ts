/** A part of the page of schedules: what their rows and those of their runs show. */
import type { Schedule, ScheduleRun } from '@basedeck/platform-client'
import type { StatusTone } from '../../rules/project/project-status.js'
import { cronSummary } from '../../rules/settings/cron-summary.js'
import { cronSentence } from '../../text/cron-sentence.js'
import { schedulesText as text } from '../../text/schedules.js'

interface StatusLabel {
  label: string
  tone: StatusTone
}

/** One schedule as its row shows it. */
export interface ScheduleRow {
  id: string
  name: string
  task: string
  /** The expression as a sentence. */
  times: string
  expression: string
  next: string | null
  /** Of the last run; null: it never ran. */
  last: { status: StatusLabel; at: string } | null
  /** `3 failed in a row`; empty: the last one did not fail. */
  failures: string
  state: StatusLabel
  schedule: Schedule
}

/** One run as its row shows it. */
export interface RunRow {
  id: string
  due: string
  status: StatusLabel
  cause: string
  took: string
  result: string
  /** The beginning of the answer, or the message of the database; empty: there was none. */
  answer: string
}

const TONES: Readonly<Record<ScheduleRun['status'], StatusTone>> = {
  waiting: 'busy',
  running: 'busy',
  succeeded: 'good',
  failed: 'bad',
  skipped: 'quiet',
}
const MS = 1000
const LATE_SECONDS = 60

export function scheduleRow(schedule: Schedule): ScheduleRow {
  const { id, name, expression, task, next_at: next, last_run: last, failures, enabled } = schedule
  const summary = cronSummary(expression)
  return {
    id,
    name,
    task: text.task(task),
    times: summary ? cronSentence(summary) : expression,
    expression,
    next,
    last: last && { status: statusOf(last), at: last.ended_at ?? last.due_at },
    failures: failures > 1 ? text.failures(failures) : '',
    state: enabled ? { label: text.on, tone: 'good' } : { label: text.off, tone: 'quiet' },
    schedule,
  }
}

export function runRow(run: ScheduleRun): RunRow {
  const { id, due_at, begun_at, cause, took_ms, attempts, answer } = run
  const lateSeconds = begun_at === null ? 0 : (Date.parse(begun_at) - Date.parse(due_at)) / MS
  return {
    id,
    due: due_at,
    status: statusOf(run),
    cause: [
      text.causes[cause],
      ...(attempts > 1 ? [text.attempts(attempts)] : []),
      ...(lateSeconds >= LATE_SECONDS ? [text.late(lateSeconds)] : []),
    ].join(', '),
    took: took_ms === null ? text.notYet : text.took(took_ms),
    result: resultOf(run),
    answer: answer ?? '',
  }
}

function statusOf({ status }: ScheduleRun): StatusLabel {
  return { label: text.statuses[status], tone: TONES[status] }
}

function resultOf({ status, code, rows, reason }: ScheduleRun): string {
  if (code !== null) return text.answered(code)
  if (reason !== null) return text.reasons[reason] ?? reason
  if (status !== 'succeeded') return text.notYet
  return rows === null ? text.done : text.rows(rows)
}
