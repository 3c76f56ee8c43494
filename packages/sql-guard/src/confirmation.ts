/**
 * Whether a text may run without being confirmed: only when every statement begins with select, no write word stands
 * anywhere in the text, and nothing but the listed functions is called. When in doubt it asks.
 *
 * @rule sql.confirmation  @spec §5
 */
import { attributeCallIn } from './attribute-calls.js'
import { unlistedCallIn } from './calls.js'
import { scan } from './lexer/scan.js'
import type { Token } from './lexer/token.js'
import { piecesOf, type Piece } from './pieces.js'

/** Where the word stands that decided. */
export interface DecidingWord {
  start: number
  end: number
  /** As written in the text. */
  word: string
}

/** `empty`: there is nothing to run. `ask` says why; `write` wins when both reasons apply. */
export type Confirmation =
  | { type: 'none' }
  | { type: 'empty' }
  | { type: 'ask'; reason: 'write' | 'function'; at?: DecidingWord }

/** Decides for a whole text of any number of statements. */
export function confirmationFor(sql: string): Confirmation {
  const tokens = scan(sql)
  const [first] = tokens
  if (!first || tokens.every((token) => token.kind === 'semicolon')) return { type: 'empty' }
  const pieces = piecesOf(sql, tokens)
  const write = writeWordIn(sql) ?? otherBeginning(sql, first, pieces) ?? hiddenWriteIn(sql, pieces)
  if (write) return { type: 'ask', reason: 'write', at: write }
  const call = callIn(sql, pieces)
  return call
    ? { type: 'ask', reason: 'function', at: decidingWord(sql, call.start, call.end) }
    : { type: 'none' }
}

function callIn(sql: string, pieces: readonly Piece[]): Token | undefined {
  for (const piece of pieces) {
    const call = unlistedCallIn(piece) ?? attributeCallIn(sql, piece)
    if (call) return call
  }
  return undefined
}

/** Whole words, also in strings and comments: a text that is built to be run later holds them there. */
const WRITE_WORDS = /\b(?:insert|update|delete|alter|drop|create|replace)\b/i

function writeWordIn(sql: string): DecidingWord | undefined {
  const match = WRITE_WORDS.exec(sql)
  return match ? decidingWord(sql, match.index, match.index + match[0].length) : undefined
}

/** `select … into` writes a table, `for share` locks rows. */
function hiddenWriteIn(sql: string, pieces: readonly Piece[]): DecidingWord | undefined {
  for (const { tokens, words } of pieces) {
    const token =
      tokens[words.findIndex((word, index) => word === 'into' || (word === 'for' && isLock(words, index)))]
    if (token) return decidingWord(sql, token.start, token.end)
  }
  return undefined
}

function isLock(words: readonly string[], index: number): boolean {
  return words[index + 1] === 'share' || (words[index + 1] === 'key' && words[index + 2] === 'share')
}

/** The first thing of the text that is no `select` where one should begin: a comment, `with`, a bracket, a semicolon. */
function otherBeginning(sql: string, first: Token, pieces: readonly Piece[]): DecidingWord | undefined {
  if (first.start !== pieces[0]?.tokens[0]?.start) return decidingWord(sql, first.start, first.end)
  const [other] = pieces.find((piece) => piece.wordAt(0) !== 'select')?.tokens ?? []
  return other && decidingWord(sql, other.start, other.end)
}

function decidingWord(sql: string, start: number, end: number): DecidingWord {
  return { start, end, word: sql.slice(start, end) }
}
