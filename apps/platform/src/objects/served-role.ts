/** Whether the services of a project may take a role: one that was granted to their login. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../engines/engine.js'
import { SERVICE_ROLE } from '../engines/roles.js'
import { batchAsService } from './batch-as-service.js'

/** Also where the owner takes the role in its place, who could take more. */
const ASK = `select 1 from pg_catalog.pg_roles r
  where r.rolname = $1 and r.rolname <> '${SERVICE_ROLE}' and not r.rolsuper
    and pg_catalog.pg_has_role(pg_catalog.to_regrole('${SERVICE_ROLE}')::oid, r.oid, 'MEMBER')`

const TIMEOUT_MS = 5000

/** @throws DatabaseError, EngineError */
export async function isServedRole(database: Pick<Database, 'batch'>, role: string): Promise<boolean> {
  // PostgreSQL can't hold it, nor a longer one: it would be cut.
  if (role.includes('\0') || Buffer.byteLength(role) > 63) return false
  const outcome = await batchAsService(database, {
    runId: randomUUID(),
    as: 'service',
    timeoutMs: TIMEOUT_MS,
    statements: [{ query: ASK, parameters: [role] }],
  })
  return outcome.type === 'committed' && (outcome.results[0]?.rows.length ?? 0) > 0
}
