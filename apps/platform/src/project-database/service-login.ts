/**
 * The login of a project's services. It inherits no rights. For each transaction it takes the role of the caller, and can do
 * what that role can. A caller's SQL may reset the role or take another one, but only the roles of the API are within its
 * reach.
 */
import { quoteIdentifier, serviceLoginOf } from '@basedeck/core/sql'
import { OWNER_ROLE, SERVICE_ROLE } from '../engines/roles.js'
import type { Login } from '../engines/server/login.js'
import { markLoginSql, requireOwnLoginSql } from './login-mark.js'
import { scramVerifier } from './scram-verifier.js'

const API_ROLES = 'anon, authenticated, service_role'

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

/**
 * Run as the superuser of a database of ours; again as often as one likes, since its attributes may have been changed.
 * @param password for signing in over TCP; none where sessions don't sign in
 */
export function serviceLoginSql(password?: string): string {
  return `
do $$
begin
  if pg_catalog.to_regrole('${SERVICE_ROLE}') is null then
    create role ${SERVICE_ROLE};
  end if;
end $$;
alter role ${SERVICE_ROLE} with login noinherit nosuperuser nocreatedb nocreaterole nobypassrls noreplication
  connection limit -1 valid until 'infinity' password ${password === undefined ? 'null' : text(password)};
grant ${API_ROLES} to ${SERVICE_ROLE};
grant ${SERVICE_ROLE} to "${OWNER_ROLE}" with admin option;
`
}

/** Roles belong to the whole server, so the services of each project sign in as a role of their own. */
export function serviceRoleOf(ref: string): string {
  return serviceLoginOf(ref)
}

/**
 * A part of "Prepare this database": the same login for a database by URL, run by its user. It is a member of
 * `authenticator`, to which migrations grant further roles; on a server where that is somebody's login it stays as it is.
 */
export function prepareServiceLoginSql(login: Login): string {
  const role = quoteIdentifier(login.role)
  return `${requireOwnLoginSql(login)}
do $$
begin
  if pg_catalog.to_regrole('${SERVICE_ROLE}') is null then
    create role ${SERVICE_ROLE} nologin noinherit;
    grant ${API_ROLES} to ${SERVICE_ROLE};
  end if;
  if pg_catalog.to_regrole(${text(login.role)}) is null then
    create role ${role} login noinherit;
  end if;
end $$;
alter role ${role} login noinherit password ${text(scramVerifier(login.password, login.role))};
${markLoginSql(login)}
grant ${API_ROLES} to ${role};
do $$
begin
  grant ${SERVICE_ROLE} to ${role};
exception when insufficient_privilege then
  raise warning 'roles that are granted to ${SERVICE_ROLE} are not served: this user may not pass it on';
end $$;`
}
