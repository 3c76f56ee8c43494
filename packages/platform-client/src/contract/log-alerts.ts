/** Alerts on the logs of a project: how many lines of a search there are, and who is told when these are too many or too few. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName } from './names.js'
import { inProject } from './permission.js'
import { webhookUrl } from './webhooks.js'

/** How many alerts a project can have. */
export const LOG_ALERTS_MAX = 50
/** How many times of an alert `listLogAlertEvents` gives. */
export const LOG_ALERT_EVENTS_SHOWN = 100
/** The longest window, and the longest time for which a count may have to hold, in minutes. */
export const LOG_ALERT_MINUTES_MAX = 1440
const QUERY_MAX_CHARACTERS = 1000
const COUNT_MAX = 1_000_000_000
/** Roles whose members get mails. */
export const LOG_ALERT_ROLES = ['owner', 'administrator', 'developer', 'read_only'] as const
/** One of `LOG_ALERT_ROLES`. */
export type LogAlertRole = (typeof LOG_ALERT_ROLES)[number]

/** An alert. */
export interface LogAlert {
  id: string
  name: string
  /** As the search of the logs takes it: words and `field:value`; empty: all lines. */
  query: string
  /** How many minutes back are counted. */
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
  /** The last count; null: none was made. */
  value: number | null
  checked_at: string | null
  /** Since when it fires; null: it does not. */
  firing_since: string | null
  created_at: string
  updated_at: string
}

/** One time that an alert fired. */
export interface LogAlertEvent {
  id: string
  fired_at: string
  /** Null: it still fires. */
  ended_at: string | null
  /** The count at its beginning. */
  value: number
  /** What was compared, as the alert was then. */
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
  name: displayName('The name'),
  query: v.pipe(
    v.string('The search must be a text'),
    v.trim(),
    v.maxLength(QUERY_MAX_CHARACTERS, `The search has at most ${QUERY_MAX_CHARACTERS} characters`),
    v.check((text) => !/\p{Cc}|\p{Cs}/u.test(text), 'The search holds a character that can’t be'),
  ),
  minutes: whole('The window', 1, LOG_ALERT_MINUTES_MAX),
  comparison: v.picklist(['above', 'below'], 'Choose above or below'),
  limit: whole('The limit', 0, COUNT_MAX),
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
  v.partial(newLogAlert),
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
/** Makes an alert. 409 `log_alert_taken` for its name, `too_many_log_alerts`. 400 `log_alert_query` for a search that can't be read. */
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
/** When an alert fired, the newest first. */
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
