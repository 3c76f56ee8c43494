/** What PostgreSQL reported for work that must fail. */
import type { DatabaseErrorReport } from '@basedeck/platform-client/contract'
import { DatabaseError } from '../engine.js'

/** @throws when the work succeeds, or fails otherwise */
export async function reportOf(work: Promise<unknown>): Promise<DatabaseErrorReport> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof DatabaseError) return error.report
  throw new Error(`Expected a DatabaseError, got ${String(error)}`, { cause: error })
}
