/** Errors between threads: only what is known here arrives as what it was. */
import type { DatabaseErrorReport } from '@basedeck/platform-client/contract'
import { DomainError, type DomainErrorCode } from '../../kernel/domain-error.js'
import { DatabaseError, EngineError, type EngineErrorCode } from '../../engines/engine.js'

export type CarriedError = {
  message: string
  stack?: string | undefined
  cause?: CarriedError | undefined
} & (
  | {
      type: 'domain'
      code: DomainErrorCode
      retryAfterSeconds: number | undefined
      more: Record<string, unknown> | undefined
    }
  | { type: 'engine'; code: EngineErrorCode }
  | { type: 'database'; report: DatabaseErrorReport }
  /** `code`: of the system, such as ENOSPC. */
  | { type: 'other'; name: string; code: string | undefined }
)

/** Causes of causes end somewhere. */
const DEEPEST = 5

export function carried(error: unknown, depth = 0): CarriedError {
  if (!(error instanceof Error))
    return { type: 'other', name: 'Error', message: String(error), code: undefined }
  const { message, stack } = error
  const cause = error.cause === undefined || depth === DEEPEST ? undefined : carried(error.cause, depth + 1)
  const told = { message, stack, cause }
  if (error instanceof DomainError) {
    const { code, retryAfterSeconds, more } = error
    return { ...told, type: 'domain', code, retryAfterSeconds, more }
  }
  if (error instanceof EngineError) return { ...told, type: 'engine', code: error.code }
  if (error instanceof DatabaseError) return { ...told, type: 'database', report: error.report }
  const { code } = error as NodeJS.ErrnoException
  return { ...told, type: 'other', name: error.name, code: typeof code === 'string' ? code : undefined }
}

export function errorOf(told: CarriedError): Error {
  const error = made(told, told.cause && { cause: errorOf(told.cause) })
  if (told.stack !== undefined) error.stack = told.stack
  return error
}

function made(told: CarriedError, options: ErrorOptions = {}): Error {
  const { message } = told
  switch (told.type) {
    case 'domain': {
      const { code, retryAfterSeconds, more } = told
      return new DomainError(code, message, { retryAfterSeconds, more, ...options })
    }
    case 'engine':
      return new EngineError(told.code, message, options)
    case 'database':
      return new DatabaseError(told.report)
    case 'other': {
      const { name, code } = told
      return Object.assign(new Error(message, options), { name }, code === undefined ? {} : { code })
    }
  }
}
