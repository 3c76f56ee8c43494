/** The roles an API acts as: a visitor, a signed-in user, the server itself. Row-level security holds for the first two. */
import type { Migration } from './migration.js'

const NAMES = ['anon', 'authenticated', 'service_role']

export const ROLES: Migration = {
  id: 1,
  name: 'roles',
  sql: ({ role, mayGrant }) => `
do $$
begin
  if to_regrole('anon') is null then
    create role anon nologin noinherit;
  end if;
  if to_regrole('authenticated') is null then
    create role authenticated nologin noinherit;
  end if;
  if to_regrole('service_role') is null then
    begin
      create role service_role nologin noinherit bypassrls;
    exception when insufficient_privilege then
      create role service_role nologin noinherit;
      raise warning 'service_role does not bypass row-level security: only a superuser can give it that';
    end;
  end if;
end $$;

${mayGrant ? `grant ${NAMES.join(', ')} to ${role} with admin option;` : memberSql(role)}
`,
}

/** Roles of the server that another database was prepared with are granted where that is missing, and left as they are. */
function memberSql(role: string): string {
  return `do $$
declare
  name text;
begin
  foreach name in array array[${NAMES.map((name) => `'${name}'`).join(', ')}] loop
    if not pg_catalog.pg_has_role(${role === 'current_user' ? role : `'${role.replaceAll('"', '')}'`}, name, 'member') then
      execute pg_catalog.format('grant %I to %s', name, $role$${role}$role$);
    end if;
  end loop;
end $$;`
}
