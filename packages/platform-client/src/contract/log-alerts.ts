/** Alerts of a project: the lines of a search, a number of a SELECT over them, or a figure of the reports, and who is told when it is too high or too low. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { LOG_QUERY_CHARS } from './logs.js'
import { displayName } from './names.js'
import { inProject } from './permission.js'
import { webhookUrl } from './webhooks.js'

/** How many alerts a project can have. */
export const LOG_ALERTS_MAX = 50
/** How many times of an alert `listLogAlertEvents` gives. */
export const LOG_ALERT_EVENTS_SHOWN = 100
/** The longest window, and the longest time for which a count may have to hold, in minutes. */
export const LOG_ALERT_MINUTES_MAX = 1440
/** Characters of the search of an alert. */
export const LOG_ALERT_SEARCH_CHARS = 1000
const COUNT_MAX = 1_000_000_000
const NUMBER_MAX = 1e15
/** What is compared: the count of the lines of a search, the number that a SELECT over the lines gives, or a figure of the reports. */
export const LOG_ALERT_KINDS = ['lines', 'sql', 'figure'] as const
/** One of `LOG_ALERT_KINDS`. */
export type LogAlertKind = (typeof LOG_ALERT_KINDS)[number]
/**
 * Figures of the reports that can be compared. Of `api_error_rate`, `cache_hits`, `cpu`, `memory` and `disk` the limit is in percent,
 * of `api_p95` in milliseconds, of `database_size`, `storage_size` and `egress` in bytes, of the others a count.
 */
export const LOG_ALERT_FIGURES = [
  'api_requests',
  'api_error_rate',
  'api_p95',
  'egress',
  'connections',
  'lock_waits',
  'deadlocks',
  'cache_hits',
  'database_size',
  'sign_ins',
  'sign_in_refusals',
  'function_errors',
  'storage_size',
  'realtime_connections',
  'cpu',
  'memory',
  'disk',
] as const
/** One of `LOG_ALERT_FIGURES`. */
export type LogAlertFigure = (typeof LOG_ALERT_FIGURES)[number]

/** Whether a limit can be one of that kind: lines are counted, other numbers may be any. */
export function isLogAlertLimit(kind: LogAlertKind, limit: number): boolean {
  if (kind === 'lines') return Number.isInteger(limit) && limit >= 0 && limit <= COUNT_MAX
  return Number.isFinite(limit) && Math.abs(limit) <= NUMBER_MAX
}
/** Roles whose members get mails. */
export const LOG_ALERT_ROLES = ['owner', 'administrator', 'developer', 'read_only'] as const
/** One of `LOG_ALERT_ROLES`. */
export type LogAlertRole = (typeof LOG_ALERT_ROLES)[number]

/** An alert. */
export interface LogAlert {
  id: string
  name: string
  kind: LogAlertKind
  /**
   * Of lines a search, as the page of logs takes it: words and `field:value`; empty: all lines. Of SQL one SELECT over `logs`
   * that gives one number. Of a figure one of `LOG_ALERT_FIGURES`.
   */
  query: string
  /** How many minutes back are looked at. */
  minutes: number
  comparison: 'above' | 'below'
  limit: number
  /** For how many minutes the count must be above or below the limit; 0: once is enough. */
  for_minutes: number
  /** Members with these roles get mails, besides the inbox. */
  mail_roles: LogAlertRole[]
  /** Gets a signed message; null: none does. */
  url: string | null
  enabled: boolean
  /** What was found last; null: nothing yet. */
  value: number | null
  checked_at: string | null
  /** Since when it fires; null: it does not. */
  firing_since: string | null
  /** Why it can’t be checked, a sentence; null: it can. */
  problem: string | null
  created_at: string
  updated_at: string
}

/** One time that an alert fired, or could not be checked. */
export interface LogAlertEvent {
  id: string
  fired_at: string
  /** Null: it still fires. */
  ended_at: string | null
  /** What was found at its beginning; null: it could not be checked. */
  value: number | null
  /** Why it could not be checked; null: it fired. */
  problem: string | null
  /** What was compared, as the alert was then. */
  kind: LogAlertKind
  query: string
  comparison: 'above' | 'below'
  limit: number
}

const whole = (what: string, least: number, most: number) =>
  v.pipe(
    v.number(`${what} must be a number`),
    v.integer(`${what} must be a whole number`),
    v.minValue(least, `${what} must be at least ${least}`),
    v.maxValue(most, `${what} must be at most ${most}`),
  )

/** What `createLogAlert` takes. */
export const newLogAlert = v.object({
  /** Default `lines`. It can’t be changed. */
  kind: v.optional(v.picklist(LOG_ALERT_KINDS, 'This is no kind of alert')),
  name: displayName('The name'),
  query: v.pipe(
    v.string('The search must be a text'),
    v.trim(),
    v.maxLength(LOG_QUERY_CHARS, `The query has at most ${LOG_QUERY_CHARS} characters`),
    v.check((text) => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text), 'The search holds a character that can’t be'),
  ),
  minutes: whole('The window', 1, LOG_ALERT_MINUTES_MAX),
  comparison: v.picklist(['above', 'below'], 'Choose above or below'),
  /** Of lines a whole number from 0. */
  limit: v.pipe(v.number('The limit must be a number'), v.finite('The limit must be a number')),
  /** Default 0. */
  for_minutes: v.optional(whole('The time', 0, LOG_ALERT_MINUTES_MAX)),
  /** Default: none. */
  mail_roles: v.optional(v.array(v.picklist(LOG_ALERT_ROLES, 'This is no role'))),
  /** Default: none. */
  url: v.optional(v.nullable(webhookUrl)),
  /** Default true. */
  enabled: v.optional(v.boolean()),
})
/** What `updateLogAlert` takes; what is left out stays. */
export const logAlertChanges = v.pipe(
  v.partial(v.omit(newLogAlert, ['kind'])),
  v.check((changes) => Object.keys(changes).length > 0, 'There is nothing to change'),
)

const PATH = '/platform/projects/{ref}/log-alerts'
const shared = { requires: { ref: 'Project ref is required' } } as const

/** The alerts of a project, by name. */
export const listLogAlerts = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'project_settings'),
  response: gives<LogAlert[]>(),
  ...shared,
})
/**
 * Makes an alert. 409 `log_alert_taken` for its name, `too_many_log_alerts`. 400 `log_alert_query` for a search that can't be read, a
 * SELECT that gives no number, or an unknown figure; `log_alert_limit`; `address_refused` for a webhook that may not be called.
 */
export const createLogAlert = endpoint({
  method: 'POST',
  path: PATH,
  access: inProject('update', 'project_settings'),
  audit: true,
  body: newLogAlert,
  response: gives<LogAlert>(),
  ...shared,
})
/** Changes an alert. One that is turned off, or counts something else, ends where it fires. */
export const updateLogAlert = endpoint({
  method: 'PATCH',
  path: `${PATH}/{id}`,
  access: inProject('update', 'project_settings'),
  audit: true,
  body: logAlertChanges,
  response: gives<LogAlert>(),
  ...shared,
})
/** Deletes an alert with its history. */
export const deleteLogAlert = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: inProject('update', 'project_settings'),
  audit: true,
  response: gives<{ id: string }>(),
  ...shared,
})
/** When an alert fired or could not be checked, the newest first. */
export const listLogAlertEvents = endpoint({
  method: 'GET',
  path: `${PATH}/{id}/events`,
  access: inProject('read', 'project_settings'),
  response: gives<LogAlertEvent[]>(),
  ...shared,
})
/** Tells everybody whom the alert would tell, as a test. */
export const testLogAlert = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/test`,
  access: inProject('update', 'project_settings'),
  audit: true,
  response: gives<{ id: string }>(),
  ...shared,
})
/** The secret that signs the messages of an alert (`whsec_…`), as Standard Webhooks says. Written into the audit log. */
export const revealLogAlertSecret = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/secret`,
  access: inProject('read', 'secrets'),
  carries: 'secret_value',
  audit: true,
  response: gives<{ secret: string }>(),
  ...shared,
})
