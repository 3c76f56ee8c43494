/** A part of the page of schedules: the form of one. */
import {
  readCron,
  SCHEDULE_LIMIT_MAX_MS,
  scheduleBodyText,
  scheduleSql,
  webhookHeader,
  webhookUrl,
  type newSchedule,
  type Schedule,
  type ScheduleMethod,
} from '@basedeck/platform-client'
import * as v from 'valibot'
import { headersIn } from '../../rules/settings/webhook-form.js'
import { schedulesText as text } from '../../text/schedules.js'

/** What is typed for a schedule. */
export interface ScheduleValues {
  name: string
  expression: string
  kind: 'sql' | 'function' | 'http'
  sql: string
  slug: string
  method: ScheduleMethod
  url: string
  body: string
  headers: string
  seconds: string
}

export const NEW_SCHEDULE: ScheduleValues = {
  name: '',
  expression: '0 3 * * *',
  kind: 'sql',
  sql: '',
  slug: '',
  method: 'POST',
  url: '',
  body: '',
  headers: '',
  seconds: '30',
}

const MS = 1000

function headerProblem(typed: string): string | undefined {
  for (const { line, header } of headersIn(typed)) {
    const read = v.safeParse(webhookHeader, header)
    if (!read.success) return text.wrongHeader(line, read.issues[0].message)
  }
  return undefined
}

/** Checked while it is typed; the platform checks again. */
export const scheduleForm = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(text.enterName)),
    // Without the contract's transform: after a problem of it, valibot would leave out the checks of other fields.
    expression: v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        const read = dataset.typed ? readCron(dataset.value) : undefined
        if (read?.ok === false) addIssue({ message: read.problem })
      }),
    ),
    kind: v.picklist(['sql', 'function', 'http']),
    sql: v.string(),
    slug: v.string(),
    method: v.picklist(['POST', 'GET', 'PUT', 'PATCH', 'DELETE']),
    url: v.string(),
    body: v.string(),
    headers: v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? headerProblem(dataset.value) : undefined
        if (message !== undefined) addIssue({ message })
      }),
    ),
    seconds: v.pipe(
      v.string(),
      v.check(
        (typed) =>
          /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) * MS <= SCHEDULE_LIMIT_MAX_MS,
        text.wrongSeconds,
      ),
    ),
  }),
  v.forward(
    v.check(({ kind, sql }) => kind !== 'sql' || v.is(scheduleSql, sql), text.wrongSql),
    ['sql'],
  ),
  v.forward(
    v.check(({ kind, body }) => kind === 'sql' || v.is(scheduleBodyText, body), text.wrongBody),
    ['body'],
  ),
  v.forward(
    v.check(({ kind, url }) => kind !== 'http' || v.is(webhookUrl, url), text.enterUrl),
    ['url'],
  ),
  v.forward(
    v.check(({ kind, slug }) => kind !== 'function' || slug !== '', text.chooseFunction),
    ['slug'],
  ),
)

/** What the platform is sent. */
export function scheduleBody(values: ScheduleValues): v.InferInput<typeof newSchedule> {
  const { name, expression, kind, sql, slug, method, url, body, headers, seconds } = values
  return {
    name,
    expression,
    task:
      kind === 'sql'
        ? { type: 'sql', sql }
        : kind === 'http'
          ? { type: 'http', url, body }
          : { type: 'function', slug, method, body },
    headers: kind === 'sql' ? [] : headersIn(headers).map(({ header }) => header),
    limit_ms: Number(seconds) * MS,
  }
}

/** What the form shows of a schedule: of its headers, the names. */
export function scheduleValues({ name, expression, task, headers, limit_ms }: Schedule): ScheduleValues {
  return {
    ...NEW_SCHEDULE,
    name,
    expression,
    kind: task.type,
    ...(task.type === 'sql' && { sql: task.sql }),
    ...(task.type === 'http' && { url: task.url, body: task.body }),
    ...(task.type === 'function' && { slug: task.slug, method: task.method, body: task.body }),
    headers: headers.join('\n'),
    seconds: String(Math.round(limit_ms / MS)),
  }
}
