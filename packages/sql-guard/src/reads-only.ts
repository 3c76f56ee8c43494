/**
 * Whether a text only reads, for a record of what may have changed something: every statement is a query, shows a setting, is
 * explained, or begins or ends a transaction; it calls only functions of PostgreSQL that change nothing. The question before a
 * run is stricter (`confirmation.ts`). When in doubt it does not only read.
 *
 * @rule sql.reads-only  @spec §5
 */
import { attributeCallIn } from './attribute-calls.js'
import { unlistedCallIn } from './calls.js'
import { scan } from './lexer/scan.js'
import { piecesOf, type Piece } from './pieces.js'
import { READING_FUNCTIONS } from './reading-functions.js'
import { isTransactionControl } from './transaction-control.js'

const BEGINNINGS = new Set(['select', 'with', 'values', 'table', 'show', 'explain'])

/** Words of statements that write, lock or run something else, wherever they stand. A column of such a name is in doubt. */
const OTHERS = new Set(
  'insert update delete merge truncate into share create alter drop refresh execute declare call do copy lock'.split(
    ' ',
  ),
)

/** Whether nothing that stays is changed by the text, of any number of statements. */
export function readsOnly(sql: string): boolean {
  for (const piece of piecesOf(sql, scan(sql))) if (!isReading(sql, piece)) return false
  return true
}

function isReading(sql: string, piece: Piece): boolean {
  const { tokens, words } = piece
  // A prepared transaction is of another session.
  if (isTransactionControl(sql.slice(piece.start, piece.end))) return !words.includes('prepared')
  if (tokens.some(({ closed }) => !closed)) return false
  const first = tokens.findIndex(({ kind }) => kind !== 'open')
  if (!BEGINNINGS.has(words[first] ?? '')) return false
  if (words.some((word, index) => OTHERS.has(word) && tokens[index - 1]?.kind !== 'dot')) return false
  return (
    unlistedCallIn(piece, { names: READING_FUNCTIONS, fromCatalogue: true }) === undefined &&
    attributeCallIn(sql, piece) === undefined
  )
}
