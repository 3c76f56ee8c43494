/** Runs a step for each item, some at once. */

/** The outcome of one item, in the order of the items. */
export type StepOutcome<Output> = { type: 'done'; output: Output } | { type: 'failed'; error: unknown }

/** Options of `eachAtOnce`. */
export interface AtOnceOptions {
  /** How many run at the same time. */
  parallel: number
  /** Items that have not begun when it is aborted are left out of the outcome. */
  signal?: AbortSignal
}

/** Runs a step for each item, at most `parallel` at the same time. A failure stops no other item. It never rejects. */
export async function eachAtOnce<Item, Output>(
  items: readonly Item[],
  { parallel, signal }: AtOnceOptions,
  step: (item: Item) => Promise<Output>,
): Promise<StepOutcome<Output>[]> {
  const outcomes: StepOutcome<Output>[] = []
  let next = 0
  const mayBegin = () => next < items.length && signal?.aborted !== true
  const work = async () => {
    while (mayBegin()) {
      const at = next++
      // `mayBegin` says that it is there.
      const item = items[at] as Item
      outcomes[at] = await step(item).then(
        (output): StepOutcome<Output> => ({ type: 'done', output }),
        (error: unknown): StepOutcome<Output> => ({ type: 'failed', error }),
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, work))
  return outcomes
}
