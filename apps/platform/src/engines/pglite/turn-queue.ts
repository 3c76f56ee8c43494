/** One at a time, in the order they came; who waits can stop waiting. */

interface Turn {
  begin(): void
}

export class TurnQueue {
  readonly #waiting: Turn[] = []
  #busy = false

  /** @throws the reason of `signal` when it aborts before the turn has come */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#busy) await this.#wait(signal)
    this.#busy = true
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next.begin()
      else this.#busy = false
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
