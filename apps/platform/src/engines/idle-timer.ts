/** Notices that something has not been used for a while. */

/** Idle means: no use is active, and the last one ended `idleMs` ago. */
export class IdleTimer {
  readonly #idleMs: number
  readonly #onIdle: () => void
  #uses = 0
  #lastUse = performance.now()
  #timer: NodeJS.Timeout | undefined

  constructor(idleMs: number, onIdle: () => void) {
    this.#idleMs = idleMs
    this.#onIdle = onIdle
  }

  get isInUse(): boolean {
    return this.#uses > 0
  }

  /** When the last use began or ended, on the monotonic clock. */
  get lastUse(): number {
    return this.#lastUse
  }

  /** Begins a use; the returned function ends it. */
  use(): () => void {
    this.stop()
    this.#uses++
    this.#lastUse = performance.now()
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#uses--
      this.#lastUse = performance.now()
      if (this.#uses === 0) this.#timer = setTimeout(this.#onIdle, this.#idleMs).unref()
    }
  }

  /** Stops the timer. */
  stop(): void {
    clearTimeout(this.#timer)
  }
}
