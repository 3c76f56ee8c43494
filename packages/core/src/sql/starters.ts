/** SQL for the first entry of an empty list, with names to be changed. */
import { qualifiedName, quoteIdentifier } from './quoting.js'

/** The lists with such a statement. */
export type StarterName = keyof typeof STARTERS

const STARTERS = {
  schemas: () => 'create schema inventory;',
  tables: (schema) => `create table ${qualifiedName(schema, 'items')} (
  id bigint generated always as identity primary key,
  name text not null,
  created_at timestamptz not null default now()
);`,
  columns: () => `alter table items add column name text;`,
  functions: (schema) => `create function ${qualifiedName(schema, 'add_numbers')}(a int, b int) returns int
  language sql immutable
  return a + b;`,
  triggers: (schema) => `create function ${qualifiedName(schema, 'touch_updated_at')}() returns trigger
  language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end $$;

create trigger touch_updated_at
  before update on ${qualifiedName(schema, 'items')}
  for each row execute function ${qualifiedName(schema, 'touch_updated_at')}();`,
  types: (schema) => `create type ${qualifiedName(schema, 'order_status')} as enum ('open', 'paid', 'sent');`,
  extensions: () => 'select name, default_version, comment from pg_available_extensions order by name;',
  sequences: (schema) => `create sequence ${qualifiedName(schema, 'order_numbers')} start with 1000;`,
  indexes: (schema) => `create index items_name_idx on ${qualifiedName(schema, 'items')} (name);`,
  publications: () => 'create publication changes for all tables;',
  roles: () => 'create role reporting nologin;',
  columnPrivileges: (schema) => `grant select (id, name) on ${qualifiedName(schema, 'items')} to anon;`,
  policies: (schema) => `alter table ${qualifiedName(schema, 'items')} enable row level security;

create policy ${quoteIdentifier('Everybody may read')} on ${qualifiedName(schema, 'items')}
  for select using (true);`,
  users: () => `insert into auth.users (email) values ('ada@example.com');`,
  authAuditLogs: () =>
    'select created_at, ip_address, payload from auth.audit_log_entries order by created_at desc;',
  buckets: () => `insert into storage.buckets (id, name, public) values ('pictures', 'pictures', false);`,
} satisfies Record<string, (schema: string) => string>

/** SQL that makes the first entry of an empty list. It runs unchanged; its names are examples. */
export function starter(name: StarterName, schema: string): string {
  return STARTERS[name](schema)
}
