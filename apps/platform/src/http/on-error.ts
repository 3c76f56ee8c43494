/** The one place where an error becomes an answer. */
import type { ErrorBody, QueryErrorBody } from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { DatabaseError, EngineError, type EngineErrorCode } from '../engines/engine.js'
import type { AppEnv } from './app-env.js'
import { HttpError, type ErrorCode } from './error-table.js'

export function createOnError(log: Logger) {
  return (error: Error, c: Context<AppEnv>): Response => {
    const requestId = c.get('requestId')
    if (error instanceof DatabaseError) {
      const body: QueryErrorBody = { ...error.report, requestId }
      return c.json(body, 400)
    }
    const known =
      error instanceof EngineError ? ofEngine(error) : error instanceof HttpError ? error : undefined
    const answer = known ?? new HttpError('internal')
    if (!known) log.error({ err: error, requestId }, 'unexpected error')
    if (answer.retryAfterSeconds !== undefined) c.header('retry-after', String(answer.retryAfterSeconds))
    const body: ErrorBody = { ...answer.more, message: answer.message, code: answer.code, requestId }
    return c.json(body, answer.status as ContentfulStatusCode)
  }
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
  version: 'database_unavailable',
  unsupported: 'unsupported',
  'run-id-in-use': 'run_id_in_use',
  lost: 'database_unreachable',
  closed: 'database_unavailable',
}

function ofEngine(error: EngineError): HttpError {
  return new HttpError(CODE_OF[error.code], error.message, { cause: error })
}
