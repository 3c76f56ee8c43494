/**
 * Which statements destroy something: drop, delete, truncate, drop column, and an update of every row.
 *
 * @rule sql.danger  @spec §5
 */
import { dropsColumn } from './drop-column.js'
import type { Token } from './lexer/token.js'
import { hasWordsAt, isLabel } from './phrase.js'
import { piecesOf, type Piece } from './pieces.js'
import { statementOf, type Statement } from './statements.js'

/** How a statement destroys: the whole object, its rows, a column, or every row by an update without `where`. */
export type DangerKind = 'drop' | 'delete' | 'truncate' | 'drop-column' | 'update-without-where'

/** A statement that destroys something, and how. */
export interface Danger {
  kind: DangerKind
  /** The whole statement, for the warning. */
  statement: Statement
}

/**
 * The dangers of a text in order, each kind once a statement. Only the beginning of a statement counts: the same word
 * further inside (`create policy … for delete`, `on conflict do update`) is no danger. The parts of a `with`, and
 * what `explain analyze` runs, count as statements.
 */
export function dangersIn(sql: string): Danger[] {
  const dangers: Danger[] = []
  for (const piece of piecesOf(sql)) {
    for (const kind of dangersOf(piece)) dangers.push({ kind, statement: statementOf(sql, piece) })
  }
  return dangers
}

function dangersOf(piece: Piece): DangerKind[] {
  const start = beginningOf(piece)
  const word = piece.wordAt(start)
  if (word === 'drop' || word === 'delete' || word === 'truncate') return [word]
  if (word === 'alter') return dropsColumn(piece, start) ? ['drop-column'] : []
  if (word === 'update' || word === 'with') return [...changesIn(piece, start)]
  return []
}

/** The index of the statement's verb: behind opening brackets and behind `explain analyze`. */
function beginningOf(piece: Piece): number {
  let index = piece.wordAt(0) === 'explain' ? analyzedFrom(piece) : 0
  while (piece.tokens[index]?.kind === 'open') index++
  return index
}

/** Where the statement begins that `explain analyze` or `explain (analyze, …)` runs; 0 when it runs none. */
function analyzedFrom({ tokens, words }: Piece): number {
  const closing = tokens.findIndex(({ kind }) => kind === 'close')
  const options =
    tokens[1]?.kind === 'open' ? closing + 1 : words.findIndex((word) => !EXPLAIN_WORDS.has(word))
  return words.slice(1, Math.max(options, 1)).some((word) => ANALYZE.has(word)) ? options : 0
}

const ANALYZE: ReadonlySet<string> = new Set(['analyze', 'analyse'])
const EXPLAIN_WORDS: ReadonlySet<string> = new Set(['explain', 'verbose', ...ANALYZE])

/** One pass over an update or a `with`: finds deletes, and updates without a `where` at their own nesting level. */
function changesIn(piece: Piece, start: number): Set<DangerKind> {
  const { tokens, words } = piece
  const kinds = new Set<DangerKind>()
  /** Whether an update at this nesting level has no `where` yet. */
  let isUnfiltered = false
  /** The same for each level outside of it. */
  const outer: boolean[] = []
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === 'open') {
      outer.push(isUnfiltered)
      isUnfiltered = false
    } else if (kind === 'close') {
      if (isUnfiltered) kinds.add('update-without-where')
      isUnfiltered = outer.pop() ?? false
    } else if (words[index] === 'where') {
      if (!isLabel(piece, index)) isUnfiltered = false
    } else if (index === start || isBracket(tokens[index - 1])) {
      if (hasWordsAt(piece, index, 'delete', 'from')) kinds.add('delete')
      if (words[index] === 'update') isUnfiltered = true
    }
  }
  if (isUnfiltered || outer.includes(true)) kinds.add('update-without-where')
  return kinds
}

function isBracket(token: Token | undefined): boolean {
  return token?.kind === 'open' || token?.kind === 'close'
}
