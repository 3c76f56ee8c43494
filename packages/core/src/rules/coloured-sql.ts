/**
 * A text of SQL in pieces of one colour each, for where it is only read; together they are the text.
 * @rule sql.coloured  @spec §2
 */
import { foldedText, scan, wordOf, type TokenKind } from '@basedeck/sql-guard/lexer'
import { isClauseWord } from './sql-keywords.js'

/** What a stretch of SQL is, which gives its colour. */
export type SqlColour = 'plain' | 'keyword' | 'function' | 'string' | 'number' | 'comment'

/** A stretch of SQL in one colour. */
export interface ColouredPiece {
  text: string
  colour: SqlColour
}

const COLOURS: Partial<Record<TokenKind, SqlColour>> = {
  string: 'string',
  number: 'number',
  comment: 'comment',
}

/** Parts SQL into pieces of one colour each. Joined, their texts are the given one. Any text is taken. */
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
    const isCall = tokens[index + 1]?.kind === 'open' && tokens[index + 1]?.start === token.end
    const word = token.kind === 'word' ? wordOf(folded, token) : ''
    const ofWord = isClauseWord(word) ? 'keyword' : word !== '' && isCall ? 'function' : 'plain'
    add(sql.slice(token.start, token.end), COLOURS[token.kind] ?? ofWord)
    at = token.end
  }
  add(sql.slice(at), 'plain')
  return pieces
}
