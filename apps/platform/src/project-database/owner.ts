/**
 * The owner of a project's database. It is not a superuser. It may create roles and databases, read the server's
 * statistics and signal its own sessions, but it can't access files or programs of the server.
 */
import { quoteLiteral } from '@basedeck/core/sql'
import { DATABASE_NAME, OWNER_ROLE } from '../engines/roles.js'
import type { Owner } from './migrations/migration.js'

export const PROJECT_OWNER: Owner = { role: `"${OWNER_ROLE}"`, mayGrant: true }

/** For a new database, run once as its superuser. Without a password, the owner can't sign in over the network. */
export function ownerSql(password?: string): string {
  const withPassword = password === undefined ? '' : ` password ${quoteLiteral(password)}`
  return `
create role "${OWNER_ROLE}" login createrole createdb${withPassword};
grant pg_monitor, pg_signal_backend to "${OWNER_ROLE}";
alter database "${DATABASE_NAME}" owner to "${OWNER_ROLE}";
revoke create on schema public from public;
alter schema public owner to "${OWNER_ROLE}";
`
}

/** For a new database that was made with an owner without a password. */
export function ownerPasswordSql(password: string): string {
  return `alter role "${OWNER_ROLE}" password ${quoteLiteral(password)}`
}

/**
 * Before PostgreSQL 16, a role with CREATEROLE can grant itself the predefined roles that read files and start
 * programs on the server. Marking those roles as superusers prevents that.
 */
export function closeServerRolesSql(): string {
  return `
update pg_catalog.pg_authid set rolsuper = true
where rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program');
`
}
