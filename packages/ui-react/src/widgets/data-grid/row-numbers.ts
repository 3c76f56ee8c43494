// What the grid draws a row from: its number alone.

/** `[0, 1, 2 …]` of so many rows. */
export function rowNumbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, row) => row)
}

/**
 * Pixels for the row numbers. Up to five characters have two widths, so that a result that grows does not move its
 * columns; longer numbers have as much as they need.
 * @param before rows before the first one; negative: they are counted from the last row, which is -1
 * @param count so many rows
 */
export function rowNumberWidth(before: number, count: number): number {
  const { length } = String(before < 0 ? before : before + count)
  if (length <= 3) return 44
  return length <= 5 ? 64 : 20 + 9 * length
}
