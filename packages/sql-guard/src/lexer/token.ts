/** The pieces a text of SQL is made of, as PostgreSQL's own lexer cuts them. Offsets are UTF-16. */

/**
 * `word`: an identifier or a keyword without quotes. `quoted`: `"x"`, `U&"x"`. `string`: every form of one, dollar
 * quotes included. `symbol`: everything else – `[`, `]`, `::`, `..`, `:=` and characters that PostgreSQL doesn't
 * know.
 */
export type TokenKind =
  | 'word'
  | 'quoted'
  | 'string'
  | 'number'
  | 'parameter'
  | 'operator'
  | 'comment'
  | 'open'
  | 'close'
  | 'comma'
  | 'dot'
  | 'semicolon'
  | 'symbol'

/** One piece; blanks between the pieces have none. */
export interface Token {
  kind: TokenKind
  start: number
  end: number
  /** False for a string, a quoted name or a comment that the text leaves open; it reaches to the text's end. */
  closed: boolean
}

/**
 * The text with its keywords in small letters; every offset stays. Only A–Z may become a–z, as in PostgreSQL: the Kelvin
 * sign is no `k`, and `İ` would become two characters.
 */
export function foldedText(sql: string): string {
  if (!/[\u0130\u212a]/.test(sql)) return sql.toLowerCase()
  return sql.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** A bare word of a folded text; empty for every other token, and for none. */
export function wordOf(folded: string, token: Token | undefined): string {
  return token?.kind === 'word' ? folded.slice(token.start, token.end) : ''
}
