/** Which tables of a project a branch without data has the rows of, and the SQL that empties the others. */
import { HISTORY_SCHEMA } from '../project-database/family-names.js'

/** Settings, and what says to which step a schema was migrated. */
const KEPT_TABLES = [
  'auth.schema_migrations',
  'auth.instances',
  'auth.custom_oauth_providers',
  'auth.sso_providers',
  'auth.sso_domains',
  'auth.saml_providers',
  'auth.oauth_clients',
  'storage.buckets',
  'storage.buckets_analytics',
  'storage.buckets_vectors',
  'storage.migrations',
]
const KEPT_SCHEMAS = ['pg_catalog', 'information_schema', 'basedeck', HISTORY_SCHEMA]

/** A name in a pattern, letter by letter. */
function PATTERN(column: string): string {
  return `'"' || pg_catalog.replace(${column}::text, '"', '""') || '"'`
}

const texts = (all: readonly string[]) => all.map((text) => `'${text}'`).join(', ')

/** Tables and materialized views whose rows are left out: `c` of pg_class, `n` of its schema. Rows of extensions stay. */
const EMPTIED = `from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm') and c.relpersistence <> 't' and n.nspname not like 'pg\\_%'
    and n.nspname not in (${texts(KEPT_SCHEMAS)}) and n.nspname || '.' || c.relname not in (${texts(KEPT_TABLES)})
    and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
      and d.objid = c.oid and d.deptype = 'e')`

/** Paths of the files of those tables, with their indexes and long values, below the directory of the cluster. */
export const EMPTIED_FILES = `with emptied as (select c.oid, c.reltoastrelid ${EMPTIED}),
  heaps as (select oid from emptied union all select reltoastrelid from emptied where reltoastrelid <> 0),
  files as (select oid from heaps union all
    select i.indexrelid from pg_catalog.pg_index i join heaps on heaps.oid = i.indrelid)
  select pg_catalog.pg_relation_filepath(oid) from files where pg_catalog.pg_relation_filepath(oid) is not null`

/**
 * The same as patterns of `pg_dump`, as JSON. A schema of which nothing is kept is one pattern: thousands of tables would make the
 * command too long for the system. An emptied table has its sequences at their start.
 */
export const EMPTIED_PATTERNS = `with emptied as (select c.oid, n.nspname, c.relname ${EMPTIED}),
  data as (select c.oid, n.oid as schema, n.nspname, c.relname, e.oid is not null
      or c.relkind = 'S' and not exists (select from pg_catalog.pg_depend d left join emptied t on t.oid = d.refobjid
        where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e')
          and t.oid is null) and n.nspname not in (${texts(KEPT_SCHEMAS)}) as is_emptied
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace left join emptied e on e.oid = c.oid
    where c.relkind in ('r', 'm', 'S') and c.relpersistence <> 't' and n.nspname not like 'pg\\_%'),
  whole as (select schema, nspname from data group by schema, nspname having pg_catalog.bool_and(is_emptied))
  select pg_catalog.json_agg(pattern) from (
    select pg_catalog.format('%s.*', ${PATTERN('nspname')}) as pattern from whole union all
    select pg_catalog.format('%s.%s', ${PATTERN('nspname')}, ${PATTERN('relname')}) from data
      where is_emptied and schema not in (select schema from whole)) patterns`

/** One statement without a line break. Statistics hold values of rows, and so do large objects. */
export const EMPTY_TABLES = oneLine(`do $empty$
  declare tables text; one text;
  begin
    select pg_catalog.string_agg(pg_catalog.format('%I.%I', n.nspname, c.relname), ', ') into tables ${EMPTIED} and c.relkind = 'r';
    delete from pg_catalog.pg_statistic where starelid in (select c.oid ${EMPTIED});
    delete from pg_catalog.pg_statistic_ext_data where stxoid in (
      select s.oid from pg_catalog.pg_statistic_ext s where s.stxrelid in (select c.oid ${EMPTIED}));
    if tables is not null then execute 'truncate ' || tables || ' restart identity cascade'; end if;
    for one in select pg_catalog.format('%I.%I', n.nspname, c.relname) ${EMPTIED} and c.relkind = 'm' loop
      execute 'refresh materialized view ' || one || ' with no data';
    end loop;
    perform pg_catalog.lo_unlink(oid) from pg_catalog.pg_largeobject_metadata;
  end $empty$`)

/** `postgres --single` reads one statement a line. */
export function oneLine(sql: string): string {
  return sql.replaceAll(/\s*\n\s*/g, ' ')
}
