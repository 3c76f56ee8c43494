/** What is being stopped or deleted, per project: it ends before anything new begins there. */
export class Shutdowns {
  readonly #underWay = new Map<string, Promise<void>>()

  /**
   * Settles when what ends there now has ended; never rejects. It does not wait for what begins to end later: that may
   * itself wait for the caller.
   */
  async of(ref: string): Promise<void> {
    await this.#underWay.get(ref)
  }

  /** Begins `end` when what ends there now has ended. Rejects as `end` does. */
  begin(ref: string, end: () => Promise<void>): Promise<void> {
    const ended = (this.#underWay.get(ref) ?? Promise.resolve()).then(end)
    const underWay = ended
      .catch(() => {})
      .then(() => {
        if (this.#underWay.get(ref) === underWay) this.#underWay.delete(ref)
      })
    this.#underWay.set(ref, underWay)
    return ended
  }

  /** Settles when nothing ends anywhere; never rejects. */
  async all(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values())
  }
}
