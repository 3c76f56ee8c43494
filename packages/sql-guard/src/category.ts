/**
 * What a text of SQL is about, for the label of its snippet.
 *
 * @rule sql.category  @spec §5
 */
import { piecesOf, type Piece } from './pieces.js'
import { afterOptional, hasWordsAt } from './phrase.js'

/** The category of a snippet. A text of both kinds counts as `functions`. */
export type Category = 'functions' | 'rls-policies'

/** `functions` when a statement creates or replaces a function, else `rls-policies` when one creates or alters a policy. */
export function categoryOf(sql: string): Category | undefined {
  const pieces = [...piecesOf(sql)]
  if (pieces.some(createsFunction)) return 'functions'
  if (pieces.some(writesPolicy)) return 'rls-policies'
  return undefined
}

function createsFunction(piece: Piece): boolean {
  return (
    hasWordsAt(piece, 0, 'create') && hasWordsAt(piece, afterOptional(piece, 1, 'or', 'replace'), 'function')
  )
}

function writesPolicy(piece: Piece): boolean {
  return hasWordsAt(piece, 0, 'create', 'policy') || hasWordsAt(piece, 0, 'alter', 'policy')
}
