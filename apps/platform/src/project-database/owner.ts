/**
 * The owner of a project's database: no superuser, may make roles and databases, read the server's statistics and
 * signal its own sessions. Server files and programs are out of its reach.
 */
import { DATABASE_NAME, OWNER_ROLE } from '../engines/roles.js'
import type { Owner } from './migrations/migration.js'

export const PROJECT_OWNER: Owner = { role: `"${OWNER_ROLE}"`, mayGrant: true }

/** For a new database, run once as its superuser. Without a password nobody signs in as the owner over the network. */
export function ownerSql(password?: string): string {
  const withPassword = password === undefined ? '' : ` password '${password.replaceAll("'", "''")}'`
  return `
create role "${OWNER_ROLE}" login createrole createdb${withPassword};
grant pg_monitor, pg_signal_backend to "${OWNER_ROLE}";
alter database "${DATABASE_NAME}" owner to "${OWNER_ROLE}";
revoke create on schema public from public;
alter schema public owner to "${OWNER_ROLE}";
`
}

/**
 * Before PostgreSQL 16 whoever may make roles may also give himself the roles that read files and start programs on
 * the server. Marked as superusers, only a superuser can grant them.
 */
export function closeServerRolesSql(): string {
  return `
update pg_catalog.pg_authid set rolsuper = true
where rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program');
`
}
