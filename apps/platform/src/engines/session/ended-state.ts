/**
 * What a run leaves in its session and what ends with it, because each run is followed by a reset: asked of PostgreSQL
 * itself, so that it also counts what a function did.
 */
import type { Cell, EndedState } from '@basedeck/platform-client/contract'

/** More is not told: a text may prepare thousands of statements. */
const AT_MOST = 100

/** Dotted names of a text that are looked up as settings. */
const NAMES_AT_MOST = 50

/**
 * The query for the kind and name of each; the current values of sequences, and plans, are no state that a text would
 * miss.
 * @param text what ran: PostgreSQL does not list settings that a text invents (`my.thing`), so its names are looked up
 */
export function endedStateSql(text: string): string {
  const names = inventedNames(text).map((name) => `'${name}'`)
  const invented =
    names.length === 0
      ? ''
      : `
  union all select 'setting', name from unnest(array[${names.join(', ')}]) as invented (name)
    where pg_catalog.current_setting(invented.name, true) <> ''
      and not exists (select from pg_catalog.pg_settings as known where known.name = invented.name)`
  return `
select kind, name from (
  select 'temporary_table' as kind, c.relname::text as name from pg_catalog.pg_class c
    where c.relnamespace = pg_catalog.pg_my_temp_schema() and c.relkind in ('r', 'p', 'v', 'S')
  union all select 'prepared_statement', name from pg_catalog.pg_prepared_statements where from_sql
  union all select 'cursor', name from pg_catalog.pg_cursors where is_holdable
  union all select 'channel', channel from pg_catalog.pg_listening_channels() as channel
  union all select 'advisory_lock', case when objsubid = 1
      then ((classid::int8 << 32) | objid::int8)::text else classid::text || ', ' || objid::text end
    from pg_catalog.pg_locks where locktype = 'advisory' and pid = pg_catalog.pg_backend_pid()
  union all select 'setting', name from pg_catalog.pg_settings where source = 'session'
  union all select 'role', current_user::text where current_user <> session_user${invented}
) as ended limit ${AT_MOST}`
}

function inventedNames(text: string): string[] {
  if (!/\bset/i.test(text)) return []
  const found = text.matchAll(/\b[a-z_]\w*\.[a-z_]\w*\b/gi)
  return [...new Set(Array.from(found, ([name]) => name.toLowerCase()))].slice(0, NAMES_AT_MOST)
}

/** Advisory locks are all that a READ ONLY run can leave behind. */
export function mayLeaveState(text: string, readOnly: boolean): boolean {
  return !readOnly || /advisory/i.test(text)
}

export function endedStateOf(rows: readonly Cell[][]): EndedState[] {
  return rows.map(([kind, name]) => ({ kind: kind as EndedState['kind'], name: name ?? '' }))
}
