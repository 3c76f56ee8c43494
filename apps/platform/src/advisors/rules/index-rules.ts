/** Indexes and keys. */
import { IN_USER_SCHEMA, type AdvisorRule } from '../advisor-rule.js'

const OF_INDEX = `from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
        join pg_namespace n on n.oid = c.relnamespace`

export const INDEX_RULES: readonly AdvisorRule[] = [
  {
    name: 'no_primary_key',
    level: 'INFO',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, c.relname, 'table', format('The table %I.%I has no primary key.', n.nspname, c.relname),
        format('alter table %I.%I add column %I bigint generated always as identity primary key;', n.nspname, c.relname,
          case when exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and not a.attisdropped)
            then 'row_id' else 'id' end)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and ${IN_USER_SCHEMA}
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  },
  {
    name: 'unindexed_foreign_keys',
    level: 'INFO',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, c.relname, 'table',
        format('The foreign key %I of %I.%I has no index.', k.conname, n.nspname, c.relname),
        format('create index on %I.%I (%s);', n.nspname, c.relname,
          (select string_agg(quote_ident(a.attname), ', ' order by at.ordinal)
           from unnest(k.conkey) with ordinality as at (number, ordinal)
           join pg_attribute a on a.attrelid = k.conrelid and a.attnum = at.number))
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and ${IN_USER_SCHEMA} and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`,
  },
  {
    name: 'duplicate_index',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, c.relname, 'table',
        format('The indexes %s of %I.%I are the same.', string_agg(quote_ident(x.relname), ', ' order by x.relname), n.nspname, c.relname),
        -- One stays: one that a constraint needs, else the first by name.
        (select string_agg(format('drop index %I.%I;', n.nspname, one.name), E'\\n' order by one.ordinal)
         from unnest(array_agg(x.relname order by exists (select from pg_constraint k where k.conindid = x.oid) desc, x.relname),
             array_agg(exists (select from pg_constraint k where k.conindid = x.oid)
               order by exists (select from pg_constraint k where k.conindid = x.oid) desc, x.relname))
           with ordinality as one (name, is_needed, ordinal)
         where one.ordinal > 1 and not one.is_needed)
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
        join pg_namespace n on n.oid = c.relnamespace
      where ${IN_USER_SCHEMA} and not i.indisprimary
      group by n.nspname, c.relname, i.indrelid, i.indkey::text, i.indclass::text, i.indoption::text,
        i.indisunique, coalesce(pg_get_expr(i.indpred, i.indrelid), ''), coalesce(pg_get_expr(i.indexprs, i.indrelid), '')
      having count(*) > 1`,
  },
  {
    name: 'invalid_index',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, x.relname, 'index', format('The index %I of %I.%I is not valid: building it failed or is under way.', x.relname, n.nspname, c.relname),
        format('reindex index %I.%I;', n.nspname, x.relname)
      ${OF_INDEX}
      where ${IN_USER_SCHEMA} and not i.indisvalid and x.relkind = 'i'
        and not exists (select from pg_stat_progress_create_index under_way where under_way.index_relid = x.oid)`,
  },
  {
    name: 'unused_index',
    level: 'INFO',
    categories: ['PERFORMANCE'],
    // Counted for a week at least, on a table that is read and large enough for an index to matter.
    sql: `select n.nspname, x.relname, 'index', format('The index %I of %I.%I was not used since %s, and takes %s.', x.relname, n.nspname, c.relname,
          coalesce(since.at::date::text, 'the server began to count'), pg_size_pretty(pg_relation_size(x.oid))),
        format('drop index %I.%I;', n.nspname, x.relname)
      ${OF_INDEX} join pg_stat_user_indexes s on s.indexrelid = i.indexrelid join pg_stat_user_tables t on t.relid = c.oid
        cross join (select greatest(stats_reset, pg_postmaster_start_time()) from pg_stat_database where datname = current_database()) since (at)
      where ${IN_USER_SCHEMA} and s.idx_scan = 0 and not i.indisunique and not i.indisprimary and i.indisvalid
        and not exists (select from pg_constraint k where k.conindid = x.oid)
        and since.at < now() - interval '7 days' and coalesce(t.seq_scan, 0) + coalesce(t.idx_scan, 0) > 100
        and pg_relation_size(x.oid) > 1048576`,
  },
  {
    name: 'foreign_key_type_mismatch',
    level: 'INFO',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, c.relname, 'table', format('%I of %I.%I is %s and refers to %s.', a.attname, n.nspname, c.relname,
          format_type(a.atttypid, a.atttypmod), format_type(other.atttypid, other.atttypmod)),
        format(E'-- It rewrites the table.\\nalter table %I.%I alter column %I type %s;', n.nspname, c.relname, a.attname, format_type(other.atttypid, other.atttypmod))
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
        cross join lateral unnest(k.conkey, k.confkey) pair (mine, theirs)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.mine
        join pg_attribute other on other.attrelid = k.confrelid and other.attnum = pair.theirs
      where k.contype = 'f' and k.conparentid = 0 and ${IN_USER_SCHEMA} and a.atttypid <> other.atttypid`,
  },
  {
    name: 'sequence_near_end',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    sql: `select s.schemaname, s.sequencename, 'sequence', format('%s %% of the numbers of %I.%I are used.', round(100.0 * s.last_value / s.max_value), s.schemaname, s.sequencename),
        case when s.data_type <> 'bigint'::regtype then format('alter sequence %I.%I as bigint;', s.schemaname, s.sequencename) end
      from pg_sequences s join pg_namespace n on n.nspname = s.schemaname
      where ${IN_USER_SCHEMA} and not s.cycle and s.increment_by > 0 and s.last_value > 0.8 * s.max_value`,
  },
  {
    name: 'int4_key_near_end',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, c.relname, 'table', format('%I of %I.%I is %s, and %s %% of its numbers are used.', a.attname, n.nspname, c.relname,
          format_type(a.atttypid, null), round(100.0 * s.last_value / most.value)),
        format(E'-- It rewrites the table, which is locked meanwhile.\\nalter table %I.%I alter column %I type bigint;', n.nspname, c.relname, a.attname)
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        join (values ('integer'::regtype::oid, 2147483647::numeric), ('smallint'::regtype::oid, 32767)) most (type, value) on most.type = a.atttypid
        join pg_depend d on d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and d.refobjsubid = a.attnum and d.deptype in ('a', 'i')
        join pg_class q on q.oid = d.objid and q.relkind = 'S' join pg_namespace qn on qn.oid = q.relnamespace
        join pg_sequences s on s.schemaname = qn.nspname and s.sequencename = q.relname
      where ${IN_USER_SCHEMA} and c.relkind in ('r', 'p') and not a.attisdropped and s.last_value > 0.8 * most.value
        -- Otherwise the sequence itself says so.
        and s.max_value > most.value`,
  },
]
