/**
 * Whether an `alter table` drops a column, with or without the word `column`.
 *
 * @rule sql.drop-column  @spec §5
 */
import { afterOptional, hasWordsAt } from './phrase.js'
import type { Piece } from './pieces.js'

/** `start` is the index of `alter`. Dropping a constraint, a default, `not null` or an identity does not count. */
export function dropsColumn(piece: Piece, start: number): boolean {
  const table = afterOptional(piece, start + 1, 'foreign')
  return (
    hasWordsAt(piece, table, 'table') &&
    [...actionsOf(piece, table)].some((action) => isDroppedColumn(piece, action))
  )
}

/** Where the actions of the statement begin; they are separated by commas outside of brackets. */
function* actionsOf(piece: Piece, table: number): Generator<number, void> {
  const first = firstAction(piece, table)
  yield first
  let depth = 0
  for (const [step, { kind }] of piece.tokens.slice(first).entries()) {
    if (kind === 'open') depth++
    else if (kind === 'close') depth--
    else if (kind === 'comma' && depth === 0) yield first + step + 1
  }
}

/** Behind `table [if exists] [only] name [*]`. */
function firstAction(piece: Piece, table: number): number {
  const name = afterOptional(piece, afterOptional(piece, table + 1, 'if', 'exists'), 'only')
  let index = name + 1
  while (piece.tokens[index]?.kind === 'dot') index += 2
  return piece.tokens[index]?.kind === 'operator' ? index + 1 : index
}

function isDroppedColumn(piece: Piece, index: number): boolean {
  return hasWordsAt(piece, index, 'drop') && !hasWordsAt(piece, index + 1, 'constraint')
}
