/** Does work on many items, a few at a time: a disk or a file system answers several requests in little more than the time of one. */

/** Twice Node's four threads for files, so that none of them waits for the next request. */
const AT_ONCE = 8

/** After a failure no further work begins; it is thrown when the work under way has ended. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]()
  const failures: unknown[] = []
  const workThrough = async (): Promise<void> => {
    for (const item of left) {
      if (failures.length > 0) return
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workThrough))
  if (failures.length > 0) throw failures[0]
}
