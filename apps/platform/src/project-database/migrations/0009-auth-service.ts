/**
 * Schema `auth` as the services of the family have it, so that dumps, foreign keys, triggers and policies of existing projects
 * work. Where another service keeps its users there, nothing is altered.
 */
import { PROVIDER_TABLES } from './auth/provider-tables.js'
import { AUTH_ROLE, authRightsSql, authRoleSql } from './auth/service-rights.js'
import { SIGN_IN_TABLES } from './auth/sign-in-tables.js'
import { AUTH_TYPES, COMPLETE_USERS, EARLIER_USERS, IS_OF_OTHERS } from './auth/user-table.js'
import type { Migration } from './migration.js'

/** On `auth.schema_migrations`: tells that the tables are ours. */
export const AUTH_MARK = 'The tables of this schema are kept by Basedeck.'

const claim = (name: string): string => `coalesce(
    nullif(current_setting('request.jwt.claim.${name}', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> '${name}')`

export const AUTH_SERVICE: Migration = {
  id: 9,
  name: 'auth_service',
  sql: (owner) => `${authRoleSql(owner)}
do $auth$
begin
  if ${IS_OF_OTHERS} then
    return;
  end if;
  ${AUTH_TYPES}
  ${COMPLETE_USERS}
  ${SIGN_IN_TABLES}
  ${PROVIDER_TABLES}
  ${EARLIER_USERS}
  comment on table auth.schema_migrations is '${AUTH_MARK}';
  -- How often something was asked, by kind, by whom and by period; shared by all processes.
  create table basedeck.auth_calls (
    subject text not null,
    period bigint not null,
    calls integer not null,
    primary key (subject, period)
  );
  create or replace function auth.uid() returns uuid language sql stable as
    $uid$ select nullif(${claim('sub')}, '')::uuid $uid$;
  create or replace function auth.role() returns text language sql stable as
    $role$ select ${claim('role')} $role$;
  create or replace function auth.email() returns text language sql stable as
    $email$ select ${claim('email')} $email$;
  create or replace function auth.jwt() returns jsonb language sql stable as
    $jwt$ select coalesce(nullif(current_setting('request.jwt.claim', true), ''),
      nullif(current_setting('request.jwt.claims', true), ''))::jsonb $jwt$;
  if pg_catalog.to_regrole('${AUTH_ROLE}') is not null then
    ${authRightsSql(owner)}
    grant usage on schema basedeck to ${AUTH_ROLE};
    grant select, insert, update, delete on basedeck.auth_calls to ${AUTH_ROLE};
  end if;
end $auth$;
`,
}
