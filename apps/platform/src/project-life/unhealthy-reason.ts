/**
 * The reason why a database is unhealthy, as a sentence for the project's page; undefined when an error only concerns
 * one call or is temporary.
 * @rule projects.unhealthy-reason  @spec §4
 */
import { DatabaseError, EngineError, type EngineErrorCode } from '../engines/engine.js'
import { withoutPaths } from '../engines/without-paths.js'
import { SecretError } from '../secrets/secret-error.js'
import { projectText } from '../text/projects.js'

/** The next call may go well. */
const PASSING = new Set<EngineErrorCode>(['busy', 'closed', 'elsewhere', 'lost', 'run-id-in-use'])

/** Met while a database that is open is used: it can't be reached any more. */
const UNREACHABLE = new Set<EngineErrorCode>([
  'unreachable',
  'authentication',
  'untrusted',
  'no-tls',
  'blocked',
])

/** Of an error met while a database was made or opened. */
export function unhealthyReasonAtOpening(error: unknown): string | undefined {
  if (error instanceof EngineError) return PASSING.has(error.code) ? undefined : withoutPaths(error.message)
  if (error instanceof SecretError) return error.message
  if (error instanceof DatabaseError) return projectText.stepRefused(error.message)
  return projectText.notOpened
}

/** The same for errors of an open database. PostgreSQL's errors about a statement are no reason. */
export function unhealthyReasonInUse(error: unknown): string | undefined {
  return error instanceof EngineError && UNREACHABLE.has(error.code) ? withoutPaths(error.message) : undefined
}
