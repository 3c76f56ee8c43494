/** Time, so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Calls `run` once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}
