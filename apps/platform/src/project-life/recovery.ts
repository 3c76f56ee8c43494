/** Asks again, ever less often, after databases that could not be opened, until each one answers. */

const FIRST_AGAIN_MS = 5000
const LONGEST_AGAIN_MS = 60_000

export class Recovery {
  readonly #ask: (ref: string) => Promise<'healthy' | 'unhealthy'>
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #isStopped = false

  /** @param ask checks the database; `healthy` ends the attempts. It never rejects */
  constructor(ask: (ref: string) => Promise<'healthy' | 'unhealthy'>) {
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
    const state = await this.#ask(ref)
    if (state === 'healthy') this.#timers.delete(ref)
    else this.#again(ref, Math.min(LONGEST_AGAIN_MS, afterMs * 2))
  }
}
