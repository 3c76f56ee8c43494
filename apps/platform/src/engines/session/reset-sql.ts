/** What makes a session as good as new after a run, once no transaction is open. */

/** For a session that serves one run at a time. */
export const DISCARD_ALL = 'discard all'

/**
 * The same in separate statements, for a session that can't reconnect and that has cursors of streams: cursors whose
 * names begin with `prefix` stay open.
 */
export function discardButCursors(prefix: string): string {
  return `
do $$
declare
  cursor_name text;
begin
  foreach cursor_name in array array(
    select name from pg_catalog.pg_cursors where not starts_with(name, '${prefix}') and not starts_with(name, '<unnamed')
  ) loop
    execute pg_catalog.format('close %I', cursor_name);
  end loop;
end $$;
reset role;
reset all;
deallocate all;
unlisten *;
select pg_catalog.pg_advisory_unlock_all();
discard plans;
discard temp;
discard sequences;
`
}
