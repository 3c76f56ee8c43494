/**
 * Whether a statement begins, ends or changes a transaction, which a READ ONLY run must not contain.
 *
 * @rule sql.transaction-control  @spec §5
 */
import { piecesOf, type Piece } from './pieces.js'
import { hasWordsAt } from './phrase.js'

const CONTROL: readonly (readonly string[])[] = [
  ['begin'],
  ['start', 'transaction'],
  ['commit'],
  ['end'],
  ['rollback'],
  ['abort'],
  ['savepoint'],
  ['release'],
  ['prepare', 'transaction'],
  ['set', 'transaction'],
  ['set', 'local', 'transaction'],
  ['set', 'session', 'characteristics'],
]

/**
 * True for begin, start transaction, commit, end, rollback, abort (their `prepared` forms too), savepoint, release,
 * prepare transaction, set transaction and set session characteristics. Of several statements one is enough.
 */
export function isTransactionControl(statement: string): boolean {
  return [...piecesOf(statement)].some(controlsTransaction)
}

function controlsTransaction(piece: Piece): boolean {
  return CONTROL.some((words) => hasWordsAt(piece, 0, ...words))
}
