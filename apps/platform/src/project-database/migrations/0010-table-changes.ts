/**
 * Changes of tables: the publication that realtime reads, under the name of the family, and the function by which realtime asks
 * what several callers may see in one round trip. Until now the table editor made a publication `realtime`: in a database of
 * ours it is renamed. In a database by URL another program may read it, so it stays, and its tables are published in ours too.
 */
import { CHANGE_QUEUE_SQL } from './realtime/change-queue.js'
import type { Migration } from './migration.js'

const NAME = 'supabase_realtime'

export const TABLE_CHANGES: Migration = {
  id: 10,
  name: 'table_changes',
  sql: ({ role, mayGrant }) => `
do $publication$
declare
  published record;
begin
  ${mayGrant ? RENAME : ''}
  if not exists (select from pg_catalog.pg_publication where pubname = '${NAME}') then
    create publication ${NAME} with (publish_via_partition_root = true);
    execute pg_catalog.format('alter publication ${NAME} owner to %s', $role$${role}$role$);
  end if;
  for published in select n.nspname, c.relname
    from pg_catalog.pg_publication p join pg_catalog.pg_publication_rel r on r.prpubid = p.oid
      join pg_catalog.pg_class c on c.oid = r.prrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where p.pubname = 'realtime' and not exists (select from pg_catalog.pg_publication o
      join pg_catalog.pg_publication_rel s on s.prpubid = o.oid
      where o.pubname = '${NAME}' and (o.puballtables or s.prrelid = c.oid))
  loop
    begin
      execute pg_catalog.format('alter publication ${NAME} add table %I.%I', published.nspname, published.relname);
    exception when others then
      raise warning 'the table %.% could not be published', published.nspname, published.relname;
    end;
  end loop;
exception when insufficient_privilege then
  raise warning 'realtime sends no changes of tables: this user may make no publication';
end $publication$;

-- Each query is run as a role with claims. One that fails, or that another one makes unnecessary, answers null.
create or replace function basedeck.ask_as(roles text[], claims text[], numbers int[], queries text[], needs int[])
returns text[] language plpgsql as $$
declare
  answers text[] := array[]::text[];
  answer text;
begin
  for n in 1 .. coalesce(pg_catalog.array_length(roles, 1), 0) loop
    answer := null;
    if needs[n] is null or answers[needs[n]] is not null then
      begin
        perform pg_catalog.set_config('role', roles[n], true),
          pg_catalog.set_config('request.jwt.claims', coalesce(claims[n], ''), true);
        execute queries[numbers[n]] into answer;
      exception when others then
        answer := null;
      end;
    end if;
    answers[n] := answer;
  end loop;
  return answers;
end $$;
-- It has the rights of who calls it.
grant execute on function basedeck.ask_as to public;
grant usage on schema basedeck to public;
${CHANGE_QUEUE_SQL}
-- A dump by the owner reads every table.
grant select on basedeck.table_changes, basedeck.changes_heard to ${role};
do $sequence$ begin
  execute pg_catalog.format('grant select on sequence %s to %s',
    pg_catalog.pg_get_serial_sequence('basedeck.table_changes', 'id'), $role$${role}$role$);
end $sequence$;`,
}

const RENAME = `if exists (select from pg_catalog.pg_publication where pubname = 'realtime')
    and not exists (select from pg_catalog.pg_publication where pubname = '${NAME}') then
    alter publication realtime rename to ${NAME};
    alter publication ${NAME} set (publish_via_partition_root = true);
  end if;`
