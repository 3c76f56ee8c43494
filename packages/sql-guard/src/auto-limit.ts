/**
 * Adds a row limit to a single select that has none.
 *
 * @rule sql.auto-limit  @spec §5, §9
 */
import { scan } from './lexer/scan.js'
import { clausesOf } from './phrase.js'
import { piecesOf, type Piece } from './pieces.js'

/** Why a text stays as it is. `unfinished`: a string, a quoted name, a comment or a bracket is never closed. */
export type NoAutoLimitReason =
  | 'off'
  | 'not-a-single-select'
  | 'select-into'
  | 'has-limit'
  | 'has-fetch'
  | 'has-comment'
  | 'multiple-statements'
  | 'unfinished'

/** The text to run: with the limit that was added (rows), or as it was given, with the reason. */
export type AutoLimit =
  | { type: 'added'; sql: string; limit: number }
  | { type: 'unchanged'; sql: string; reason: NoAutoLimitReason }

/**
 * The text to run. When the limit is added, ` limit N;` replaces the trailing semicolons and blanks, so that
 * positions in the user's text stay the same. A limit that is not a whole number above 0 is off.
 */
export function withAutoLimit(sql: string, limit: number): AutoLimit {
  const unchanged = (reason: NoAutoLimitReason): AutoLimit => ({ type: 'unchanged', sql, reason })
  if (!Number.isSafeInteger(limit) || limit <= 0) return unchanged('off')
  const tokens = scan(sql)
  if (tokens.some((token) => token.kind === 'comment')) return unchanged('has-comment')
  const [piece, second] = piecesOf(sql, tokens)
  if (second) return unchanged('multiple-statements')
  // A semicolon in front of it belongs to no statement.
  if (!piece || piece.wordAt(0) !== 'select' || piece.tokens[0] !== tokens[0])
    return unchanged('not-a-single-select')
  const reason = isUnfinished(piece) ? 'unfinished' : clauseAgainst(piece)
  if (reason) return unchanged(reason)
  return { type: 'added', sql: `${sql.slice(0, piece.end)} limit ${limit};`, limit }
}

function clauseAgainst(piece: Piece): NoAutoLimitReason | undefined {
  const { words } = piece
  for (const index of clausesOf(piece)) {
    if (words[index] === 'limit') return 'has-limit'
    if (words[index] === 'fetch' && FETCH.has(words[index + 1])) return 'has-fetch'
    if (words[index] === 'into') return 'select-into'
  }
  return undefined
}

const FETCH: ReadonlySet<string | undefined> = new Set(['first', 'next'])

function isUnfinished({ tokens }: Piece): boolean {
  let depth = 0
  for (const { kind, closed } of tokens) {
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    if (!closed || depth < 0) return true
  }
  return depth !== 0
}
