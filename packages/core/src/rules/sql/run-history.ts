/**
 * The past runs that stay on this device: the newest hundred of the last thirty days.
 * @rule sql.run-history  @spec §9
 */

import { EXPLAIN_PREFIX, type ExplainMode } from './explain.js'

/** A run as the history keeps it. */
export interface PastRun {
  id: string
  /** Milliseconds since 1970. */
  at: number
  sql: string
  /** The text was longer than the stored part. */
  isCut?: true
  durationMs: number
  /** `rolled_back`: nothing that it changed was kept. `running`: its end was not seen. */
  outcome: 'running' | 'success' | 'rolled_back' | 'failed' | 'cancelled' | 'lost'
  /** Rows of the last result. */
  rows?: number
  /** The error. */
  message?: string
  /** The role it used. */
  role?: string
  /** Its plan was requested, not its result. */
  explain?: ExplainMode
}

/** How many past runs are kept. */
export const MAX_PAST_RUNS = 100
/** How many days a past run is kept. */
export const PAST_RUN_DAYS = 30
/** Characters stored of a text, and of an error. */
export const KEPT_SQL_LENGTH = 20_000
const KEPT_MESSAGE_LENGTH = 500
const DAY_MS = 24 * 60 * 60 * 1000

/** The newest first. What was known of the run before, such as its beginning, is replaced. */
export function afterRun(history: readonly PastRun[], run: PastRun, now: number): PastRun[] {
  const { message } = run
  const kept: PastRun = {
    ...run,
    sql: run.sql.slice(0, KEPT_SQL_LENGTH),
    ...(run.sql.length > KEPT_SQL_LENGTH ? { isCut: true as const } : {}),
    ...(message === undefined ? {} : { message: message.slice(0, KEPT_MESSAGE_LENGTH) }),
  }
  return unexpiredRuns([kept, ...history.filter(({ id }) => id !== run.id)], now)
}

/**
 * The past runs that are kept.
 * @param history newest first
 * @param now milliseconds since 1970
 */
export function unexpiredRuns(history: readonly PastRun[], now: number): PastRun[] {
  return history.filter(({ at }) => now - at <= PAST_RUN_DAYS * DAY_MS).slice(0, MAX_PAST_RUNS)
}

/** Anything that another version or hand wrote is ignored. */
export function historyIn(text: string): PastRun[] {
  const stored: unknown = JSON.parse(text)
  return Array.isArray(stored) ? stored.filter(isPastRun) : []
}

const OUTCOMES: ReadonlySet<unknown> = new Set([
  'running',
  'success',
  'rolled_back',
  'failed',
  'cancelled',
  'lost',
])

function isPastRun(value: unknown): value is PastRun {
  // Of null it is an empty object.
  const { id, at, sql, durationMs, outcome, rows, message, role, explain } = Object(value) as Record<
    string,
    unknown
  >
  const optional = (given: unknown, type: string) => given === undefined || typeof given === type
  return (
    typeof id === 'string' &&
    typeof at === 'number' &&
    typeof sql === 'string' &&
    typeof durationMs === 'number' &&
    OUTCOMES.has(outcome) &&
    optional(rows, 'number') &&
    optional(message, 'string') &&
    optional(role, 'string') &&
    (explain === undefined || (typeof explain === 'string' && explain in EXPLAIN_PREFIX))
  )
}
