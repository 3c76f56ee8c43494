/**
 * Where a selected row is after the rows have changed: its number changes when rows are added above it, or when the page
 * is read again. A selection that kept its number would make the next key change another row.
 * @rule grid.followed-row  @spec §4
 */

/** Rows as they are shown: new ones first, then the page. */
export interface FollowedRows {
  /** The page as it was read: the same object while only staged edits change. */
  page: object
  /** How many rows at the top are new. */
  newRows: number
  /** Tells a row apart from the others; null: nothing does. */
  keyAt(row: number): string | null
}

/** The rows before and after they changed. */
export interface RowsChange {
  before: FollowedRows
  after: FollowedRows
  /** How many rows are shown now. */
  count: number
}

/** Where the row is now; null: it is gone. */
export function rowAfter(row: number, { before, after, count }: RowsChange): number | null {
  if (row < before.newRows) return rowOfKey(before.keyAt(row), after, { from: 0, to: after.newRows })
  const sameIndex = row - before.newRows + after.newRows
  if (before.page === after.page) return sameIndex < count ? sameIndex : null
  return rowOfKey(before.keyAt(row), after, { from: after.newRows, to: count })
}

/** Where a block of rows begins now; null: they are no longer one block. */
export function blockAfter(
  { top, bottom }: { top: number; bottom: number },
  change: RowsChange,
): number | null {
  const { before, after, count } = change
  const first = rowAfter(top, change)
  if (first === null || first + bottom - top >= count) return null
  if (before.page === after.page && top >= before.newRows) return first
  for (let row = top + 1; row <= bottom; row++) {
    const key = before.keyAt(row)
    if (key === null || after.keyAt(first + row - top) !== key) return null
  }
  return first
}

/** The row that was added to the page; null when no row or several rows were added. */
export function onlyAddedRow({ before, after, count }: RowsChange, countBefore: number): number | null {
  const known = new Set<string | null>()
  for (let row = before.newRows; row < countBefore; row++) known.add(before.keyAt(row))
  let found: number | null = null
  for (let row = after.newRows; row < count; row++) {
    if (known.has(after.keyAt(row))) continue
    if (found !== null) return null
    found = row
  }
  return found
}

function rowOfKey(
  key: string | null,
  rows: FollowedRows,
  { from, to }: { from: number; to: number },
): number | null {
  if (key === null) return null
  for (let row = from; row < to; row++) if (rows.keyAt(row) === key) return row
  return null
}
