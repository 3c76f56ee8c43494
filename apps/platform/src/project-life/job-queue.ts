/** Work behind the projects' changes: one at a time per project, a few at a time in all. */

/** Creating a database uses processor, disk and memory; more at once would not be faster. */
const AT_ATIME = 4

export class JobQueue {
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #changes = new Map<string, number>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** Queues `work` in the background, after other work for the same project. It must handle its own errors. */
  begin(ref: string, work: () => Promise<void>): void {
    this.#changes.set(ref, this.changesOf(ref) + 1)
    const before = this.#underWay.get(ref) ?? Promise.resolve()
    const mine = before
      .then(() => this.#turn())
      .then(work)
      .finally(() => {
        this.#endTurn()
        if (this.#underWay.get(ref) === mine) this.#underWay.delete(ref)
      })
    this.#underWay.set(ref, mine)
  }

  isUnderWay(ref: string): boolean {
    return this.#underWay.has(ref)
  }

  /** How often work began there: whether something changed while one was looking. */
  changesOf(ref: string): number {
    return this.#changes.get(ref) ?? 0
  }

  /** Settles when no work for the project is running. */
  async of(ref: string): Promise<void> {
    for (let work = this.#underWay.get(ref); work; work = this.#underWay.get(ref)) await work
  }

  /** Settles when no work is running. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values())
  }

  async #turn(): Promise<void> {
    if (this.#running < AT_ATIME) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** A waiting job takes over the slot. */
  #endTurn(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}
