/** Log drains of a project: its lines are sent to another service, in batches, until they are accepted. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { LOG_SOURCES, type LogSource } from './logs.js'
import { displayName } from './names.js'
import { inProject } from './permission.js'
import { webhookHeader, webhookUrl } from './webhooks.js'

/** How many drains a project can have. */
export const LOG_DRAINS_MAX = 10
/** How many headers a drain can send. */
export const LOG_DRAIN_HEADERS_MAX = 20
const BUCKET_MAX_CHARACTERS = 63
const PREFIX_MAX_CHARACTERS = 500
const KEY_MAX_CHARACTERS = 500

/** What drains speak: a list of lines as JSON, OTLP over HTTP as JSON, Loki's push API, or objects in an S3-compatible store. */
export const LOG_DRAIN_TYPES = ['https', 'otlp', 'loki', 's3'] as const
/** One of `LOG_DRAIN_TYPES`. */
export type LogDrainType = (typeof LOG_DRAIN_TYPES)[number]

/** Where the lines of a drain go. */
export type LogDrainTarget =
  | {
      /** To the address of `otlp` and `loki`, the path of the protocol is added unless it is there. */
      type: 'https' | 'otlp' | 'loki'
      url: string
      /** Bodies are compressed. */
      gzip: boolean
    }
  | {
      type: 's3'
      /** Of the store, without the bucket. */
      endpoint: string
      bucket: string
      /** Of every object, without a slash at the ends; empty: none. */
      prefix: string
      region: string
      /** `host`: the bucket is the first part of the host's name. */
      style: 'path' | 'host'
      access_key_id: string
    }

/** What came of the last batch that was not accepted. */
export interface LogDrainError {
  at: string
  /** Status of the answer; null: there was none. */
  status: number | null
  /** Why there was no answer, as a word such as `unreachable`. */
  reason: string | null
  /** The beginning of the answer, without what was sent in headers; null: there was none. */
  answer: string | null
}

/** How a drain went, over all processes of the installation. */
export interface LogDrainProgress {
  /** Lines that were accepted. */
  sent: number
  /** Lines that wait, as counted last. */
  behind: number
  /** When the oldest line that waits happened; null: none waits. */
  oldest_at: string | null
  /** Lines that were deleted before they were accepted, because they were older or more than the project keeps. */
  lost: number
  /** Lines that the receiver refused for good. */
  refused: number
  last_sent_at: string | null
  /** When the next batch is tried after one that failed; null: none failed. */
  next_at: string | null
  /** Null: the last batch was accepted. */
  error: LogDrainError | null
}

/** A drain. Values of its headers and the secret key of its store are never shown. */
export interface LogDrain {
  id: string
  name: string
  target: LogDrainTarget
  /** Names of the headers that are sent with each batch. */
  headers: string[]
  /** What is sent, in the order of `LOG_SOURCES`; null: all, also those of a later version. */
  sources: LogSource[] | null
  /** Off: nothing is sent, and lines of that time are not sent later. */
  enabled: boolean
  progress: LogDrainProgress
  created_at: string
  updated_at: string
}

/** What became of the line of a test. */
export interface LogDrainTest {
  /** The receiver took it. */
  accepted: boolean
  /** Status of the answer; null: there was none. */
  status: number | null
  /** Why there was no answer, as a word such as `unreachable`. */
  reason: string | null
  /** The beginning of the answer; null: there was none. */
  answer: string | null
  /** Milliseconds. */
  took_ms: number
}

const gzip = v.boolean('gzip is true or false')
const http = <Type extends 'https' | 'otlp' | 'loki'>(type: Type) =>
  v.object({ type: v.literal(type), url: webhookUrl, gzip })
const plain = (what: string, most: number, form: RegExp, message: string) =>
  v.pipe(
    v.string(`${what} must be a text`),
    v.trim(),
    v.maxLength(most, `${what} has at most ${most} characters`),
    v.regex(form, message),
  )

/** The address of an S3-compatible store, without a path. */
export const s3Endpoint = v.pipe(
  webhookUrl,
  v.check((text) => /^https?:\/\/[^/?#]+\/?$/.test(text), 'The address of the store has no path'),
  v.transform((text) => text.replace(/\/$/, '')),
)
/** A bucket of an S3-compatible store. */
export const s3Bucket = plain(
  'The bucket',
  BUCKET_MAX_CHARACTERS,
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  'Enter the name of a bucket',
)
/** Folders in a bucket, with a slash between them. */
export const s3Prefix = plain(
  'The folder',
  PREFIX_MAX_CHARACTERS,
  /^([A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*)?$/,
  'A folder has letters, digits, dots, hyphens and slashes',
)

const target = v.variant('type', [
  http('https'),
  http('otlp'),
  http('loki'),
  v.object({
    type: v.literal('s3'),
    endpoint: s3Endpoint,
    bucket: s3Bucket,
    prefix: s3Prefix,
    region: plain('The region', BUCKET_MAX_CHARACTERS, /^[A-Za-z0-9][A-Za-z0-9-]*$/, 'Enter a region'),
    style: v.picklist(['path', 'host'], 'The style is path or host'),
    access_key_id: plain(
      'The access key',
      KEY_MAX_CHARACTERS,
      /^[\x21-\x7e]+$/,
      'Enter the id of the access key',
    ),
  }),
])
const headers = v.pipe(
  v.array(webhookHeader),
  v.maxLength(LOG_DRAIN_HEADERS_MAX, `A drain has at most ${LOG_DRAIN_HEADERS_MAX} headers`),
  v.check(
    (all) => new Set(all.map((header) => header.name.toLowerCase())).size === all.length,
    'A header is named twice',
  ),
  v.check(
    (all) => all.every(({ name }) => name.toLowerCase() !== 'content-encoding'),
    'This header is written by the platform',
  ),
)
const sources = v.nullable(
  v.pipe(
    v.array(v.picklist(LOG_SOURCES, 'This is no source of logs')),
    v.minLength(1, 'Choose at least one source'),
    v.check((all) => new Set(all).size === all.length, 'A source is named twice'),
  ),
)

/** What `createLogDrain` takes. */
export const newLogDrain = v.object({
  name: displayName('The name'),
  target,
  /** Not of a store. */
  headers: v.optional(headers),
  /** Of a store only. In a change, it keeps the one that it has, unless the store has another address. */
  secret_access_key: v.optional(
    plain('The secret key', KEY_MAX_CHARACTERS, /^[\x20-\x7e]+$/, 'Enter the secret key'),
  ),
  /** Default: all. */
  sources: v.optional(sources),
  /** Default true. */
  enabled: v.optional(v.boolean()),
})
/** What `updateLogDrain` takes; what is left out stays. `headers` replaces all of them. */
export const logDrainChanges = v.pipe(
  v.partial(newLogDrain),
  v.check((changes) => Object.keys(changes).length > 0, 'There is nothing to change'),
)

const PATH = '/platform/projects/{ref}/log-drains'
const shared = { requires: { ref: 'Project ref is required' } } as const

/** The drains of a project, by name. */
export const listLogDrains = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'project_settings'),
  response: gives<LogDrain[]>(),
  ...shared,
})
/**
 * Makes a drain, which sends the lines from now on. 409 `log_drain_taken` for its name, `too_many_log_drains`. 400
 * `address_refused`: the platform may not call its address.
 */
export const createLogDrain = endpoint({
  method: 'POST',
  path: PATH,
  access: inProject('update', 'project_settings'),
  audit: true,
  body: newLogDrain,
  response: gives<LogDrain>(),
  ...shared,
})
/**
 * Changes a drain. Lines that wait go to its new target. Where that has another address, headers need their values again: 400
 * `log_drain_secret_missing`, `address_refused`. 409 `log_drain_taken`.
 */
export const updateLogDrain = endpoint({
  method: 'PATCH',
  path: `${PATH}/{id}`,
  access: inProject('update', 'project_settings'),
  audit: true,
  body: logDrainChanges,
  response: gives<LogDrain>(),
  ...shared,
})
/** Deletes a drain: what waits is not sent. */
export const deleteLogDrain = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: inProject('update', 'project_settings'),
  audit: true,
  response: gives<{ id: string }>(),
  ...shared,
})
/** Sends one line to the target of a drain, also while it is off. */
export const testLogDrain = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/test`,
  access: inProject('update', 'project_settings'),
  audit: true,
  response: gives<LogDrainTest>(),
  ...shared,
})
