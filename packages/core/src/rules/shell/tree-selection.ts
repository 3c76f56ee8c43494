/**
 * Selecting several rows of a tree, by the multi-select model of the ARIA practices: a modifier adds a row or takes it away,
 * Shift selects all rows from the anchor on.
 * @rule tree.selection  @spec §2
 */

/** The selected rows, and the row at which a range begins. */
export interface TreeSelection {
  readonly keys: ReadonlySet<string>
  readonly anchor: string | null
}

/** No row is selected. */
export const NO_SELECTION: TreeSelection = { keys: new Set(), anchor: null }

/** One row is added, or taken away; the next range begins at it. */
export function toggledSelection({ keys }: TreeSelection, key: string): TreeSelection {
  const toggled = new Set(keys)
  if (!toggled.delete(key)) toggled.add(key)
  return { keys: toggled, anchor: key }
}

/**
 * All rows from the anchor to the row at `to`, whichever is first; without an anchor only that row.
 * @param rows the keys of the visible rows that can be selected, in their order
 */
export function rangeSelection(
  rows: readonly string[],
  { anchor }: TreeSelection,
  to: string,
): TreeSelection {
  const end = rows.indexOf(to)
  if (end === -1) return { keys: new Set(), anchor }
  const begin = rows.findIndex((row) => row === anchor)
  if (begin === -1) return { keys: new Set([to]), anchor: to }
  return { keys: new Set(rows.slice(Math.min(begin, end), Math.max(begin, end) + 1)), anchor }
}

/** What is left of a selection when rows are gone; the same one when all are there. */
export function remainingSelection(
  selection: TreeSelection,
  isThere: (key: string) => boolean,
): TreeSelection {
  const keys = new Set([...selection.keys].filter(isThere))
  return keys.size === selection.keys.size ? selection : { ...selection, keys }
}

/** Every row that can be selected. */
export function wholeSelection(rows: readonly string[]): TreeSelection {
  return { keys: new Set(rows), anchor: rows[0] ?? null }
}
