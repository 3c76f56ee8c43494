/** The tables that can have a webhook. */
import type { Statement } from './catalogue/statements.js'

/** Schema and name of each table whose rows can be told, ordered; those of `public` first. Partitions belong to their table. */
export const WEBHOOK_TABLES_STATEMENT: Statement = {
  parameters: [],
  query: `select n.nspname, c.relname
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't'
  and n.nspname not in ('pg_catalog', 'information_schema', 'basedeck') and n.nspname not like 'pg\\_toast%'
order by n.nspname <> 'public', n.nspname, c.relname`,
}
