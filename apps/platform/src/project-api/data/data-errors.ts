/** Refusals of the data API, as its clients read them: `{code, details, hint, message}`. */
import { DataApiError, refusalOf } from '@basedeck/data-api'
import type { ErrorBody } from '@basedeck/platform-client/contract'
import { DomainError } from '../../kernel/domain-error.js'
import { DatabaseError, EngineError } from '../../engines/engine.js'
import { FAMILY_CODES } from './family-names.js'

/** A refusal of the house itself, such as a key that is not known. */
export function dataRefusal({ code, message }: ErrorBody): object {
  return {
    code: code === 'invalid_key' ? FAMILY_CODES.invalidToken : code,
    details: null,
    hint: null,
    message,
  }
}

/** PostgreSQL's refusals, and a database that is not there, in the words of the family. Other errors stay as they are. */
export function asDataError(error: unknown, role: string): unknown {
  if (error instanceof DatabaseError) return refusalOf(error.report, { hasToken: role !== 'anon' })
  if (!(error instanceof EngineError)) return error
  const { message } = error
  if (error.code === 'busy')
    return new DataApiError({
      status: 504,
      code: FAMILY_CODES.poolTimeout,
      message,
      headers: [['Retry-After', '1']],
    })
  if (error.code === 'unreachable' || error.code === 'lost')
    return new DataApiError({ status: 503, code: FAMILY_CODES.noDatabase, message })
  return error
}

/** SQLSTATEs of a table, column, function or type that is not there: the schema may have changed since it was read. */
const UNKNOWN_STATES: ReadonlySet<string> = new Set(['42P01', '42703', '42883', '42704', '3F000'])
/** The same, found before the database is asked. */
const UNKNOWN_CODES: ReadonlySet<string> = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205'])

/** Whether the refusal could come from a schema that was read before it changed. */
export function mayBeOutdated(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'service_role_restricted'
  if (error instanceof DatabaseError) return UNKNOWN_STATES.has(error.report.code)
  return error instanceof DataApiError && (UNKNOWN_CODES.has(error.code) || UNKNOWN_STATES.has(error.code))
}
