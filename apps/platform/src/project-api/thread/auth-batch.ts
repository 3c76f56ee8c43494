/**
 * Transactions of the auth service in a project's database: in a session of its owner, as the role of the service. No login that
 * an application's SQL runs in may take that role; a trigger on the users is the owner's own.
 */
import { AUTH_ROLE } from '../../project-database/migrations/auth/service-rights.js'
import type { BatchOutcome, BatchRequest, Database } from '../../engines/engine.js'

/** @throws DatabaseError, EngineError */
export function batchAsAuth(
  database: Pick<Database, 'batch'>,
  request: Omit<BatchRequest, 'as' | 'role'>,
): Promise<BatchOutcome> {
  return database.batch({ ...request, as: 'owner', role: { type: 'database', name: AUTH_ROLE } })
}
