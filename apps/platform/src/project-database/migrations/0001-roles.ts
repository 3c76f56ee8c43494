/** The roles an API acts as: a visitor, a signed-in user, the server itself. Row-level security holds for the first two. */
import type { Migration } from './migration.js'

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

grant anon, authenticated, service_role to ${role}${mayGrant ? ' with admin option' : ''};
`,
}
