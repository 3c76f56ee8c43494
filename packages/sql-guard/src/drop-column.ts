/**
 * Whether an `alter table` drops a column, with or without the word `column`.
 *
 * @rule sql.drop-column  @spec §5
 */
import { afterOptional, hasWordsAt } from './phrase.js'
import type { Piece } from './pieces.js'

/** `start` is the index of `alter`. Dropping a constraint, a default, `not null` or an identity does not count. */
export function dropsColumn(piece: Piece, start: number): boolean {
  const first = firstAction(piece, start)
  if (first === undefined) return false
  return [first, ...laterActions(piece, first)].some((action) => isDroppedColumn(piece, action))
}

/** Behind `alter [foreign] table [if exists] [only] name [*]`; undefined for every other alter. */
function firstAction(piece: Piece, start: number): number | undefined {
  const table = afterOptional(piece, start + 1, 'foreign')
  if (!hasWordsAt(piece, table, 'table')) return undefined
  const name = afterOptional(piece, afterOptional(piece, table + 1, 'if', 'exists'), 'only')
  let index = name + 1
  while (piece.tokens[index]?.kind === 'dot') index += 2
  return piece.tokens[index]?.kind === 'operator' ? index + 1 : index
}

/** The actions of the statement, separated by commas outside of brackets. */
function laterActions({ tokens }: Piece, from: number): number[] {
  const actions: number[] = []
  let depth = 0
  for (let index = from; index < tokens.length; index++) {
    const kind = tokens[index]?.kind
    if (kind === 'open') depth++
    else if (kind === 'close') depth--
    else if (kind === 'comma' && depth === 0) actions.push(index + 1)
  }
  return actions
}

function isDroppedColumn(piece: Piece, index: number): boolean {
  return hasWordsAt(piece, index, 'drop') && !hasWordsAt(piece, index + 1, 'constraint')
}
