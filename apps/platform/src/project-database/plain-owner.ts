/**
 * An owner for a project whose URL names a superuser. It may use all existing objects and create new ones, but can't
 * access files or programs of the server. Objects of the superuser keep their owner.
 */
import { quoteIdentifier } from '@basedeck/core/sql'
import type { Login } from '../engines/server/login.js'
import { markLoginSql, requireOwnLoginSql } from './login-mark.js'
import { scramVerifier } from './scram-verifier.js'

/** Roles belong to the whole server, so each project has a different one. */
export function plainOwnerRoleOf(ref: string): string {
  return `basedeck_owner_${ref}`
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** Run as the superuser; again as often as one likes. It holds what PostgreSQL stores of the password, not the password. */
export function plainOwnerSql(login: Login): string {
  const { role, password } = login
  const owner = quoteIdentifier(role)
  return `${requireOwnLoginSql(login)}
do $$
begin
  if pg_catalog.to_regrole(${text(role)}) is null then
    create role ${owner} login;
  end if;
end $$;
alter role ${owner} login inherit bypassrls nosuperuser nocreaterole nocreatedb noreplication
  password ${text(scramVerifier(password, role))};
${markLoginSql(login)}
grant pg_monitor to ${owner};
do $$
declare
  name text;
begin
  execute pg_catalog.format('grant all on database %I to %I with grant option', pg_catalog.current_database(), ${text(role)});
  for name in
    select nspname from pg_catalog.pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  loop
    execute pg_catalog.format('grant all on schema %I to %I with grant option', name, ${text(role)});
    execute pg_catalog.format('grant all on all tables in schema %I to %I with grant option', name, ${text(role)});
    execute pg_catalog.format('grant all on all sequences in schema %I to %I with grant option', name, ${text(role)});
  end loop;
end $$;
`
}
