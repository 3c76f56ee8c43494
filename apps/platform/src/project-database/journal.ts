/** Where the steps that were done are written down: `basedeck.migrations`. */
import type { Migration, Owner } from './migrations/migration.js'

/** Makes the journal; its reader is the owner, its writer only who makes it. */
export function journalSql({ role }: Owner): string {
  return `
create schema if not exists basedeck;
create table if not exists basedeck.migrations (
  id integer primary key,
  name text not null,
  applied_at timestamptz not null default now()
);
grant usage on schema basedeck to ${role};
grant select on basedeck.migrations to ${role};
`
}

export function recordSql({ id, name }: Migration): string {
  return `
insert into basedeck.migrations (id, name) values (${id}, '${name}') on conflict (id) do nothing;
`
}
