/**
 * A table that another role than the owner made is not the reader's to read until somebody grants it. So what PostgreSQL
 * denies to a reader is run once more after the grants were brought up to date.
 */
import { READER_GRANTS_SQL } from '../project-database/reader.js'
import { DatabaseError, type Database, type RunOutcome, type RunRequest } from './engine.js'

/** PostgreSQL's own words for a missing right; a refusal of ours names no routine. */
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
    // Two of them at a time hinder each other; what is still missing is said by the next attempt.
    await run(grants).catch(() => {})
    return run(request)
  }
}
