/** Schedules of a project: at the times that an expression states, a function, an address or SQL is called. */
import * as v from 'valibot'
import { cronFiveFields, readCron } from './cron-expression.js'
import { endpoint, gives } from './endpoint.js'
import { functionSlug } from './functions.js'
import { displayName } from './names.js'
import { inProject } from './permission.js'
import { WEBHOOK_HEADERS_MAX, webhookHeader, webhookUrl } from './webhooks.js'

/** How many schedules a project can have. */
export const SCHEDULES_MAX = 100
/** How many runs `listScheduleRuns` gives, and how many are kept of a schedule. */
export const SCHEDULE_RUNS_KEPT = 100
/** How long a run may take unless its schedule says otherwise, in milliseconds. */
export const SCHEDULE_LIMIT_MS = 30_000
/** The longest time that a run can be given, in milliseconds. */
export const SCHEDULE_LIMIT_MAX_MS = 600_000
/** Bytes of a body or of a text of SQL. */
export const SCHEDULE_TEXT_MAX_BYTES = 32 * 1024
/** A notification is sent after as many failures in a row. */
export const SCHEDULE_FAILURES_TOLD = 3
const EXPRESSION_MAX_CHARACTERS = 200
const ZONE_MAX_CHARACTERS = 64

/** The methods by which a function is called. */
export const SCHEDULE_METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const
/** One of `SCHEDULE_METHODS`. */
export type ScheduleMethod = (typeof SCHEDULE_METHODS)[number]

/**
 * What a run does: calls a function of the project with a token of `service_role`, posts to an address, or runs SQL as the
 * owner of the database. `GET` and `DELETE` carry no body.
 */
export type ScheduleTask =
  | { type: 'function'; slug: string; method: ScheduleMethod; body: string }
  | { type: 'http'; url: string; body: string }
  | { type: 'sql'; sql: string }

/** A schedule. Values of its headers are never shown. */
export interface Schedule {
  id: string
  name: string
  /** Five fields, as crontab(5) has them, or a word such as `@daily`; in the time zone of the project. */
  expression: string
  task: ScheduleTask
  /** Names of the headers that are sent. */
  headers: string[]
  /** How long a run may take, in milliseconds. */
  limit_ms: number
  enabled: boolean
  /** Null: it is off. */
  next_at: string | null
  /** How many runs in a row failed until now. */
  failures: number
  /** The newest that ended; null: none did. */
  last_run: ScheduleRun | null
  created_at: string
  updated_at: string
}

/** One run of a schedule. */
export interface ScheduleRun {
  /** Also the header `webhook-id` of what is sent, the same at each attempt. */
  id: string
  cause: 'time' | 'member'
  /** `skipped`: the run before it had not ended. */
  status: 'waiting' | 'running' | 'succeeded' | 'failed' | 'skipped'
  /** When it was to begin. */
  due_at: string
  begun_at: string | null
  ended_at: string | null
  /** How often it was begun: again after the program had ended in the middle, or the database could not be opened. */
  attempts: number
  /** Milliseconds; null: it did not end. */
  took_ms: number | null
  /** Status of the answer; null: there was none. */
  code: number | null
  /** Rows that the last statement gave or touched; null: it was no SQL. */
  rows: number | null
  /** Why it failed or was skipped, as a word such as `unreachable` or `overlap`. */
  reason: string | null
  /** The beginning of the answer, or PostgreSQL’s message; at most 2 KB. */
  answer: string | null
}

/** The schedules of a project, and in which time zone they count. */
export interface Schedules {
  /** A name of the IANA database, such as `Europe/Berlin`. */
  time_zone: string
  /** By name. */
  schedules: Schedule[]
}

/** An expression as `readCron` takes it. */
export const cronExpression = v.pipe(
  v.string('The expression must be a text'),
  v.maxLength(
    EXPRESSION_MAX_CHARACTERS,
    `The expression has at most ${EXPRESSION_MAX_CHARACTERS} characters`,
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const read = dataset.typed ? readCron(dataset.value) : undefined
    if (read?.ok === false) addIssue({ message: read.problem })
  }),
  v.transform((typed) => (typed.trim().startsWith('@') ? typed.trim().toLowerCase() : cronFiveFields(typed))),
)

/** A name of the IANA database that this program knows. */
export const timeZone = v.pipe(
  v.string('The time zone must be a text'),
  v.maxLength(ZONE_MAX_CHARACTERS, 'There is no such time zone'),
  v.check(isTimeZone, 'There is no such time zone'),
)

function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 are accepted by some runtimes and not by others.
  if (!/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const text = (what: string) =>
  v.pipe(
    v.string(`${what} must be a text`),
    v.maxBytes(SCHEDULE_TEXT_MAX_BYTES, `${what} has at most ${SCHEDULE_TEXT_MAX_BYTES / 1024} KB`),
    v.check((given) => !/\0|\p{Cs}/u.test(given), `${what} holds a character that can’t be`),
  )
/** The SQL of a schedule. */
export const scheduleSql = v.pipe(
  text('The SQL'),
  v.check((given) => given.trim() !== '', 'Enter SQL'),
)
/** The body that a schedule sends. */
export const scheduleBodyText = text('The body')

const task = v.variant('type', [
  v.object({
    type: v.literal('function'),
    slug: functionSlug,
    method: v.optional(v.picklist(SCHEDULE_METHODS, 'The method is POST, GET, PUT, PATCH or DELETE'), 'POST'),
    body: v.optional(scheduleBodyText, ''),
  }),
  v.object({ type: v.literal('http'), url: webhookUrl, body: v.optional(scheduleBodyText, '') }),
  v.object({ type: v.literal('sql'), sql: scheduleSql }),
])
const headers = v.pipe(
  v.array(webhookHeader),
  v.maxLength(WEBHOOK_HEADERS_MAX, `A schedule has at most ${WEBHOOK_HEADERS_MAX} headers`),
  v.check(
    (all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length,
    'A header is named twice',
  ),
)
const limitMs = v.pipe(
  v.number('The time must be a number'),
  v.integer('The time must be a whole number of milliseconds'),
  v.minValue(1000, 'A run gets at least one second'),
  v.maxValue(SCHEDULE_LIMIT_MAX_MS, `A run gets at most ${SCHEDULE_LIMIT_MAX_MS / 1000} seconds`),
)

/** What `createSchedule` takes. */
export const newSchedule = v.object({
  name: displayName('The name'),
  expression: cronExpression,
  task,
  headers: v.optional(headers),
  limit_ms: v.optional(limitMs),
  /** Default true. */
  enabled: v.optional(v.boolean()),
})
/** What `updateSchedule` takes; what is left out stays. `headers` replaces all of them. */
export const scheduleChanges = v.pipe(
  v.partial(newSchedule),
  v.check((changes) => Object.keys(changes).length > 0, 'There is nothing to change'),
)

const PATH = '/platform/projects/{ref}/schedules'
const shared = { requires: { ref: 'Project ref is required' } } as const
const changing = { access: inProject('update', 'database'), audit: true, ...shared } as const

/** The schedules of a project. */
export const listSchedules = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'database'),
  response: gives<Schedules>(),
  ...shared,
})
/** Makes a schedule. 409 `schedule_taken` for its name, `too_many_schedules`. 400 `address_refused`: it may not be called. */
export const createSchedule = endpoint({
  method: 'POST',
  path: PATH,
  body: newSchedule,
  response: gives<Schedule>(),
  ...changing,
})
/** Changes a schedule. A run that is under way goes on as it began. 409 `schedule_taken`. 400 `address_refused`. */
export const updateSchedule = endpoint({
  method: 'PATCH',
  path: `${PATH}/{id}`,
  body: scheduleChanges,
  response: gives<Schedule>(),
  ...changing,
})
/** Deletes a schedule with its runs. */
export const deleteSchedule = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  response: gives<{ id: string }>(),
  ...changing,
})
/** Begins a run now, of a schedule that is off too. Its next time stays. 409 `schedule_runs` while one is under way. */
export const runSchedule = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/run`,
  response: gives<{ id: string }>(),
  ...changing,
})
/** The last runs of a schedule, the newest first. */
export const listScheduleRuns = endpoint({
  method: 'GET',
  path: `${PATH}/{id}/runs`,
  access: inProject('read', 'database'),
  response: gives<ScheduleRun[]>(),
  ...shared,
})
/** The secret that signs what a schedule sends (`whsec_…`), as Standard Webhooks says. Written into the audit log. */
export const revealScheduleSecret = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/secret`,
  access: inProject('read', 'secrets'),
  carries: 'secret_value',
  audit: true,
  response: gives<{ secret: string }>(),
  ...shared,
})
/** Sets the time zone of the project: the next time of each schedule is counted again. */
export const setTimeZone = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/time-zone',
  body: v.object({ time_zone: timeZone }),
  response: gives<{ time_zone: string }>(),
  ...changing,
})
