/**
 * Whether a text may run without confirmation: only when every statement begins with select, behind any blanks and
 * comments, the text contains no write word, and only listed functions are called. When in doubt it asks.
 *
 * @rule sql.confirmation  @spec §5
 */
import { attributeCallIn } from './attribute-calls.js'
import { unlistedCallIn } from './calls.js'
import { scan } from './lexer/scan.js'
import type { Token } from './lexer/token.js'
import { piecesOf, type Piece } from './pieces.js'

/** The position of the deciding word. */
export interface DecidingWord {
  start: number
  end: number
  /** As written in the text. */
  word: string
}

/** `empty`: there is nothing to run. `ask` has the reason; `write` wins when both apply. */
export type Confirmation =
  | { type: 'none' }
  | { type: 'empty' }
  | { type: 'ask'; reason: 'write' | 'function'; at?: DecidingWord }

/** Decides for a whole text of any number of statements. */
export function confirmationFor(sql: string): Confirmation {
  const tokens = scan(sql)
  if (tokens.every(isNothing)) return { type: 'empty' }
  const word = writeWordIn(sql)
  if (word) return { type: 'ask', reason: 'write', at: word }
  const first = tokens.find((token) => !isClosedComment(token))
  if (first && first.kind !== 'word') return ask(sql, 'write', first)
  let call: Token | undefined
  for (const piece of piecesOf(sql, tokens)) {
    const write = otherBeginning(piece) ?? hiddenWriteIn(piece)
    if (write) return ask(sql, 'write', write)
    call ??= unlistedCallIn(piece) ?? attributeCallIn(sql, piece)
  }
  return call ? ask(sql, 'function', call) : { type: 'none' }
}

/** What PostgreSQL passes over; a comment that is left open it refuses. */
function isNothing(token: Token): boolean {
  return token.kind === 'semicolon' || isClosedComment(token)
}

function isClosedComment({ kind, closed }: Token): boolean {
  return kind === 'comment' && closed
}

/** Whole words, also in strings and comments: a text that is built to be run later holds them there. */
const WRITE_WORDS = /\b(?:insert|update|delete|alter|drop|create|replace)\b/i

function writeWordIn(sql: string): DecidingWord | undefined {
  const match = WRITE_WORDS.exec(sql)
  return match ? { start: match.index, end: match.index + match[0].length, word: match[0] } : undefined
}

/** What is in place of `select`: `with`, a bracket. */
function otherBeginning({ tokens, words }: Piece): Token | undefined {
  return words[0] === 'select' ? undefined : tokens[0]
}

/** `select … into` writes a table, `for share` locks rows. */
function hiddenWriteIn({ tokens, words }: Piece): Token | undefined {
  return tokens[
    words.findIndex((word, index) => word === 'into' || (word === 'for' && isShared(words, index + 1)))
  ]
}

function isShared(words: readonly string[], index: number): boolean {
  return words[index] === 'share' || (words[index] === 'key' && words[index + 1] === 'share')
}

/** Of a comment only its first two characters are named: it may be a page long. */
function ask(sql: string, reason: 'write' | 'function', token: Token): Confirmation {
  const { start } = token
  const end = token.kind === 'comment' ? start + 2 : token.end
  return { type: 'ask', reason, at: { start, end, word: sql.slice(start, end) } }
}
