/** Reads one text of the language from left to right, and says where it can't go on. */
import { refused, type DataApiError } from '../errors.js'

/** The deepest nesting of brackets that a text may have: beyond it, a request is refused before it costs anything. */
export const MAX_NESTING = 50

/** A text that is being read. */
export class TextReader {
  at = 0

  /** @param what what the text is, for the message of a refusal: `select parameter` */
  constructor(
    readonly text: string,
    readonly what: string,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** Whether the given text comes next. */
  sees(expected: string): boolean {
    return this.text.startsWith(expected, this.at)
  }

  /** Goes past the given text if it comes next. */
  takes(expected: string): boolean {
    if (!this.sees(expected)) return false
    this.at += expected.length
    return true
  }

  /** @throws DataApiError PGRST100 when something else comes next */
  expect(expected: string): void {
    if (!this.takes(expected)) throw this.failure(`"${expected}"`)
  }

  /** Goes past what a sticky expression matches here. */
  match(expression: RegExp): string | undefined {
    expression.lastIndex = this.at
    const found = expression.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  /** @throws DataApiError PGRST100 when text is left */
  expectEnd(): void {
    if (!this.isAtEnd) throw this.failure('end of input')
  }

  /** What to throw: PGRST100. */
  failure(expecting: string): DataApiError {
    const next = this.text.codePointAt(this.at)
    const found = next === undefined ? 'end of input' : JSON.stringify(String.fromCodePoint(next))
    const message = `"failed to parse ${this.what} (${this.text})" (line 1, column ${this.at + 1})`
    return refused('PGRST100', message, { details: `unexpected ${found} expecting ${expecting}` })
  }
}
