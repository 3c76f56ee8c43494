/**
 * The number of a row among all rows of a table.
 * @rule grid.row-number  @spec §9
 */

/**
 * The number that the row is shown with.
 * @param before rows before the page; negative: the page is counted from the last row, which is -1
 * @param row its number in the page, from 0
 * @returns from 1, or below 0 where it is counted from the end
 */
export function rowNumber(before: number, row: number): number {
  return before < 0 ? before + row : before + row + 1
}
