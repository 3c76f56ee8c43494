/** The one error of the client, and where it is made. */
import { FetchError } from 'ofetch'
import type { ErrorBody } from './contract/errors.js'

/**
 * - `http`: the platform answered with an error status
 * - `network`: no answer came
 * - `aborted`: the caller ended the call; not an error to show
 * - `invalid`: the call was refused before anything was sent
 * - `unexpected`: something else was thrown; its message says what
 */
export type PlatformErrorKind = 'http' | 'network' | 'aborted' | 'invalid' | 'unexpected'

/** Details of a `PlatformError` besides kind and message. Unknown fields are absent. */
export interface PlatformErrorDetails {
  /** HTTP status, when an answer came. */
  status?: number
  /** The platform's stable word, or PostgreSQL's SQLSTATE. */
  code?: string
  requestId?: string
  /** Seconds of the header `Retry-After`. */
  retryAfterSeconds?: number
  /** The whole error body as the platform sent it. */
  body?: unknown
  /** Resolves when the platform answers again; absent when that is not watched. */
  over?: Promise<void>
  cause?: unknown
}

/** What every failed call throws. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  readonly kind: PlatformErrorKind
  readonly status: number | undefined
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly body: unknown
  /** Resolves when the platform answers again; absent when that is not watched. */
  readonly over: Promise<void> | undefined

  constructor(kind: PlatformErrorKind, message: string, details: PlatformErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.body = details.body
    this.over = details.over
  }
}

/** Makes a PlatformError of whatever a call threw. */
export function toPlatformError(error: unknown, signal?: AbortSignal): PlatformError {
  if (error instanceof PlatformError) return error
  if (signal?.aborted || isAbort(error))
    return new PlatformError('aborted', 'The call was aborted', { cause: error })
  if (error instanceof FetchError && error.response) return fromResponse(error)
  if (error instanceof FetchError || isLostConnection(error))
    return new PlatformError('network', 'The platform can’t be reached', { cause: error })
  const said = error instanceof Error ? error.message.trim() : ''
  return new PlatformError('unexpected', said === '' ? 'An unknown error occurred' : said, { cause: error })
}

function fromResponse(error: FetchError): PlatformError {
  const headers = (error.response as { headers?: { get(name: string): string | null } } | undefined)?.headers
  return refusedBy(error.status ?? 0, error.data, headers?.get('retry-after') ?? null, error)
}

/** @internal The error of an answer with an error status. */
export function refusedBy(
  status: number,
  body: unknown,
  retryAfterHeader: string | null,
  cause?: unknown,
): PlatformError {
  const { code, requestId } = isErrorBody(body) ? body : {}
  const message = saidIn(body)
  const retryAfter = Number(retryAfterHeader ?? Number.NaN)
  return new PlatformError('http', message ?? `The platform answered with status ${status}`, {
    status,
    body,
    cause,
    ...(code === undefined ? {} : { code }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
  })
}

/** What runtimes throw when a connection can’t be made or breaks off: a TypeError, with the reason as its cause in Node. */
const LOST = /fetch|network|load failed|terminated|connection|socket/i

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code) && !code.startsWith('ERR_'))
    return true
  return (error instanceof TypeError && LOST.test(error.message)) || isLostConnection(error.cause)
}

function isAbort(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || (error.cause instanceof Error && error.cause.name === 'AbortError')
}

/** Some servers use `msg`; blank messages are ignored. */
function saidIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { msg, message } = body as { msg?: unknown; message?: unknown }
  return [msg, message].find((said): said is string => typeof said === 'string' && said.trim() !== '')
}

function isErrorBody(body: unknown): body is Partial<ErrorBody> {
  return typeof body === 'object' && body !== null && typeof (body as ErrorBody).message === 'string'
}
