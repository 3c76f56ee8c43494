// Which text is the newest: what the user typed, or what came from outside. Text from outside may be
// a late echo of something typed earlier; taking it for news would undo the keystrokes after it.

const REMEMBERED = 32

/** The text of one editor while its owner follows it. */
export class EditorText {
  #latest: string
  #given: string
  #seen: string
  #unanswered: string[] = []

  constructor(text: string) {
    this.#latest = text
    this.#given = text
    this.#seen = text
  }

  /** The text that counts now. */
  get latest(): string {
    return this.#latest
  }

  /** The last text that came from outside: where undo ends. */
  get given(): string {
    return this.#given
  }

  /** The user made this text. */
  typed(text: string): void {
    this.#latest = text
    this.#unanswered = [...this.#unanswered, text].slice(-REMEMBERED)
  }

  /** Takes a text from outside; true when it is news, so that the editor has to show it. */
  accepts(value: string): boolean {
    if (value === this.#seen) return false
    this.#seen = value
    const answered = this.#unanswered.lastIndexOf(value)
    this.#unanswered = this.#unanswered.slice(answered + 1)
    if (answered >= 0 || value === this.#latest) return false
    this.#unanswered = []
    this.#latest = value
    this.#given = value
    return true
  }
}
