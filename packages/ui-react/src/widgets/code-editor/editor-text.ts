// Which text is the newest: what the user typed, or what came from outside. Text from outside may be
// a late echo of something typed earlier; taking it for news would undo the keystrokes after it.

/** Where the user is in a text. Offsets are UTF-16 offsets in the whole text, the rest pixels. */
export interface EditorViewState {
  anchorOffset: number
  cursorOffset: number
  scrollTop: number
  scrollLeft: number
  hasFocus: boolean
}

const REMEMBERED = 32

/** The text of one editor while its owner follows it, handed from the plain field to Monaco. */
export class EditorText {
  #latest: string
  #given: string
  #seen: string
  #unanswered: string[] = []
  #viewState: EditorViewState | undefined

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

  /** Where the user was when the last editor of this text went; undefined for the first editor. */
  get viewState(): EditorViewState | undefined {
    return this.#viewState
  }

  /** An editor goes; another one may go on where the user was. */
  left(viewState: EditorViewState): void {
    this.#viewState = viewState
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
