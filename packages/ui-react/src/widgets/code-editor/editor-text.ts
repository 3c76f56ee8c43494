// Which text is the newest: the one the user typed, or the one from outside. Text from outside may be
// a late echo of something typed earlier; accepting it would undo the keystrokes after it.

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

  /** The newest text. */
  get latest(): string {
    return this.#latest
  }

  /** The last text that came from outside: where undo ends. */
  get given(): string {
    return this.#given
  }

  /** The view state of the last editor of this text; undefined for the first editor. */
  get viewState(): EditorViewState | undefined {
    return this.#viewState
  }

  /** An editor is removed; the next one restores this view state. */
  left(viewState: EditorViewState): void {
    this.#viewState = viewState
  }

  /** The user made this text. */
  typed(text: string): void {
    this.#latest = text
    this.#unanswered = [...this.#unanswered, text].slice(-REMEMBERED)
  }

  /** Takes a text from outside; true when it is new, so that the editor has to show it. */
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
