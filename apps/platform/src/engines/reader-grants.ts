/**
 * The reader has no rights on a table created by a role other than the owner until they are granted. So when
 * PostgreSQL denies a reader, the grants are updated and the statement runs once more.
 */
import { READER_GRANTS_SQL } from '../project-database/reader.js'
import { DatabaseError, type Database, type RunOutcome, type RunRequest } from './engine.js'

/** Whether PostgreSQL itself reported a missing right; our own refusals name no routine. */
function isMissingRight(error: unknown): boolean {
  return error instanceof DatabaseError && error.report.routine === 'aclcheck_error'
}

/** `run` is the engine's own. Errors as `run`. */
export async function runWithReaderGrants(request: RunRequest, run: Database['run']): Promise<RunOutcome> {
  try {
    return await run(request)
  } catch (error) {
    if (request.as !== 'reader' || request.role || !isMissingRight(error)) throw error
    const grants: RunRequest = { runId: `${request.runId} grants`, query: READER_GRANTS_SQL, as: 'admin' }
    // Two concurrent updates can fail; the next attempt reports what is still missing.
    await run(grants).catch(() => {})
    request.into?.again()
    return run(request)
  }
}
