/** Limits concurrent work, first come, first served. Waiters can stop waiting. */

/** A turn that was granted. */
export interface Turn {
  /** Passes the turn on. */
  leave(): void
  /** Calls `listener` once, as soon as another waits for a turn. */
  whenWanted(listener: () => void): void
}

interface Waiter {
  begin(): void
}

/** Between the names of two queues: more turns than one has. */
const QUEUE_STEP = 2 ** 32
let queues = 0

export class TurnQueue {
  readonly #waiting: Waiter[] = []
  readonly #wanted = new Set<() => void>()
  readonly #atOnce: number
  readonly #watching = new Set<() => void>()
  #running = 0
  #lastEnded = QUEUE_STEP * queues++

  constructor(atOnce = 1) {
    this.#atOnce = atOnce
  }

  /** Whether nothing runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0
  }

  /** Names the turn that ended last: one more than that before it. Queues of one process share no name. */
  get lastEnded(): number {
    return this.#lastEnded
  }

  /** Waits until another turn than `last` has ended, for `ms` at most. False: none has. */
  async endedSince(last: number, ms: number): Promise<boolean> {
    if (this.#lastEnded !== last) return true
    await new Promise<void>((resolve) => {
      const tell = (): void => {
        clearTimeout(timer)
        this.#watching.delete(tell)
        resolve()
      }
      const timer = setTimeout(tell, ms)
      this.#watching.add(tell)
    })
    return this.#lastEnded !== last
  }

  /** @throws the reason of `signal` when it aborts before the turn has come */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const turn = await this.enter(signal)
    try {
      return await work()
    } finally {
      turn.leave()
    }
  }

  /** For work that can make room for others before it has ended. @throws as `take` */
  async enter(signal: AbortSignal): Promise<Turn> {
    signal.throwIfAborted()
    if (this.#running < this.#atOnce) this.#running++
    // The one that leaves passes its turn on.
    else await this.#wait(signal)
    let tell: (() => void) | undefined
    return {
      leave: () => {
        if (tell) this.#wanted.delete(tell)
        this.#lastEnded++
        for (const watching of this.#watching) watching()
        const next = this.#waiting.shift()
        if (next) next.begin()
        else this.#running--
      },
      whenWanted: (listener) => {
        tell = listener
        if (this.#waiting.length > 0) listener()
        else this.#wanted.add(listener)
      },
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(signal.reason)
      }
      const waiter: Waiter = {
        begin: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiter)
      const wanted = [...this.#wanted]
      this.#wanted.clear()
      for (const tell of wanted) tell()
    })
  }
}
