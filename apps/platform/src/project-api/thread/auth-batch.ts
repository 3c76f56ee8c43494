/**
 * Transactions of the auth service in a project's database: in a session of its owner, as the role of the service. No login that
 * an application's SQL runs in may take that role; a trigger on the users is the owner's own.
 */
import { randomUUID } from 'node:crypto'
import { AUTH_ROLE } from '../../project-database/migrations/auth/service-rights.js'
import { DatabaseError, type BatchOutcome, type BatchRequest, type Database } from '../../engines/engine.js'
import { READINESS_SQL, type AuthReadiness } from '../auth/auth-readiness.js'

/** @throws DatabaseError, EngineError */
export function batchAsAuth(
  database: Pick<Database, 'batch'>,
  request: Omit<BatchRequest, 'as' | 'role'>,
): Promise<BatchOutcome> {
  return database.batch({
    ...request,
    withoutTypes: true,
    as: 'owner',
    role: { type: 'database', name: AUTH_ROLE },
  })
}

/** @throws EngineError */
export async function authReadinessIn(database: Pick<Database, 'run'>): Promise<AuthReadiness> {
  try {
    const { results } = await database.run({ runId: randomUUID(), query: READINESS_SQL, readOnly: true })
    return results[0]?.rows[0]?.[0] as AuthReadiness
  } catch (error) {
    // There is no journal of steps: nobody prepared it.
    if (error instanceof DatabaseError) return 'not-prepared'
    throw error
  }
}
