/**
 * SQL as tokens with one colour each, for read-only text; joined they are the text.
 * @rule sql.coloured  @spec §2
 */
import { foldedText, scan, wordOf, type TokenKind } from '@basedeck/sql-guard/lexer'
import { isClauseWord } from './sql-keywords.js'

/** The kind of a range of SQL, which decides its colour. */
export type SqlColour = 'plain' | 'keyword' | 'function' | 'string' | 'number' | 'comment'

/** A range of SQL in one colour. */
export interface ColouredPiece {
  text: string
  colour: SqlColour
}

const COLOURS: Partial<Record<TokenKind, SqlColour>> = {
  string: 'string',
  number: 'number',
  comment: 'comment',
}

/** Splits SQL into ranges of one colour each. Joined, they are the given text. Any text is accepted. */
export function colouredSql(sql: string): ColouredPiece[] {
  const folded = foldedText(sql)
  const tokens = scan(sql)
  const pieces: ColouredPiece[] = []
  const add = (text: string, colour: SqlColour) => {
    const last = pieces.at(-1)
    if (last?.colour === colour) last.text += text
    else if (text !== '') pieces.push({ text, colour })
  }
  let at = 0
  for (const [index, token] of tokens.entries()) {
    add(sql.slice(at, token.start), 'plain')
    const next = tokens[index + 1]
    const isCall = next?.kind === 'open' && next.start === token.end
    const word = wordOf(folded, token)
    const ofWord = isClauseWord(word) ? 'keyword' : word !== '' && isCall ? 'function' : 'plain'
    add(sql.slice(token.start, token.end), COLOURS[token.kind] ?? ofWord)
    at = token.end
  }
  add(sql.slice(at), 'plain')
  return pieces
}
