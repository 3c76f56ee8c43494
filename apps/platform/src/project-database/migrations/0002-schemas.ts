/**
 * The schemas besides `public`, and the default privileges of the API's roles on the owner's new objects in `public`.
 */
import type { Migration } from './migration.js'

export const SCHEMAS: Migration = {
  id: 2,
  name: 'schemas',
  sql: ({ role }) => `
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists extensions;

grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;
grant all on schema auth, storage, extensions to ${role} with grant option;

alter default privileges for role ${role} in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role ${role} in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges for role ${role} in schema public
  grant all on functions to anon, authenticated, service_role;
`,
}
