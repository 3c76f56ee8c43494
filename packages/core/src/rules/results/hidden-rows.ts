/**
 * Whether the role as which a table is read may see fewer rows than the table has. Then “no rows” does not mean that the table is
 * empty, and an estimate of the whole table is not shown: it would be wrong, and would tell what the role may not see.
 * @rule table.hidden-rows  @spec §6
 */

/** Row-level security of a table. Null for a view: it has none itself, but the tables that it reads may have. */
export type RowSecurity = { isOn: boolean; holdsForOwner: boolean } | null

/** @param isOwner the table is read with the database's owner's own rights, not as a role */
export function mayHideRows(rls: RowSecurity, isOwner: boolean): boolean {
  if (rls === null) return !isOwner
  return isOwner ? rls.holdsForOwner : rls.isOn
}
