/** Where the steps that were done are written down: `basedeck.migrations`. */
import type { Migration, Owner } from './migrations/migration.js'

/** Creates the journal of migrations. The owner may read it, only its creator may write it. */
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
