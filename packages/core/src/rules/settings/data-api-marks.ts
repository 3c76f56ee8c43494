/**
 * What to know of a table, view or function before applications reach it, and what can be done about it.
 * @rule data-api.marks  @spec §2
 */
import type { Reached, RoleReach } from '../../sql/data-api-reach.js'

/**
 * - `no-rls`: every row is open
 * - `owner-view`: a view reads with the rights of its owner, past row-level security
 * - `owner-function`: a function acts with the rights of its owner
 * - `materialized-view`, `foreign-table`: they can't have row-level security
 */
export type ReachMark = 'no-rls' | 'owner-view' | 'owner-function' | 'materialized-view' | 'foreign-table'

/** Null: row-level security or the rights of the caller decide. */
export function reachMark({ kind, isRlsOn, actsAsOwner }: Reached): ReachMark | null {
  if (kind === 'table') return isRlsOn === true ? null : 'no-rls'
  if (kind === 'function') return actsAsOwner ? 'owner-function' : null
  if (kind === 'view') return actsAsOwner ? 'owner-view' : null
  return kind
}

/** What a role may do, in the order in which it is told. */
export function reachWords(
  kind: Reached['kind'],
  { reads, changes }: RoleReach,
): ('call' | 'read' | 'change')[] {
  if (kind === 'function') return reads ? ['call'] : []
  return [...(reads ? (['read'] as const) : []), ...(changes ? (['change'] as const) : [])]
}
