/** Helpers to read the words of a statement and find its top-level clauses. */
import type { Piece } from './pieces.js'

/** Whether exactly these words follow each other from `index` on. */
export function hasWordsAt(piece: Piece, index: number, ...wanted: string[]): boolean {
  return wanted.every((word, step) => piece.wordAt(index + step) === word)
}

/** The index after these optional words, or `index` unless all of them are there. */
export function afterOptional(piece: Piece, index: number, ...wanted: string[]): number {
  return hasWordsAt(piece, index, ...wanted) ? index + wanted.length : index
}

/** True for a word that only names something: a label (`as limit`) or a part of a name (`t.limit`). */
export function isLabel({ tokens, words }: Piece, index: number): boolean {
  return tokens[index - 1]?.kind === 'dot' || words[index - 1] === 'as'
}

/** The indexes of tokens outside of brackets that are not labels: the statement's own clauses begin there. */
export function* clausesOf(piece: Piece): Generator<number, void> {
  let depth = 0
  for (const [index, { kind }] of piece.tokens.entries()) {
    if (kind === 'open') depth++
    else if (kind === 'close') depth--
    else if (depth === 0 && !isLabel(piece, index)) yield index
  }
}
