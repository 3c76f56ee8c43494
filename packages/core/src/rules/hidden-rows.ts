/**
 * Whether the role as which a table is read may see fewer rows than there are. Then no row is not an empty table, and an
 * estimate of the whole table neither holds for the role nor is for its eyes.
 * @rule table.hidden-rows  @spec §6
 */

/** Row-level security of a table; null: it has none of its own, as a view, which may read tables that have. */
export type RowSecurity = { isOn: boolean; holdsForOwner: boolean } | null

/** @param isOwner the table is read with the database's owner's own rights, not as a role */
export function mayHideRows(rls: RowSecurity, isOwner: boolean): boolean {
  if (rls === null) return !isOwner
  return isOwner ? rls.holdsForOwner : rls.isOn
}
