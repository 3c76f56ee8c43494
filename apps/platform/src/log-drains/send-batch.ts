/** Sends one batch of lines to where its drain goes now. */
import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { LogDrainTarget } from '@basedeck/platform-client/contract'
import type { UnsentLine } from '../log-lines/unsent-lines.js'
import { withoutSecrets } from '../log-lines/without-secrets.js'
import { ANSWER_BYTES, withoutSent } from '../outgoing/deliver-due.js'
import { OutgoingError } from '../outgoing/outgoing-error.js'
import type { Outgoing, OutgoingCall } from '../outgoing/outgoing.js'
import { bufferBody, signedCall } from '../s3/s3-client.js'
import { jsonBody, lokiBody, ndjsonBody, otlpBody } from './drain-bodies.js'
import type { SealedDrain } from './sealed-drain.js'

export interface Batch {
  /** Ref of the project. */
  project: string
  /** At least one. */
  lines: readonly UnsentLine[]
  /** Of the process: it tells its objects from those of others. */
  installationId: string
}

export interface BatchOutcome {
  /** Of the answer; undefined: there was none. */
  status?: number
  /** Why there was none. */
  reason?: string
  /** The beginning of the answer, without secrets. */
  answer?: string
  /** Lines that the receiver left out of a batch that it took. */
  rejected?: number
}

const compress = promisify(gzip)
const WHOLE_MS = 30_000
const LIMITS = {
  redirects: 0,
  larger: 'cut',
  answerBytes: ANSWER_BYTES,
  wholeMs: WHOLE_MS,
  firstByteMs: WHOLE_MS,
} as const
const JSON_TYPE = 'application/json'
const PATHS = { otlp: '/v1/logs', loki: '/loki/api/v1/push' } as const
const BODIES = { https: jsonBody, otlp: otlpBody, loki: lokiBody } as const

export async function sendBatch(
  outgoing: Pick<Outgoing, 'call'>,
  target: LogDrainTarget,
  secrets: SealedDrain,
  batch: Batch,
): Promise<BatchOutcome> {
  try {
    const call =
      target.type === 's3' ? await objectCall(target, secrets, batch) : await postCall(target, secrets, batch)
    const { status, body } = await outgoing.call({ ...call, limits: LIMITS })
    const text = String(body)
    const sent = [...Object.values(secrets.headers), secrets.secretAccessKey ?? '']
    return {
      status,
      answer: withoutSecrets(withoutSent(text, sent)),
      ...(target.type === 'otlp' && { rejected: rejectedIn(text) }),
    }
  } catch (error) {
    return { reason: error instanceof OutgoingError ? error.reason : 'unsendable' }
  }
}

async function postCall(
  { type, url, gzip: isCompressed }: Exclude<LogDrainTarget, { type: 's3' }>,
  { headers }: SealedDrain,
  { project, lines }: Batch,
): Promise<OutgoingCall> {
  const body = BODIES[type](project, lines)
  return {
    url: type === 'https' ? url : addressOf(url, PATHS[type]),
    method: 'POST',
    headers: {
      ...headers,
      'content-type': JSON_TYPE,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    },
    body: isCompressed ? await compress(body) : body,
  }
}

/** With the path of the protocol, unless it is there. */
export function addressOf(url: string, path: string): string {
  const address = new URL(url)
  const own = address.pathname.replace(/\/$/, '')
  address.pathname = own.endsWith(path) ? own : own + path
  return address.href
}

async function objectCall(
  target: Extract<LogDrainTarget, { type: 's3' }>,
  { secretAccessKey = '' }: SealedDrain,
  { project, lines, installationId }: Batch,
): Promise<OutgoingCall> {
  const { endpoint, bucket, prefix, region, style, access_key_id: accessKeyId } = target
  const bytes = await compress(ndjsonBody(project, lines))
  const location = { endpoint, bucket, prefix: '', region, style, accessKeyId, secretAccessKey }
  const key = `${prefix === '' ? '' : `${prefix}/`}${objectName(project, lines[0]?.number ?? 0, installationId)}`
  const { url, headers } = await signedCall(location, {
    method: 'PUT',
    key,
    headers: { 'content-type': 'application/gzip' },
    body: bufferBody(bytes),
  })
  return { url: url.href, method: 'PUT', headers, body: bytes }
}

const MICROS = 1000

/**
 * `<ref>/2026/11/28/14/<number>-<process>.ndjson.gz`, by the hour in which its lines were stored. A batch that is sent again
 * begins with the same line, so it takes the place of the first one.
 */
export function objectName(project: string, first: number, installationId: string): string {
  const [day = '', hour = ''] = new Date(Math.floor(first / MICROS)).toISOString().split(/[T:]/)
  return `${project}/${day.replaceAll('-', '/')}/${hour}/${first}-${installationId.slice(0, 8)}.ndjson.gz`
}

/**
 * “If the request is only partially accepted … the server MUST respond with HTTP 200 OK”, with `partialSuccess`; “clients MUST
 * NOT retry”.
 */
export function rejectedIn(answer: string): number {
  try {
    const { partialSuccess } = JSON.parse(answer) as {
      partialSuccess?: { rejectedLogRecords?: string | number }
    }
    const count = Number(partialSuccess?.rejectedLogRecords ?? 0)
    return Number.isSafeInteger(count) && count > 0 ? count : 0
  } catch {
    return 0
  }
}
