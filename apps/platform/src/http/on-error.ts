/** The one place where an error becomes an answer. */
import type { ErrorBody, QueryErrorBody } from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { ControlError } from '../control/control-database.js'
import { DomainError } from '../kernel/domain-error.js'
import { DatabaseError, EngineError, type EngineErrorCode } from '../engines/engine.js'
import type { AppEnv, RequestReport } from '../routes/app-env.js'
import { withoutPaths } from '../engines/without-paths.js'
import { answerInJson } from './answer-in-json.js'
import { HttpError, STATUS_OF, type ErrorCode } from './error-table.js'
import { reportOf } from './request-report.js'

export interface OnErrorOptions {
  /** Whether callers read what PostgreSQL reports, with the statement, or only its code and sentence. Default true. */
  tellsReports?: boolean
  /** Called when something could not be written because the disk is full. */
  onDiskFull?: (() => void) | undefined
}

/** @param isDiskFull called for errors that a full disk could cause; default: not full */
export function createOnError(log: Logger, isDiskFull?: () => Promise<boolean>, options?: OnErrorOptions) {
  const refusalOf = createRefusals(log, isDiskFull, options)
  return async (error: Error, c: Context<AppEnv>): Promise<Response> => {
    const { body, status, retryAfterSeconds, isReport } = await refusalOf(error, {
      requestId: c.get('requestId'),
      report: reportOf(c),
      isGone: () => c.req.raw.signal.aborted,
    })
    const form = c.get('errorForm')?.(body, status) ?? body
    if (isReport) return answerInJson(c, form, 400)
    if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
    return c.json(form, status as ContentfulStatusCode)
  }
}

/** The call that failed. */
export interface FailedCall {
  requestId: string
  /** It is told the code. */
  report: RequestReport
  /** Whether its caller has gone. */
  isGone(): boolean
}

export interface RefusalAnswer {
  status: number
  body: ErrorBody
  retryAfterSeconds?: number | undefined
  /** What PostgreSQL reports may be large. */
  isReport?: true
}

/** Does what `createOnError` does, for callers that write the answer without the framework. */
export function createRefusals(
  log: Logger,
  isDiskFull: () => Promise<boolean> = async () => false,
  { tellsReports = true, onDiskFull = () => {} }: OnErrorOptions = {},
): (error: Error, call: FailedCall) => Promise<RefusalAnswer> {
  return async (error, { requestId, report, isGone }) => {
    if (error instanceof DatabaseError) {
      report.code = 'database_refused'
      const { code, message } = error.report
      const body: ErrorBody | QueryErrorBody = {
        ...(tellsReports ? error.report : { code, message }),
        requestId,
      }
      return { status: 400, body, isReport: true }
    }
    const answer = (await fullDisk(error, isDiskFull)) ?? knownError(error, isGone)
    report.code = answer.code
    if (answer.code === 'disk_full' && !isRefusal(error)) onDiskFull()
    if (answer.code === 'aborted') log.debug({ requestId }, 'the caller went before the request was whole')
    else if (!isRefusal(error) && !(error instanceof EngineError))
      log.error({ err: error, requestId }, answer.code === 'internal' ? 'unexpected error' : answer.message)
    if (error instanceof EngineError && answer.message !== error.message)
      log.warn({ err: error, requestId }, 'an engine refused')
    const body: ErrorBody = { ...answer.more, message: answer.message, code: answer.code, requestId }
    return { status: STATUS_OF[answer.code], body, retryAfterSeconds: answer.retryAfterSeconds }
  }
}

/** The answer for the caller. */
interface Refusal {
  code: ErrorCode
  message: string
  retryAfterSeconds?: number | undefined
  more?: Record<string, unknown> | undefined
}

function isRefusal(error: Error): error is HttpError | DomainError {
  return error instanceof HttpError || error instanceof DomainError
}

function knownError(error: Error, isGone: () => boolean): Refusal {
  if (isRefusal(error)) return error
  if (error instanceof EngineError) return ofEngine(error)
  // An incomplete body is not a server error: its sender has disconnected.
  if (isGone()) return new HttpError('aborted')
  const isAway = error instanceof ControlError && error.cause instanceof EngineError
  return new DomainError(isAway ? 'platform_unavailable' : 'internal')
}

const CODE_OF: Record<EngineErrorCode, ErrorCode> = {
  unreachable: 'database_unreachable',
  authentication: 'database_unavailable',
  untrusted: 'database_unavailable',
  'no-tls': 'database_unavailable',
  unavailable: 'database_unavailable',
  busy: 'database_unavailable',
  directory: 'database_unavailable',
  elsewhere: 'database_unavailable',
  locked: 'database_unavailable',
  blocked: 'database_unavailable',
  version: 'database_unavailable',
  unsupported: 'unsupported',
  'no-reader': 'no_reader',
  'no-service': 'services_not_prepared',
  'too-large': 'answer_too_large',
  'run-id-in-use': 'run_id_in_use',
  lost: 'database_unreachable',
  closed: 'database_unavailable',
}

/** PGlite and PostgreSQL don't always report a full disk: the session may just be lost. */
const BY_A_FULL_DISK = new Set<EngineErrorCode>(['unavailable', 'directory', 'lost'])

async function fullDisk(error: Error, isDiskFull: () => Promise<boolean>): Promise<Refusal | undefined> {
  if (isRefusal(error)) return undefined
  const isFull = saysDiskFull(error) || (isByFullDisk(error) && (await isDiskFull().catch(() => false)))
  return isFull ? new HttpError('disk_full') : undefined
}

/** PostgreSQL's `internal_error`: a server that answers a connection so found no room for one of its files. */
const INTERNAL_ERROR = 'XX000'

function isByFullDisk(error: Error): boolean {
  if (!(error instanceof EngineError) || BY_A_FULL_DISK.has(error.code)) return true
  return (
    error.code === 'unreachable' && (error.cause as { code?: unknown } | undefined)?.code === INTERNAL_ERROR
  )
}

/** PostgreSQL's `disk_full`. */
const DISK_FULL = '53100'

/** Whether the error or one of its causes reports a full disk. */
export function saysDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = error instanceof DatabaseError ? error.report.code : (error as NodeJS.ErrnoException).code
  return code === 'ENOSPC' || code === 'EDQUOT' || code === DISK_FULL || saysDiskFull(error.cause)
}

function ofEngine(error: EngineError): Refusal {
  return { code: CODE_OF[error.code], message: withoutPaths(error.message) }
}
