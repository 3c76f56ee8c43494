/** Asks again, ever less often, after databases that could not be opened, until each one answers. */

const FIRST_AGAIN_MS = 5000
const LONGEST_AGAIN_MS = 60_000

export class Recovery {
  readonly #ask: (ref: string) => Promise<boolean>
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #isStopped = false

  /** @param ask checks the database; true ends the attempts. It never rejects */
  constructor(ask: (ref: string) => Promise<boolean>) {
    this.#ask = ask
  }

  /** Idempotent while attempts continue. */
  begin(ref: string): void {
    if (!this.#timers.has(ref)) this.#again(ref, FIRST_AGAIN_MS)
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  #again(ref: string, afterMs: number): void {
    if (this.#isStopped) return
    const timer = setTimeout(() => void this.#askNow(ref, afterMs), afterMs)
    timer.unref()
    this.#timers.set(ref, timer)
  }

  async #askNow(ref: string, afterMs: number): Promise<void> {
    // A database that fails again while it is asked is asked again, even if it had answered.
    this.#timers.delete(ref)
    if (await this.#ask(ref)) return
    clearTimeout(this.#timers.get(ref))
    this.#again(ref, Math.min(LONGEST_AGAIN_MS, afterMs * 2))
  }
}
