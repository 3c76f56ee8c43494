/** A transaction of storage as the login of the project's services. */
import { EngineError, type BatchOutcome, type BatchRequest, type Database } from '../engines/engine.js'

/**
 * A database by URL that was prepared before its services had a login: its owner takes the caller's role, as before.
 * @throws DatabaseError, EngineError
 */
export async function batchAsService(
  database: Pick<Database, 'batch'>,
  request: BatchRequest,
): Promise<BatchOutcome> {
  return database.batch(request).catch((error: unknown) => {
    if (!(error instanceof EngineError) || error.code !== 'no-service') throw error
    const { as: _, ...byOwner } = request
    return database.batch(byOwner)
  })
}
