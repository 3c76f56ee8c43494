/** Gives a database of ours its owner at the first time, and brings it to the newest step. */
import type { Database } from '../engines/engine.js'
import { ownerRole } from '../engines/roles.js'
import { migrate } from './migrate.js'
import { closeServerRolesSql, ownerSql, projectOwner } from './owner.js'

/** From this version on a role that makes roles can't grant itself those that reach the server's files. */
const firstVersionWithGuardedRoles = 160_000

/** `ownerPassword` is for signing in over TCP. Goes on where an earlier attempt broke off. @throws EngineError, DatabaseError */
export async function bootstrapProject(database: Database, ownerPassword?: string): Promise<void> {
  const admin = { runId: `bootstrap-${database.ref}`, as: 'admin', timeoutMs: 0 } as const
  const query = `select to_regrole('${ownerRole}'), current_setting('server_version_num')`
  const { results } = await database.run({ ...admin, query })
  const [owner, version] = results[0]?.rows[0] ?? []
  if (owner === null) {
    const guard = Number(version) < firstVersionWithGuardedRoles ? closeServerRolesSql() : ''
    await database.run({ ...admin, query: ownerSql(ownerPassword) + guard })
  }
  await migrate(database, projectOwner)
}
