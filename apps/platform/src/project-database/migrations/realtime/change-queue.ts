/**
 * Where the log can't be decoded, statement triggers write the changes of published tables into an unlogged queue, while somebody
 * listens. The trigger's function has the rights of who made it: it converts values by their types' output functions alone,
 * because a cast can be somebody's own function.
 */
/** What the database itself sends is in it: rows of `realtime.messages`. */
export const MESSAGES_PUBLICATION = 'supabase_realtime_messages'

/** On a published table, for each kind of change. */
export const QUEUE_TRIGGERS = [
  'basedeck_changes_insert',
  'basedeck_changes_update',
  'basedeck_changes_delete',
]

export const CHANGE_QUEUE_SQL = `
create unlogged table if not exists basedeck.table_changes (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_catalog.pg_current_xact_id(),
  relation oid not null,
  kind text not null,
  changed_at timestamptz not null default pg_catalog.clock_timestamp(),
  columns text[] not null,
  record text[],
  old text[]
);
-- Nobody listens after that time.
create table if not exists basedeck.changes_heard (until timestamptz not null);

create or replace function basedeck.queue_changes() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp set enable_nestloop = off as $$
declare
  names text[];
  texts text;
begin
  if not exists (select from basedeck.changes_heard where until > pg_catalog.clock_timestamp()) then
    return null;
  end if;
  select pg_catalog.array_agg(a.attname order by a.attnum),
    pg_catalog.string_agg(pg_catalog.format('case when r.%1$I is distinct from null then pg_catalog.format(''%%s'', r.%1$I) end', a.attname), ', ' order by a.attnum)
    into names, texts
    from pg_catalog.pg_attribute a where a.attrelid = tg_relid and a.attnum > 0 and not a.attisdropped;
  if tg_op = 'UPDATE' then
    execute pg_catalog.format('insert into basedeck.table_changes (relation, kind, columns, record, old)
      select $1, $2, $3, n.texts, o.texts
      from (select pg_catalog.row_number() over () as number, array[%1$s]::pg_catalog.text[] as texts from new_rows r) n
      join (select pg_catalog.row_number() over () as number, array[%1$s]::pg_catalog.text[] as texts from old_rows r) o
        on o.number = n.number order by n.number', texts) using tg_relid, tg_op, names;
  elsif tg_op = 'INSERT' then
    execute pg_catalog.format('insert into basedeck.table_changes (relation, kind, columns, record)
      select $1, $2, $3, array[%s]::pg_catalog.text[] from new_rows r', texts) using tg_relid, tg_op, names;
  else
    execute pg_catalog.format('insert into basedeck.table_changes (relation, kind, columns, old)
      select $1, $2, $3, array[%s]::pg_catalog.text[] from old_rows r', texts) using tg_relid, tg_op, names;
  end if;
  return null;
end $$;
revoke execute on function basedeck.queue_changes() from public;

-- Puts the triggers on the published tables, and takes them from others. A table that is locked waits for the next call.
create or replace function basedeck.watch_changes(listens boolean) returns void language plpgsql
set lock_timeout = '2s' as $$
declare
  one record;
begin
  delete from basedeck.changes_heard;
  if listens then
    insert into basedeck.changes_heard values (pg_catalog.clock_timestamp() + interval '60 s');
  end if;
  delete from basedeck.table_changes where not listens or changed_at < pg_catalog.clock_timestamp() - interval '60 s';
  for one in
    with published as (
      select c.oid from pg_catalog.pg_publication_tables p
      join pg_catalog.pg_namespace n on n.nspname = p.schemaname
      join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
      where listens and p.pubname in ('supabase_realtime', '${MESSAGES_PUBLICATION}') and c.relkind in ('r', 'p')
    ), watched as (
      select distinct t.tgrelid as oid from pg_catalog.pg_trigger t
      where t.tgname in (${QUEUE_TRIGGERS.map((name) => `'${name}'`).join(', ')}) and t.tgparentid = 0
    )
    select coalesce(p.oid, w.oid)::regclass as name, p.oid is not null as is_new
    from published p full join watched w on w.oid = p.oid where p.oid is null or w.oid is null
  loop
    begin
      if one.is_new then
        execute pg_catalog.format('create trigger ${QUEUE_TRIGGERS[0]} after insert on %s referencing new table as new_rows
          for each statement execute function basedeck.queue_changes()', one.name);
        execute pg_catalog.format('create trigger ${QUEUE_TRIGGERS[1]} after update on %s referencing old table as old_rows new table as new_rows
          for each statement execute function basedeck.queue_changes()', one.name);
        execute pg_catalog.format('create trigger ${QUEUE_TRIGGERS[2]} after delete on %s referencing old table as old_rows
          for each statement execute function basedeck.queue_changes()', one.name);
      else
        ${QUEUE_TRIGGERS.map((name) => `execute pg_catalog.format('drop trigger if exists ${name} on %s', one.name);`).join('\n        ')}
      end if;
    exception when lock_not_available or insufficient_privilege or undefined_table then
      raise warning 'changes of % are not told yet', one.name;
    end;
  end loop;
end $$;
revoke execute on function basedeck.watch_changes(boolean) from public;
`
