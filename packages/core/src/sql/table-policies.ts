/** The policies of a table: which rows its row-level security lets whom see and change. */
import type { Statement } from './catalogue/statements.js'

/** A policy as PostgreSQL holds it. */
export interface TablePolicy {
  name: string
  command: 'select' | 'insert' | 'update' | 'delete' | 'all'
  /** False: it restricts what the others allow. */
  isPermissive: boolean
  roles: string
  /** Which rows; null: it has no such condition. */
  using: string | null
  /** Which new values. */
  check: string | null
}

const COMMANDS: Readonly<Record<string, TablePolicy['command']>> = {
  r: 'select',
  a: 'insert',
  w: 'update',
  d: 'delete',
}

/** By name. */
export function tablePoliciesStatement(oid: string): Statement {
  return {
    query: `select p.polname, p.polcmd, p.polpermissive::text,
  (select pg_catalog.string_agg(case when o.id = 0 then 'public' else pg_catalog.pg_get_userbyid(o.id)::text end, ', ' order by 1)
    from pg_catalog.unnest(p.polroles) o(id)),
  pg_catalog.pg_get_expr(p.polqual, p.polrelid), pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)
from pg_catalog.pg_policy p where p.polrelid = $1::oid order by p.polname`,
    parameters: [oid],
  }
}

/** What the statement says. */
export function tablePoliciesIn(rows: readonly (readonly (string | null)[])[]): TablePolicy[] {
  return rows.map(([name, command, isPermissive, roles, using = null, check = null]) => ({
    name: name ?? '',
    command: COMMANDS[command ?? ''] ?? 'all',
    isPermissive: isPermissive === 'true',
    roles: roles ?? '',
    using,
    check,
  }))
}
