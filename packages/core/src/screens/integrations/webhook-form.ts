/** A part of the page of webhooks: the form of one. */
import { webhookHeader, webhookUrl, type newWebhook, type Webhook } from '@basedeck/platform-client'
import * as v from 'valibot'
import { chosenEvents, chosenTable, headersIn, tableChoice } from '../../rules/settings/webhook-form.js'
import { webhooksText as text } from '../../text/webhooks.js'

/** What is typed for a webhook. */
export interface WebhookValues {
  name: string
  /** A choice of the list of tables; empty: none. */
  table: string
  inserts: boolean
  updates: boolean
  deletes: boolean
  kind: 'http' | 'function'
  url: string
  slug: string
  headers: string
  seconds: string
}

export const NEW_WEBHOOK: WebhookValues = {
  name: '',
  table: '',
  inserts: true,
  updates: false,
  deletes: false,
  kind: 'http',
  url: '',
  slug: '',
  headers: '',
  seconds: '5',
}

const MS = 1000
const MOST_SECONDS = 30

function headerProblem(typed: string): string | undefined {
  for (const { line, header } of headersIn(typed)) {
    const read = v.safeParse(webhookHeader, header)
    if (!read.success) return text.wrongHeader(line, read.issues[0].message)
  }
  return undefined
}

/** Checked while it is typed; the platform checks again. */
export const webhookForm = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(text.enterName)),
    table: v.pipe(v.string(), v.nonEmpty(text.chooseTable)),
    inserts: v.boolean(),
    updates: v.boolean(),
    deletes: v.boolean(),
    kind: v.picklist(['http', 'function']),
    url: v.string(),
    slug: v.string(),
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
        (typed) => /^\d{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST_SECONDS,
        text.wrongSeconds,
      ),
    ),
  }),
  v.forward(
    v.check((values) => chosenEvents(values).length > 0, text.chooseEvent),
    ['inserts'],
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
export function webhookBody(values: WebhookValues): v.InferInput<typeof newWebhook> {
  const { name, kind, url, slug, headers, seconds } = values
  return {
    name,
    ...(chosenTable(values.table) ?? { schema: '', table: '' }),
    events: chosenEvents(values),
    target: kind === 'http' ? { type: 'http', url } : { type: 'function', slug },
    headers: headersIn(headers).map(({ header }) => header),
    timeout_ms: Number(seconds) * MS,
  }
}

/** What the form shows of a webhook: of its headers, the names. */
export function webhookValues({
  name,
  schema,
  table,
  events,
  target,
  headers,
  timeout_ms,
}: Webhook): WebhookValues {
  return {
    name,
    table: tableChoice(schema, table),
    inserts: events.includes('INSERT'),
    updates: events.includes('UPDATE'),
    deletes: events.includes('DELETE'),
    kind: target.type,
    url: target.type === 'http' ? target.url : '',
    slug: target.type === 'function' ? target.slug : '',
    headers: headers.join('\n'),
    seconds: String(Math.round(timeout_ms / MS)),
  }
}
