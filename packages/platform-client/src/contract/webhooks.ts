/** Webhooks of a project: what happens to the rows of a table is sent to a function or to an address. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { functionSlug } from './functions.js'
import { displayName } from './names.js'
import { inProject } from './permission.js'

/** What of a row is told, as the body names it. */
export const WEBHOOK_EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const
/** One of `WEBHOOK_EVENTS`. */
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** How many webhooks a project can have. */
export const WEBHOOKS_MAX = 100
/** How long a receiver may take unless its webhook says otherwise, in milliseconds. */
export const WEBHOOK_TIMEOUT_MS = 5000
/** The longest time that a receiver can be given, in milliseconds. */
export const WEBHOOK_TIMEOUT_MAX_MS = 30_000
/** How many headers a webhook can send. */
export const WEBHOOK_HEADERS_MAX = 20
/** How many deliveries `listWebhookDeliveries` gives. */
export const WEBHOOK_DELIVERIES_SHOWN = 100
const URL_MAX_CHARACTERS = 2048
const HEADER_MAX_CHARACTERS = 4096
const NAME_MAX_BYTES = 63

/** Where the messages go: a function of the project, or an address of any host. */
export type WebhookTarget = { type: 'function'; slug: string } | { type: 'http'; url: string }

/** A webhook. Values of its headers are never shown. */
export interface Webhook {
  id: string
  name: string
  schema: string
  table: string
  events: WebhookEvent[]
  target: WebhookTarget
  /** Names of the headers that are sent with each message. */
  headers: string[]
  timeout_ms: number
  /** Off: nothing is noted and nothing is sent. */
  enabled: boolean
  /** Why nothing is noted although it is on, as a sentence; null: all is well. */
  problem: string | null
  created_at: string
  updated_at: string
}

/** A message, and how it was sent. */
export interface WebhookDelivery {
  /** Also the header `webhook-id`, the same at each attempt. */
  id: string
  event: WebhookEvent
  /** `failed`: no attempt follows by itself. */
  status: 'waiting' | 'delivered' | 'failed'
  created_at: string
  /** When it is tried next; null: it is not. */
  next_at: string | null
  /** The newest first. */
  attempts: WebhookAttempt[]
}

/** One attempt to send a message. */
export interface WebhookAttempt {
  at: string
  /** Milliseconds; null: it is under way, or the program ended meanwhile. */
  took_ms: number | null
  /** Status of the answer; null: there was none. */
  status: number | null
  /** Why there was no answer, as a word such as `unreachable`. */
  reason: string | null
  /** The beginning of the answer, at most 2 KB. */
  answer: string | null
}

const name = (what: string) =>
  v.pipe(
    v.string(`${what} must be a text`),
    v.nonEmpty(`Choose the ${what.toLowerCase()}`),
    v.maxBytes(NAME_MAX_BYTES, `${what}: a name has at most ${NAME_MAX_BYTES} bytes`),
    v.check((text) => !/\0|\p{Cs}/u.test(text), `${what}: the name holds a character that can’t be`),
  )

/** An address that messages are sent to: `https:` or `http:`, without a name and password. */
export const webhookUrl = v.pipe(
  v.string('The address must be a text'),
  v.trim(),
  v.nonEmpty('Enter an address'),
  v.maxLength(URL_MAX_CHARACTERS, `The address has at most ${URL_MAX_CHARACTERS} characters`),
  v.check(isAddress, 'The address must begin with https:// or http://, and hold no name and password'),
)

function isAddress(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text)
    return /^https?:$/.test(protocol) && username === '' && password === ''
  } catch {
    return false
  }
}

/** Headers that the platform writes itself, or that belong to the connection. */
const RESERVED_HEADERS =
  /^(webhook-.*|content-(length|type)|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/i

/** A header of a webhook. In a change, one without a value keeps the value that it has. */
export const webhookHeader = v.object({
  name: v.pipe(
    v.string('The name of a header must be a text'),
    v.trim(),
    v.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'The name of a header has letters, digits and hyphens'),
    v.check((text) => !RESERVED_HEADERS.test(text), 'This header is written by the platform'),
  ),
  value: v.optional(
    v.pipe(
      v.string('The value of a header must be a text'),
      v.maxLength(HEADER_MAX_CHARACTERS, `A header has at most ${HEADER_MAX_CHARACTERS} characters`),
      v.regex(/^[\t\x20-\x7e]*$/, 'The value of a header holds a character that can’t be sent'),
    ),
  ),
})

/** What is typed of a header. */
export type WebhookHeader = v.InferOutput<typeof webhookHeader>

const target = v.variant('type', [
  v.object({ type: v.literal('function'), slug: functionSlug }),
  v.object({ type: v.literal('http'), url: webhookUrl }),
])
const events = v.pipe(
  v.array(v.picklist(WEBHOOK_EVENTS, 'An event is INSERT, UPDATE or DELETE')),
  v.minLength(1, 'Choose at least one event'),
  v.check((all) => new Set(all).size === all.length, 'An event is named twice'),
)
const headers = v.pipe(
  v.array(webhookHeader),
  v.maxLength(WEBHOOK_HEADERS_MAX, `A webhook has at most ${WEBHOOK_HEADERS_MAX} headers`),
  v.check(
    (all) => new Set(all.map((header) => header.name.toLowerCase())).size === all.length,
    'A header is named twice',
  ),
)
const timeoutMs = v.pipe(
  v.number('The time must be a number'),
  v.integer('The time must be a whole number of milliseconds'),
  v.minValue(1000, 'A receiver gets at least one second'),
  v.maxValue(WEBHOOK_TIMEOUT_MAX_MS, `A receiver gets at most ${WEBHOOK_TIMEOUT_MAX_MS / 1000} seconds`),
)

/** What `createWebhook` takes. */
export const newWebhook = v.object({
  name: displayName('The name'),
  schema: name('Schema'),
  table: name('Table'),
  events,
  target,
  headers: v.optional(headers),
  timeout_ms: v.optional(timeoutMs),
  /** Default true. */
  enabled: v.optional(v.boolean()),
})
/** What `updateWebhook` takes; what is left out stays. `headers` replaces all of them. */
export const webhookChanges = v.pipe(
  v.partial(newWebhook),
  v.check((changes) => Object.keys(changes).length > 0, 'There is nothing to change'),
)

const PATH = '/platform/projects/{ref}/webhooks'
const shared = { requires: { ref: 'Project ref is required' } } as const
const held = { ...shared, servedBy: 'holder' } as const

/** The webhooks of a project, by name. */
export const listWebhooks = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'database'),
  response: gives<Webhook[]>(),
  ...held,
})
/** Makes a webhook. 409 `webhook_taken` for its name, `too_many_webhooks`. 400 `address_refused`: it may not be called. */
export const createWebhook = endpoint({
  method: 'POST',
  path: PATH,
  access: inProject('update', 'database'),
  audit: true,
  body: newWebhook,
  response: gives<Webhook>(),
  ...held,
})
/** Changes a webhook. Messages that wait go to its new target. 409 `webhook_taken`. 400 `address_refused`. */
export const updateWebhook = endpoint({
  method: 'PATCH',
  path: `${PATH}/{id}`,
  access: inProject('update', 'database'),
  audit: true,
  body: webhookChanges,
  response: gives<Webhook>(),
  ...held,
})
/** Deletes a webhook with its messages: those that wait are not sent. */
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: inProject('update', 'database'),
  audit: true,
  response: gives<{ id: string }>(),
  ...held,
})
/** The secret that signs the messages of a webhook (`whsec_…`), as Standard Webhooks says. Written into the audit log. */
export const revealWebhookSecret = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/secret`,
  access: inProject('read', 'secrets'),
  carries: 'secret_value',
  audit: true,
  response: gives<{ secret: string }>(),
  ...shared,
})
/** The last messages of a webhook, the newest first. Those that were sent are kept for 14 days. */
export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: `${PATH}/{id}/deliveries`,
  access: inProject('read', 'database'),
  response: gives<WebhookDelivery[]>(),
  ...shared,
})
/** Sends a message again, with the same id. 409 `delivery_waits` for one that is tried anyway. */
export const sendWebhookAgain = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/deliveries/{delivery}/again`,
  params: { delivery: v.pipe(v.string(), v.uuid('must be a UUID')) },
  access: inProject('update', 'database'),
  audit: true,
  response: gives<{ id: string }>(),
  ...shared,
})
