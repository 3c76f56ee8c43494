/** Reading the words of a statement: what stands at a place, and what is a clause of the statement itself. */
import type { Piece } from './pieces.js'

/** True when exactly these words stand one after another from `index` on. */
export function hasWordsAt(piece: Piece, index: number, ...wanted: string[]): boolean {
  return wanted.every((word, step) => piece.wordAt(index + step) === word)
}

/** The index behind these optional words: `index` itself unless all of them stand there. */
export function afterOptional(piece: Piece, index: number, ...wanted: string[]): number {
  return hasWordsAt(piece, index, ...wanted) ? index + wanted.length : index
}

/** True for a word that only names something: a label (`as limit`) or a part of a name (`t.limit`). */
export function isLabel({ tokens, words }: Piece, index: number): boolean {
  return tokens[index - 1]?.kind === 'dot' || words[index - 1] === 'as'
}

/** The indexes of the words that stand in no bracket and are no label: where the statement's own clauses begin. */
export function clausesOf(piece: Piece): number[] {
  const { tokens } = piece
  const clauses: number[] = []
  let depth = 0
  for (let index = 0; index < tokens.length; index++) {
    const kind = tokens[index]?.kind
    if (kind === 'open') depth++
    else if (kind === 'close') depth--
    else if (kind === 'word' && depth === 0 && !isLabel(piece, index)) clauses.push(index)
  }
  return clauses
}
