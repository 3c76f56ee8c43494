/**
 * What a role can do with the rows of a table, from privileges and policies alone: a cell of the matrix of a schema.
 * @rule auth.policy-coverage  @spec §2
 */
import { isPolicyFor, policyExpression, type Policy, type RowOperation } from './policy.js'

/** What is known of a role and a table. */
export interface RoleOnTable {
  /** Operations that the role may ask for, on the table or on some of its columns. */
  privileges: readonly RowOperation[]
  isRlsOn: boolean
  /** A superuser, BYPASSRLS, or the owner of a table whose row-level security is not forced. */
  bypasses: boolean
  /** The policies that apply to the role. */
  policies: readonly Policy[]
}

/** What a role can do. */
export type Coverage =
  | { type: 'no-privilege' }
  /** Row-level security is off: every row. */
  | { type: 'open' }
  /** Policies do not apply to the role: every row. */
  | { type: 'bypass' }
  /** No permissive policy covers the operation: no row. */
  | { type: 'none' }
  | {
      type: 'policies'
      permissive: readonly string[]
      restrictive: readonly string[]
      /** Rows are found by SELECT policies too, and there are none: only a statement without WHERE works. */
      lacksSelect: boolean
    }

/** The cell of one role, one table and one operation. */
export function policyCoverage(on: RoleOnTable, operation: RowOperation): Coverage {
  if (!on.privileges.includes(operation)) return { type: 'no-privilege' }
  if (on.bypasses) return { type: 'bypass' }
  if (!on.isRlsOn) return { type: 'open' }
  const covering = coveringPolicies(on.policies, operation)
  const permissive = covering.filter(({ isPermissive }) => isPermissive)
  if (permissive.length === 0) return { type: 'none' }
  const findsRows = operation === 'update' || operation === 'delete'
  return {
    type: 'policies',
    permissive: permissive.map(({ name }) => name),
    restrictive: covering.filter(({ isPermissive }) => !isPermissive).map(({ name }) => name),
    lacksSelect:
      findsRows && !coveringPolicies(on.policies, 'select').some(({ isPermissive }) => isPermissive),
  }
}

function coveringPolicies(policies: readonly Policy[], operation: RowOperation): Policy[] {
  const by = operation === 'insert' ? 'check' : 'using'
  return policies.filter((policy) => isPolicyFor(policy, operation) && policyExpression(policy, by) !== null)
}
