/** The role that the auth service works as, and its rights. No login of an application is a member of it. */
import type { Owner } from '../migration.js'

/** The family's name of the role. */
export const AUTH_ROLE = 'supabase_auth_admin'

const TABLES = 'all tables in schema auth'
const SEQUENCES = 'all sequences in schema auth'

/** On a server where another program made the role, it stays as it is, and the service is off with the reason. */
export function authRoleSql({ role, mayGrant }: Owner): string {
  const grant = mayGrant
    ? `grant ${AUTH_ROLE} to ${role} with admin option;`
    : `if not pg_catalog.pg_has_role(${asValue(role)}, '${AUTH_ROLE}', 'member') then
    execute pg_catalog.format('grant ${AUTH_ROLE} to %s', $role$${role}$role$);
  end if;`
  return `
do $$
begin
  if pg_catalog.to_regrole('${AUTH_ROLE}') is null then
    create role ${AUTH_ROLE} nologin noinherit;
  end if;
  ${grant}
exception when insufficient_privilege then
  raise warning 'users can''t sign in by this project: its user may not act as ${AUTH_ROLE}';
end $$;`
}

function asValue(role: string): string {
  return role === 'current_user' ? role : `'${role.replaceAll('"', '')}'`
}

/** The owner may pass all of it on, as with `auth.users`; the API's roles get nothing. */
export const authRightsSql = ({ role }: Owner): string => `
  grant usage on schema auth, public, extensions to ${AUTH_ROLE};
  grant all on ${TABLES} to ${AUTH_ROLE};
  grant all on ${SEQUENCES} to ${AUTH_ROLE};
  grant all on ${TABLES} to ${role} with grant option;
  grant all on ${SEQUENCES} to ${role} with grant option;
  grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to ${AUTH_ROLE};`
