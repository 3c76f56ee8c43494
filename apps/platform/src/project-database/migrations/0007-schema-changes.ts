/**
 * Tells the data API at once that tables, views, functions or rights were changed. A user who may not make an event trigger does
 * without: the data API then hears the dashboard's changes and the NOTIFY of migrations.
 */
import type { Migration } from './migration.js'

export const SCHEMA_CHANGES: Migration = {
  id: 7,
  name: 'schema_changes',
  sql: () => `
create or replace function extensions.basedeck_schema_changed() returns event_trigger language plpgsql as $$
begin
  -- Temporary tables are no part of a schema.
  if tg_event = 'ddl_command_end' and not exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp')
  then return; end if;
  if tg_event = 'sql_drop' and not exists (
    select from pg_catalog.pg_event_trigger_dropped_objects() where not is_temporary)
  then return; end if;
  perform pg_catalog.pg_notify('pgrst', 'reload schema');
end $$;

do $$
begin
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'basedeck_ddl') then
    create event trigger basedeck_ddl on ddl_command_end execute function extensions.basedeck_schema_changed();
    create event trigger basedeck_drop on sql_drop execute function extensions.basedeck_schema_changed();
  end if;
exception when insufficient_privilege then
  raise warning 'changes of the schema are not told at once: only a superuser can make an event trigger';
end $$;
`,
}
