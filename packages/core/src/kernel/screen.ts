/** A screen or session: stores to read, actions to call, one `dispose`. */
export interface Disposable {
  /** Ends everything it started. Idempotent. */
  dispose(): void
}

/** Collects what must end together; the last one added ends first. */
export function createScope(): Disposable & { add(end: () => void): void } {
  const ends: (() => void)[] = []
  return {
    add: (end) => void ends.push(end),
    dispose() {
      while (ends.length > 0) ends.pop()?.()
    },
  }
}
