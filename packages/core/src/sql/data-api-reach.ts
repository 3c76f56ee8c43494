/** What the roles of applications could reach of the exposed schemas if the data API were on. */
import type { Statement } from './catalogue/statements.js'

/** A kind of what the data API serves. */
export type ReachedKind = 'table' | 'foreign-table' | 'view' | 'materialized-view' | 'function'

/** What a role may do with it. */
export interface RoleReach {
  /** Whether it may select a column, or call the function. */
  reads: boolean
  /** Whether it may insert, update or delete rows. */
  changes: boolean
}

/** Something that the role `anon` or `authenticated` could reach. */
export interface Reached {
  kind: ReachedKind
  schema: string
  name: string
  /** Of a function, as PostgreSQL writes them; null: it is a relation. */
  arguments: string | null
  anon: RoleReach
  authenticated: RoleReach
  /** Whether row-level security decides about its rows; null: it can't have any. */
  isRlsOn: boolean | null
  /** A function or view that acts with the rights of its owner. */
  actsAsOwner: boolean
}

/** What is listed, and how much there is of each kind. */
export interface DataApiReach {
  /** Those that nothing protects first. */
  listed: readonly Reached[]
  counts: Readonly<Record<ReachedKind, number>>
}

/** Entries that are listed; the rest is counted. */
export const REACH_MAX = 1000

const KINDS: readonly ReachedKind[] = ['table', 'foreign-table', 'view', 'materialized-view', 'function']
const ROLES = ['anon', 'authenticated'] as const

const usable = (role: string) => `pg_catalog.has_schema_privilege(roles.${role}, n.oid, 'USAGE')`
const relationReach = (role: string) => `
    ${usable(role)} and pg_catalog.has_any_column_privilege(roles.${role}, c.oid, 'SELECT') as ${role}_reads,
    ${usable(role)} and pg_catalog.pg_relation_is_updatable(c.oid, true) & 28 <> 0
      and (pg_catalog.has_any_column_privilege(roles.${role}, c.oid, 'INSERT, UPDATE')
        or pg_catalog.has_table_privilege(roles.${role}, c.oid, 'DELETE')) as ${role}_changes`
const functionReach = (role: string) => `
    ${usable(role)} and pg_catalog.has_function_privilege(roles.${role}, p.oid, 'EXECUTE'), false`

/** Without the role, as in a database that was not prepared, it reaches nothing. */
export function dataApiReachStatement(schemas: readonly string[]): Statement {
  return {
    query: `with roles as (
  select pg_catalog.to_regrole('anon')::oid as anon, pg_catalog.to_regrole('authenticated')::oid as authenticated
), exposed as (
  select n.oid, n.nspname from pg_catalog.pg_namespace n
  where n.nspname in (select pg_catalog.json_array_elements_text($1::json))
), found as (
  select case c.relkind when 'f' then 'foreign-table' when 'v' then 'view' when 'm' then 'materialized-view'
      else 'table' end as kind,
    n.nspname::text as schema, c.relname::text as name, null::text as arguments,${ROLES.map(relationReach).join(',')},
    case when c.relkind in ('r', 'p') then c.relrowsecurity end as rls,
    c.relkind = 'v' and not coalesce(c.reloptions, '{}') && ${INVOKER} as as_owner
  from roles, exposed n join pg_catalog.pg_class c on c.relnamespace = n.oid
  where c.relkind in ('r', 'p', 'f', 'v', 'm')
  union all
  select 'function', n.nspname, p.proname, pg_catalog.pg_get_function_identity_arguments(p.oid),${ROLES.map(functionReach).join(',')},
    null, p.prosecdef
  from roles, exposed n join pg_catalog.pg_proc p on p.pronamespace = n.oid
  where p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
), reached as (
  select * from found where anon_reads or anon_changes or authenticated_reads or authenticated_changes
)
select kind, schema, name, arguments, coalesce(anon_reads, false), coalesce(anon_changes, false),
  coalesce(authenticated_reads, false), coalesce(authenticated_changes, false), rls, as_owner,
  ${KINDS.map((kind) => `count(*) filter (where kind = '${kind}') over ()`).join(', ')}
from reached
order by not (as_owner or kind in ('foreign-table', 'materialized-view') or kind = 'table' and not rls),
  pg_catalog.array_position(array['${KINDS.join("','")}'], kind), schema, name, arguments
limit ${REACH_MAX}`,
    parameters: [JSON.stringify(schemas)],
  }
}

/** The ways in which a view is told to act with the rights of its caller. */
const INVOKER = `array['security_invoker=true', 'security_invoker=on', 'security_invoker=yes', 'security_invoker=1']`

/** What the statement says. */
export function dataApiReachIn(rows: readonly (readonly (string | null)[])[]): DataApiReach {
  const isTrue = (cell: string | null | undefined) => cell === 't'
  const counts = rows[0]?.slice(-KINDS.length) ?? []
  return {
    listed: rows.map((row) => ({
      kind: KINDS.find((kind) => kind === row[0]) ?? 'table',
      schema: row[1] ?? '',
      name: row[2] ?? '',
      arguments: row[3] ?? null,
      anon: { reads: isTrue(row[4]), changes: isTrue(row[5]) },
      authenticated: { reads: isTrue(row[6]), changes: isTrue(row[7]) },
      isRlsOn: row[8] === null ? null : isTrue(row[8]),
      actsAsOwner: isTrue(row[9]),
    })),
    counts: Object.fromEntries(
      KINDS.map((kind, at) => [kind, Number(counts[at] ?? 0)]),
    ) as DataApiReach['counts'],
  }
}

/** Schemas that may be exposed. */
export const EXPOSABLE_SCHEMAS_STATEMENT: Statement = {
  query: `select n.nspname::text from pg_catalog.pg_namespace n
where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
order by n.nspname <> 'public', n.nspname limit 1000`,
  parameters: [],
}

/** The login of the services of a project whose database was added by its URL. */
export function serviceLoginOf(ref: string): string {
  return `basedeck_service_${ref}`
}

/** Whether that login is there. */
export function serviceLoginStatement(ref: string): Statement {
  return {
    query: `select exists (select from pg_catalog.pg_roles where rolname = $1 and rolcanlogin)`,
    parameters: [serviceLoginOf(ref)],
  }
}
