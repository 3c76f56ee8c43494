/** The SQL of the history of migrations, whatever shape its table has. */
import type { BatchStatement } from '../engines/engine.js'
import { HISTORY_SCHEMA, HISTORY_TABLE } from '../project-database/family-names.js'

const TABLE = `${HISTORY_SCHEMA}.${HISTORY_TABLE}`

export const EXISTS_SQL = `select exists (
  select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = '${HISTORY_SCHEMA}' and c.relname = '${HISTORY_TABLE}')`

/** Columns that an older table lacks are empty. Version, name, author, and the statements as one JSON. */
export const READ_SQL = `select m.version::text, r.j ->> 'name', r.j ->> 'created_by',
  case pg_catalog.jsonb_typeof(r.j -> 'statements') when 'array' then r.j ->> 'statements' end
from ${TABLE} m cross join lateral (select pg_catalog.to_jsonb(m) as j) r`

/** The same, with how many statements there are instead of the statements. */
export const LIST_SQL = `select m.version::text, r.j ->> 'name', r.j ->> 'created_by',
  case pg_catalog.jsonb_typeof(r.j -> 'statements')
    when 'array' then pg_catalog.jsonb_array_length(r.j -> 'statements')::text end
from ${TABLE} m cross join lateral (select pg_catalog.to_jsonb(m) as j) r`

export const ONE_SQL = `${READ_SQL} where m.version::text = $1`

/** Holders of the same lock write the history one after the other. */
const LOCK_SQL = `select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('${TABLE}', 0))`

const COLUMNS: Readonly<Record<string, string>> = {
  statements: 'text[]',
  name: 'text',
  created_by: 'text',
  idempotency_key: 'text unique',
}

/** Makes the table, or adds the columns that an older one lacks. Nothing is locked where all is there. */
const ENSURE_SQL = `do $history$
begin
  if not exists (select from pg_catalog.pg_namespace where nspname = '${HISTORY_SCHEMA}') then
    create schema ${HISTORY_SCHEMA};
  end if;
  if not exists (
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = '${HISTORY_SCHEMA}' and c.relname = '${HISTORY_TABLE}'
  ) then
    create table ${TABLE} (version pg_catalog.text not null primary key);
  end if;
${Object.entries(COLUMNS)
  .map(
    ([name, type]) => `  if not exists (
    select from pg_catalog.pg_attribute where attrelid = '${TABLE}'::pg_catalog.regclass and attname = '${name}' and not attisdropped
  ) then
    alter table ${TABLE} add column ${name} pg_catalog.${type};
  end if;`,
  )
  .join('\n')}
end $history$`

/** A migration for the history. */
export interface Recorded {
  version: string
  name: string
  statements: readonly string[]
  createdBy: string | null
}

/** Begins the transaction that writes the history. */
export const BEFORE_RECORDING: readonly BatchStatement[] = [{ query: LOCK_SQL }, { query: ENSURE_SQL }]

/** Runs last in the transaction of the migration, whose statements may have taken another role. */
export function recordStatements({ version, name, statements, createdBy }: Recorded): BatchStatement[] {
  return [
    { query: 'reset role' },
    {
      query: `insert into ${TABLE} (version, name, created_by, statements)
        values ($1, $2, $3, array(select s.value from pg_catalog.jsonb_array_elements_text($4::pg_catalog.jsonb)
          with ordinality s (value, place) order by s.place))`,
      parameters: [version, name, createdBy, JSON.stringify(statements)],
    },
  ]
}

export function removeStatement(version: string): BatchStatement {
  return {
    query: `delete from ${TABLE} where version::pg_catalog.text = $1`,
    parameters: [version],
    expectRows: 1,
  }
}
