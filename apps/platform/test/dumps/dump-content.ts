/** What a schema holds, in one text a line for each object and each table's rows, so that two loads of it can be compared. */
import type { Database } from '../../src/engines/engine.js'

/**
 * Descriptions as PostgreSQL writes them; what they name is in `shop`. That a column is NOT NULL is told with the column:
 * PostgreSQL 18 names these constraints by the way in which they were made, and older dumps have no names of them.
 */
const OBJECTS = `
set search_path = '';
with here as (select oid from pg_namespace where nspname = 'shop'),
relations as (select c.* from pg_class c join here on here.oid = c.relnamespace)
select line from (
  select format('relation %s %s rls %s %s %s %s', relname, relkind, relrowsecurity, relforcerowsecurity, reloptions, pg_get_expr(relpartbound, oid)) from relations
  union all select format('column %s.%s %s %s %s identity=%s generated=%s default=%s', r.relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid))
    from pg_attribute a join relations r on r.oid = attrelid left join pg_attrdef d on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped
  union all select format('constraint %s %s %s', conname, conrelid::regclass, pg_get_constraintdef(c.oid)) from pg_constraint c join here on here.oid = connamespace where contype <> 'n'
  union all select format('index %s', pg_get_indexdef(oid)) from relations where relkind in ('i', 'I')
  union all select format('view %s %s', relname, pg_get_viewdef(oid)) from relations where relkind in ('v', 'm')
  union all select format('rule %s', pg_get_ruledef(w.oid)) from pg_rewrite w join relations r on r.oid = ev_class
  union all select format('trigger %s', pg_get_triggerdef(t.oid)) from pg_trigger t join relations r on r.oid = tgrelid where not tgisinternal
  union all select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p join here on here.oid = pronamespace where prokind <> 'a'
  union all select format('aggregate %s %s %s', p.oid::regprocedure, aggtransfn, agginitval) from pg_aggregate join pg_proc p on p.oid = aggfnoid join here on here.oid = pronamespace
  union all select format('operator %s %s', o.oid::regoperator, oprcode) from pg_operator o join here on here.oid = oprnamespace
  union all select format('cast %s %s %s', castsource::regtype, casttarget::regtype, castcontext) from pg_cast where castsource in (select t.oid from pg_type t join here on here.oid = typnamespace)
  union all select format('type %s %s %s %s', typname, typtype, typnotnull, typdefault) from pg_type t join here on here.oid = typnamespace
  union all select format('label %s %s %s', enumtypid::regtype, enumlabel, row_number() over (partition by enumtypid order by enumsortorder)) from pg_enum
  union all select format('policy %s %s %s %s %s %s', polname, polrelid::regclass, polcmd, polpermissive, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
  union all select format('statistics %s', pg_get_statisticsobjdef(s.oid)) from pg_statistic_ext s join here on here.oid = stxnamespace
  union all select format('comment %s %s', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
    where pg_describe_object(classoid, objoid, objsubid) like '%shop%'
  union all select format('sequence %s %s', seqrelid::regclass, (s.*)::text) from (select seqrelid, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle from pg_sequence) s join relations r on r.oid = seqrelid
  union all select format('parent %s %s', inhrelid::regclass, inhparent::regclass) from pg_inherits join relations r on r.oid = inhrelid
) all_of_them (line)`

const ROWS = `
select quote_ident(nspname) || '.' || quote_ident(relname) from pg_class c join pg_namespace n on n.oid = relnamespace
where nspname = 'shop' and relkind in ('r', 'm', 'S') order by 1`

/** Numbers of the catalogue differ from one load to the next. */
const withoutNumbers = (line: string): string => line.replace(/^sequence (\S+) \(\d+,/, 'sequence $1 (')

/** Sorted; a row is told as PostgreSQL's own text of it. */
export async function contentOf(database: Database): Promise<string[]> {
  let runs = 0
  const run = async (query: string): Promise<(string | null)[][]> => {
    const { results } = await database.run({
      query,
      runId: `content-${++runs}`,
      timeoutMs: 0,
    })
    return results.at(-1)?.rows ?? []
  }
  const lines = (await run(OBJECTS)).map(([line]) => withoutNumbers(line ?? ''))
  for (const [table = ''] of await run(ROWS)) {
    const columns = table?.endsWith('_seq') || table?.endsWith('tickets') ? 'last_value, is_called' : 'the.*'
    for (const [row] of await run(`select row(${columns})::text from ${table} the`))
      lines.push(`row of ${table} ${row}`)
  }
  return lines.sort()
}
