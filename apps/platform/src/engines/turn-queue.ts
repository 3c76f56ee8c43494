/** Limits concurrent work, first come, first served. Waiters can stop waiting. */

interface Turn {
  begin(): void
}

export class TurnQueue {
  readonly #waiting: Turn[] = []
  readonly #atOnce: number
  #running = 0

  constructor(atOnce = 1) {
    this.#atOnce = atOnce
  }

  /** Whether nothing runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0
  }

  /** @throws the reason of `signal` when it aborts before the turn has come */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#running < this.#atOnce) this.#running++
    // The finished work passes its turn on.
    else await this.#wait(signal)
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next.begin()
      else this.#running--
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1)
        reject(signal.reason)
      }
      const turn: Turn = {
        begin: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(turn)
    })
  }
}
