/**
 * Finds a call of a function that the specification doesn't list: a name and an opening bracket, with any blanks or
 * comments between them. Quoted and schema-qualified names may be user-defined, so they count as unlisted.
 *
 * @rule sql.function-call  @spec §5
 */
import type { Token, TokenKind } from './lexer/token.js'
import type { Piece } from './pieces.js'

/** What may be called unasked, by its bare name. */
export const LISTED_FUNCTIONS: ReadonlySet<string> = new Set([
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'coalesce',
  'nullif',
  'current_timestamp',
  'current_date',
  'length',
  'lower',
  'upper',
  'trim',
  'substring',
  'to_char',
  'to_date',
  'extract',
  'date',
  'date_trunc',
  'string_agg',
  'in',
  'now',
  'left',
])

/** The name of the first call of a statement that the list lacks. */
export function unlistedCallIn(piece: Piece): Token | undefined {
  return piece.tokens.find(
    ({ kind }, index) => piece.tokens[index + 1]?.kind === 'open' && isUnlisted(piece, kind, index),
  )
}

function isUnlisted({ tokens, words }: Piece, kind: TokenKind, index: number): boolean {
  if (kind === 'quoted') return true
  if (kind !== 'word') return false
  return tokens[index - 1]?.kind === 'dot' || !LISTED_FUNCTIONS.has(String(words[index]))
}
