/** The tables of a database that have a primary key, by schema and name. */
export const KEYED_TABLES_STATEMENT = `select n.nspname, c.relname
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_'
  and n.nspname not in ('information_schema', 'basedeck', 'supabase_migrations')
order by n.nspname in ('auth', 'storage', 'vault', 'realtime'), n.nspname, c.relname limit 5000`
