/** A screen or session: stores to read, actions to call, one `dispose`. */
export interface Disposable {
  /** Ends everything it started. Idempotent. */
  dispose(): void
}

/** Collects what is disposed together; the last one added is disposed first. */
export function createScope(): Disposable & { add(end: () => void): void } {
  const ends: (() => void)[] = []
  return {
    add: (end) => void ends.push(end),
    dispose() {
      while (ends.length > 0) ends.pop()?.()
    },
  }
}
