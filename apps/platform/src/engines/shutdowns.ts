/** Databases that are being stopped or deleted, per project: a new opening waits for them. */
export class Shutdowns {
  readonly #underWay = new Map<string, Promise<void>>()

  /**
   * Settles when what ends there now has ended; never rejects. It does not wait for what begins to end later: that may
   * itself wait for the caller.
   */
  async of(id: string): Promise<void> {
    await this.#underWay.get(id)
  }

  /** Begins `end` when what ends there now has ended. Rejects as `end` does. */
  begin(id: string, end: () => Promise<void>): Promise<void> {
    const ended = (this.#underWay.get(id) ?? Promise.resolve()).then(end)
    const underWay = ended
      .catch(() => {})
      .then(() => {
        if (this.#underWay.get(id) === underWay) this.#underWay.delete(id)
      })
    this.#underWay.set(id, underWay)
    return ended
  }

  /** Settles when no shutdown is running; never rejects. */
  async all(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values())
  }
}
