/** Gives a database of ours its owner at the first time, brings it to the newest step, and its other logins up to date. */
import type { Database } from '../engines/engine.js'
import { OWNER_ROLE } from '../engines/roles.js'
import { changesLoginSql } from './changes-login.js'
import { migrate } from './migrate.js'
import { closeServerRolesSql, ownerPasswordSql, ownerSql, PROJECT_OWNER } from './owner.js'
import { readerSql } from './reader.js'
import { serviceLoginSql } from './service-login.js'

/** From this version on, a role with CREATEROLE can't grant itself the roles that access the server's files. */
const FIRST_VERSION_WITH_GUARDED_ROLES = 160_000

/** For signing in over TCP, which is impossible without one. */
export interface Passwords {
  owner?: string | undefined
  reader?: string | undefined
  service?: string | undefined
  /** Of the login that decodes changes. Absent: the database has none. */
  changes?: string | undefined
}

/** Continues an earlier attempt that was interrupted. @throws EngineError, DatabaseError */
export async function bootstrapProject(database: Database, passwords: Passwords = {}): Promise<void> {
  const admin = { runId: `bootstrap-${database.id}`, as: 'admin', timeoutMs: 0 } as const
  const query = `select to_regrole('${OWNER_ROLE}'), current_setting('server_version_num')`
  const { results } = await database.run({ ...admin, query })
  const [owner, version] = results[0]?.rows[0] ?? []
  if (owner === null) {
    const guard = Number(version) < FIRST_VERSION_WITH_GUARDED_ROLES ? closeServerRolesSql() : ''
    await database.run({ ...admin, query: ownerSql(passwords.owner) + guard })
  }
  await migrate(database, PROJECT_OWNER)
  const changes = passwords.changes === undefined ? '' : changesLoginSql(passwords.changes)
  await database.run({
    ...admin,
    query: readerSql(passwords.reader) + serviceLoginSql(passwords.service) + changes,
  })
}

/** Of a new database, again after an interrupted attempt. @throws EngineError, DatabaseError */
export async function setOwnerPassword(database: Database, password: string): Promise<void> {
  const query = ownerPasswordSql(password)
  await database.run({ runId: `password-${database.id}`, as: 'admin', timeoutMs: 0, query })
}
