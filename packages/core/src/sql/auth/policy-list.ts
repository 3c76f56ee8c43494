/** The tables of a schema with their row-level security and policies. */
import type { Policy, PolicyCommand } from '../../rules/auth/policy.js'
import type { Statement } from '../catalogue/statements.js'

/** Tables shown at once; a search finds the others. */
export const POLICY_TABLES_MAX = 200

/** A table as far as its rows are protected. */
export interface PolicyTable {
  /** Its oid. */
  id: string
  schema: string
  name: string
  owner: string
  isRlsOn: boolean
  /** Whether its owner is subject to the policies too. */
  isForced: boolean
  columns: readonly { name: string; type: string; isGenerated: boolean }[]
  /** Columns of its primary key. */
  key: readonly string[]
  policies: readonly Policy[]
}

/** The policies of a table `c` as JSON, by name. Names in the expressions are qualified where the search path asks for it. */
export const POLICIES_JSON = `(select pg_catalog.json_agg(pg_catalog.json_build_object(
    'name', p.polname,
    'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    'isPermissive', p.polpermissive,
    'roles', (select pg_catalog.json_agg(case when o.id = 0 then 'public' else pg_catalog.pg_get_userbyid(o.id)::text end order by o.place)
      from pg_catalog.unnest(p.polroles) with ordinality o(id, place)),
    'using', pg_catalog.pg_get_expr(p.polqual, p.polrelid),
    'check', pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)) order by p.polname)
    from pg_catalog.pg_policy p where p.polrelid = c.oid)`

/** By name; one more than are shown. @param search part of the name of a table or of one of its policies; empty: all */
export function policyTablesStatement(schema: string, search: string): Statement {
  const words = search.replaceAll('\0', '').trim().toLowerCase()
  return {
    query: `select c.oid::text, n.nspname, c.relname, pg_catalog.pg_get_userbyid(c.relowner),
  c.relrowsecurity::text, c.relforcerowsecurity::text,
  (select pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname,
      'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'isGenerated', a.attgenerated <> '' or a.attidentity = 'a') order by a.attnum)
    from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)::text,
  (select pg_catalog.json_agg(a.attname order by k.place) from pg_catalog.pg_constraint o
    cross join pg_catalog.unnest(o.conkey) with ordinality k(number, place)
    join pg_catalog.pg_attribute a on a.attrelid = o.conrelid and a.attnum = k.number
    where o.conrelid = c.oid and o.contype = 'p')::text,
  ${POLICIES_JSON}::text
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relkind in ('r', 'p')
  and ($2 = '' or pg_catalog.strpos(pg_catalog.lower(c.relname::text), $2) > 0
    or exists (select from pg_catalog.pg_policy p
      where p.polrelid = c.oid and pg_catalog.strpos(pg_catalog.lower(p.polname::text), $2) > 0))
order by c.relname
limit ${POLICY_TABLES_MAX + 1}`,
    parameters: [schema, words],
  }
}

/** The tables in the statement's rows. */
export function policyTablesIn(rows: readonly (readonly (string | null)[])[]): PolicyTable[] {
  return rows.map(([id, schema, name, owner, isRlsOn, isForced, columns, key, policies]) => ({
    id: id ?? '',
    schema: schema ?? '',
    name: name ?? '',
    owner: owner ?? '',
    isRlsOn: isRlsOn === 'true',
    isForced: isForced === 'true',
    columns: JSON.parse(columns ?? '[]') as PolicyTable['columns'],
    key: JSON.parse(key ?? '[]') as string[],
    policies: policiesIn(policies),
  }))
}

/** Policies as PostgreSQL writes them in JSON. */
export function policiesIn(json: string | null | undefined): Policy[] {
  const read = JSON.parse(json ?? 'null') as (Policy & { command: PolicyCommand })[] | null
  return (read ?? []).map((policy) => ({ ...policy, roles: policy.roles ?? [] }))
}
