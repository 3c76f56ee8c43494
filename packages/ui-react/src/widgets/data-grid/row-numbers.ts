// What the grid draws a row from: its number alone.

/** `[0, 1, 2 …]` of so many rows. */
export function rowNumbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, row) => row)
}

/** Pixels for the row numbers of so many rows. Two widths, so that a result that grows does not move its columns. */
export function rowNumberWidth(count: number): number {
  return count < 1000 ? 44 : 64
}
