/** What each role may ask of each table of a schema: the facts behind a matrix of roles, operations and tables. */
import type { Policy, RowOperation } from '../../rules/auth/policy.js'
import type { RoleOnTable } from '../../rules/auth/policy-coverage.js'
import type { Statement } from '../catalogue/statements.js'
import { POLICIES_JSON, POLICY_TABLES_MAX, policiesIn } from './policy-list.js'

/** A table and what is known of each role. */
export interface MatrixTable {
  id: string
  schema: string
  name: string
  isRlsOn: boolean
  /** By the name of the role. */
  roles: Readonly<Record<string, RoleOnTable>>
}

/** By name. Names of roles that are not there are left out. */
export function policyMatrixStatement(schema: string, roles: readonly string[]): Statement {
  const privilege = (name: string) =>
    `pg_catalog.has_table_privilege(r.oid, c.oid, '${name}') or pg_catalog.has_any_column_privilege(r.oid, c.oid, '${name}')`
  return {
    query: `select c.oid::text, n.nspname, c.relname, c.relrowsecurity::text, ${POLICIES_JSON}::text,
  (select pg_catalog.json_object_agg(r.rolname, pg_catalog.json_build_object(
      'privileges', pg_catalog.array_remove(array[case when ${privilege('SELECT')} then 'select' end,
        case when ${privilege('INSERT')} then 'insert' end, case when ${privilege('UPDATE')} then 'update' end,
        case when pg_catalog.has_table_privilege(r.oid, c.oid, 'DELETE') then 'delete' end], null),
      'hasSchema', pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE'),
      'bypasses', r.rolsuper or r.rolbypassrls
        or (pg_catalog.pg_has_role(r.oid, c.relowner, 'USAGE') and not c.relforcerowsecurity),
      'policies', (select pg_catalog.json_agg(p.polname) from pg_catalog.pg_policy p where p.polrelid = c.oid
        and exists (select from pg_catalog.unnest(p.polroles) g(id)
          where case when g.id = 0 then true else pg_catalog.pg_has_role(r.oid, g.id, 'USAGE') end))))
    from pg_catalog.pg_roles r where r.rolname = any ($2::text[]))::text
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relkind in ('r', 'p')
order by c.relname
limit ${POLICY_TABLES_MAX + 1}`,
    parameters: [schema, arrayOf(roles)],
  }
}

interface ReadRole {
  privileges: RowOperation[]
  hasSchema: boolean
  bypasses: boolean
  policies: string[] | null
}

/** The tables in the statement's rows. */
export function policyMatrixIn(rows: readonly (readonly (string | null)[])[]): MatrixTable[] {
  return rows.map(([id, schema, name, isOn, json, roles]) => {
    const isRlsOn = isOn === 'true'
    const policies = policiesIn(json)
    const read = JSON.parse(roles ?? '{}') as Record<string, ReadRole>
    const known = Object.entries(read).map(([role, one]) => [role, roleOn(one, isRlsOn, policies)])
    return {
      id: id ?? '',
      schema: schema ?? '',
      name: name ?? '',
      isRlsOn,
      roles: Object.fromEntries(known) as Record<string, RoleOnTable>,
    }
  })
}

function roleOn(read: ReadRole, isRlsOn: boolean, policies: readonly Policy[]): RoleOnTable {
  return {
    // Without the schema, a privilege on the table is of no use.
    privileges: read.hasSchema ? read.privileges : [],
    isRlsOn,
    bypasses: read.bypasses,
    policies: policies.filter(({ name }) => read.policies?.includes(name) ?? false),
  }
}

function arrayOf(names: readonly string[]): string {
  return `{${names.map((name) => `"${name.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
