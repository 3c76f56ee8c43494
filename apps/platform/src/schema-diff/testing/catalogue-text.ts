/**
 * Our own view of a schema, independent of the comparison under test: the definitions that PostgreSQL itself writes, one a
 * line, so that two schemas are equal where their texts are.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../engines/engine.js'

const OWN = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'auth', 'storage', 'extensions', 'basedeck', 'supabase_migrations')`

const SQL = `
select 'schema ' || n.nspname from pg_namespace n where ${OWN}
union all
select format('relation %s.%s %s rls %s %s %s owner %s options %s part %s %s', n.nspname, c.relname, c.relkind, c.relrowsecurity,
  c.relforcerowsecurity, c.relreplident, c.relowner::regrole, c.reloptions, c.relispartition, pg_get_expr(c.relpartbound, c.oid))
from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN} and c.relkind <> 'i'
union all
select format('column %s.%s.%s %s null %s identity %s generated %s collation %s default %s', n.nspname, c.relname, a.attname,
  format_type(a.atttypid, a.atttypmod), not a.attnotnull, a.attidentity, a.attgenerated, a.attcollation::regcollation,
  pg_get_expr(d.adbin, d.adrelid))
from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where ${OWN} and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'c')
union all
select format('constraint %s %s %s', conname, coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text), pg_get_constraintdef(k.oid))
from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${OWN}
union all
select format('index %s', pg_get_indexdef(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
where ${OWN} and c.relkind in ('i', 'I')
union all
select format('view %s.%s %s', n.nspname, c.relname, pg_get_viewdef(c.oid)) from pg_class c
join pg_namespace n on n.oid = c.relnamespace where ${OWN} and c.relkind in ('v', 'm')
union all
select format('sequence %s', row_to_json(s) :: jsonb - 'last_value' - 'sequenceowner') from pg_sequences s join pg_namespace n on n.nspname = s.schemaname where ${OWN}
union all
select format('function %s %s', pg_get_functiondef(p.oid), p.proowner::regrole) from pg_proc p
join pg_namespace n on n.oid = p.pronamespace where ${OWN} and p.prokind in ('f', 'p')
union all
select format('trigger %s enabled %s', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t join pg_class c on c.oid = t.tgrelid
join pg_namespace n on n.oid = c.relnamespace where ${OWN} and not t.tgisinternal
union all
select format('policy %s', row_to_json(p)) from pg_policies p join pg_namespace n on n.nspname = p.schemaname where ${OWN}
union all
select format('type %s.%s %s values %s of %s %s %s', n.nspname, t.typname, t.typtype,
  (select string_agg(e.enumlabel, '|' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
  t.typbasetype::regtype, t.typnotnull, t.typdefault)
from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${OWN} and t.typtype in ('e', 'd', 'r')
union all
select format('comment %s %s %s', i.type, i.identity, d.description) from pg_description d
cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) i
join pg_namespace n on n.nspname = i.schema where ${OWN}
union all
select format('grant %s.%s %s %s %s', n.nspname, c.relname, coalesce(nullif(g.grantee, 0)::regrole::text, 'public'), g.privilege_type, g.is_grantable)
from pg_class c join pg_namespace n on n.oid = c.relnamespace
cross join lateral aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) g
where ${OWN} and c.relkind in ('r', 'p', 'v', 'm', 'S') and g.grantee::regrole::text !~ '^basedeck_'
order by 1`

/** The definitions, in alphabetical order. */
export async function catalogueText(database: Pick<Database, 'run'>): Promise<string[]> {
  const { results } = await database.run({ runId: randomUUID(), query: SQL, readOnly: true })
  return (results[0]?.rows ?? []).map(([line]) => line ?? '')
}
