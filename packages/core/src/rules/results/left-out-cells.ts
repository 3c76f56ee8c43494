/**
 * Pasted cells that were not taken, by the reason: each reason is told, with the first of its cells and how many there are.
 * @rule grid.left-out-cells  @spec §4
 */

/** A pasted cell that was not taken. */
export interface LeftOutCell {
  /** Undefined: there is no column for it. */
  column: string | undefined
  value: string
  why: string
}

/** The cells of one reason. */
export interface LeftOutReason extends LeftOutCell {
  count: number
}

/** The reason of the most cells first; of as many, the one that was met first. */
export function leftOutReasons(cells: readonly LeftOutCell[]): LeftOutReason[] {
  const reasons = new Map<string, LeftOutReason>()
  for (const cell of cells) {
    const known = reasons.get(cell.why)
    reasons.set(cell.why, known ? { ...known, count: known.count + 1 } : { ...cell, count: 1 })
  }
  return [...reasons.values()].sort((one, other) => other.count - one.count)
}
