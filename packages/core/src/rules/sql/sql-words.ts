/** A statement split into tokens without comments, as the rules for completion and hover read it. */
import { foldedText, scan, wordOf, type Token } from '@basedeck/sql-guard/lexer'
import { isClauseWord } from './sql-keywords.js'

export class SqlWords {
  readonly tokens: readonly Token[]
  readonly #folded: string
  readonly #partners: (number | undefined)[]

  constructor(readonly sql: string) {
    this.#folded = foldedText(sql)
    this.tokens = scan(sql).filter(({ kind }) => kind !== 'comment')
    this.#partners = partnersOf(this.tokens)
  }

  kind(index: number): Token['kind'] | undefined {
    return this.tokens[index]?.kind
  }

  /** A bare word in lower case; empty for every other token. */
  word(index: number): string {
    return wordOf(this.#folded, this.tokens[index])
  }

  /** The token as written. */
  text(index: number): string {
    const token = this.tokens[index]
    return token ? this.sql.slice(token.start, token.end) : ''
  }

  is(index: number, ...wanted: string[]): boolean {
    return wanted.includes(this.word(index))
  }

  /** The name that a token is: a bare one in lower case, a quoted one as written. Undefined: not a name. */
  name(index: number): string | undefined {
    const token = this.tokens[index]
    if (token?.kind === 'word') return this.word(index)
    if (token?.kind !== 'quoted') return undefined
    const text = this.sql.slice(token.start, token.end)
    // A name with Unicode escapes is not decoded.
    return text.startsWith('"')
      ? text.slice(1, token.closed ? -1 : undefined).replaceAll('""', '"')
      : undefined
  }

  /** A name that is not a keyword. */
  plainName(index: number): string | undefined {
    return isClauseWord(this.word(index)) ? undefined : this.name(index)
  }

  /** The other bracket of a pair; undefined when it is missing. */
  partner(index: number): number | undefined {
    return this.#partners[index]
  }

  /** Where a bracket's content ends: its partner, or the end of the text. */
  closing(open: number): number {
    return this.#partners[open] ?? this.tokens.length
  }

  /** The innermost open bracket around a position between two tokens; -1: none. */
  bracketAround(index: number): number {
    for (let at = index - 1; at >= 0; at--) {
      if (this.kind(at) === 'open') return at
      at = this.#partners[at] ?? at
    }
    return -1
  }

  /** The FROM of `extract(year from` and `trim(both from`, the FOR of `substring(a for`: a value follows. */
  separatesArguments(index: number): boolean {
    if (!this.is(index, 'from', 'for')) return false
    return this.is(this.bracketAround(index) - 1, 'extract', 'trim', 'substring', 'overlay')
  }

  /** The indexes of a range that are outside its brackets; an opening bracket is included. */
  *shallow(from: number, to: number): Generator<number, void> {
    for (let at = from; at < to; at++) {
      yield at
      if (this.kind(at) === 'open') at = this.closing(at)
    }
  }
}

function partnersOf(tokens: readonly Token[]): (number | undefined)[] {
  const partners: (number | undefined)[] = []
  const open: number[] = []
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === 'open') open.push(index)
    if (kind !== 'close') continue
    const other = open.pop()
    if (other === undefined) continue
    partners[other] = index
    partners[index] = other
  }
  return partners
}
