/**
 * Which results give way when all of them take more memory than they may: hidden ones, the one that was hidden first
 * before the others. What is shown stays.
 * @rule results.budget  @spec §9
 */

/** Megabytes that a user may choose for all results of a window. */
export const RESULT_BUDGETS_MB = [256, 64, 128, 512, 1024] as const

/** The results of one query, as far as memory goes. */
export interface HeldResults<Key> {
  key: Key
  bytes: number
  /** When it was last seen, as a number that grows; null: it is shown now. */
  hiddenSince: number | null
}

/** The keys of the results to let go, so that the rest fits into the budget as far as that is possible. */
export function resultsToLetGo<Key>(held: readonly HeldResults<Key>[], budgetBytes: number): Key[] {
  let total = held.reduce((sum, { bytes }) => sum + bytes, 0)
  const hidden = held
    .flatMap(({ hiddenSince, ...one }) =>
      hiddenSince === null || one.bytes === 0 ? [] : [{ ...one, hiddenSince }],
    )
    .toSorted((one, other) => one.hiddenSince - other.hiddenSince)
  const gone: Key[] = []
  for (const { key, bytes } of hidden) {
    if (total <= budgetBytes) break
    gone.push(key)
    total -= bytes
  }
  return gone
}
