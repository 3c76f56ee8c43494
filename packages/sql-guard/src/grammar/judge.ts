/**
 * What PostgreSQL's grammar says of a text, statement by statement. It only ever adds reasons to ask.
 *
 * @rule sql.grammar  @spec §5
 */
import { piecesOf } from '../pieces.js'
import { statementOf, type Statement } from '../statements.js'
import { whereOf, type Where } from './condition.js'
import type { Destruction } from './destruction.js'
import { findingsOf, type TableUse } from './findings.js'
import { readableText } from './readable-text.js'
import { namesOf, type StatementNames } from './names.js'
import { unwrap, type Node } from './nodes.js'
import { parse, type RawStatement } from './parser.js'
import { Places, type Place } from './places.js'
import type { Reason } from './reason.js'
import { canBeJudged, kindOf } from './statement-kind.js'

/** One statement as the grammar sees it. */
export interface StatementJudgement {
  statement: Statement
  /** What it is: `select`, `update`, `create-table`, `copy` … */
  kind: string
  /** Relations it reads. Those of views and functions stand in the database, not here. */
  reads: TableUse[]
  /** Relations it writes, creates, alters or drops. */
  writes: TableUse[]
  /** What it takes away as a whole, by name. */
  destroys: Destruction[]
  /** For select, update and delete: whether it has a `where`, and one that leaves rows out. */
  where?: Where
  /** Why to ask, in the order of discovery; empty: it only reads. */
  reasons: Reason[]
  /** Its names, where it reads or changes rows. */
  names?: StatementNames
  /** False when what it runs can't be seen here: `do`, `execute`, `call`, a statement unknown to this version. */
  canBeJudged: boolean
}

/** Why there is no judgement. */
export type CannotJudge =
  /** PostgreSQL stops reading at a NUL character. */
  | 'nul-character'
  /** Too large or too deeply nested for the parser. */
  | 'too-complex'
  /** The parser could not be loaded. */
  | 'unavailable'
  /** The grammar and the lexer see different statements. */
  | 'disagreement'

export type Judgement =
  | { type: 'judged'; statements: StatementJudgement[] }
  /** PostgreSQL's own message, and the token it stands at; an empty range is the end of the text. */
  | { type: 'syntax-error'; message: string; start: number; end: number }
  | { type: 'cannot-judge'; reason: CannotJudge }

/** Judges a text of any number of statements. Never throws. */
export async function judge(sql: string): Promise<Judgement> {
  if (sql.includes('\0')) return { type: 'cannot-judge', reason: 'nul-character' }
  const readable = readableText(sql)
  const parsed = await parse(readable)
  if (parsed.type === 'unavailable' || parsed.type === 'too-complex')
    return { type: 'cannot-judge', reason: parsed.type }
  const places = new Places(readable)
  if (parsed.type === 'syntax-error') {
    return { type: 'syntax-error', message: parsed.message, ...errorPlace(places, parsed.position) }
  }
  try {
    return judgeParsed(sql, parsed.statements, places)
  } catch (error) {
    // A tree that the parser could still hold may be too deep for the walk.
    if (error instanceof RangeError) return { type: 'cannot-judge', reason: 'too-complex' }
    throw error
  }
}

function errorPlace(places: Places, position: number): Place {
  const offset = places.offsetOfCharacter(position)
  const place = places.at(offset)
  return place.start <= offset ? place : { start: offset, end: offset }
}

/** @internal */
export function judgeParsed(sql: string, parsed: readonly RawStatement[], places: Places): Judgement {
  const pieces = [...piecesOf(sql)]
  if (pieces.length !== parsed.length) return { type: 'cannot-judge', reason: 'disagreement' }
  const statements: StatementJudgement[] = []
  for (const [index, { node, startByte }] of parsed.entries()) {
    const piece = pieces[index]
    const start = places.at(places.offsetOfByte(startByte)).start
    if (!piece || piece.tokens[0]?.start !== start) {
      return { type: 'cannot-judge', reason: 'disagreement' }
    }
    const { type, content } = unwrap(node)
    statements.push({
      statement: statementOf(sql, piece),
      kind: kindOf(type),
      ...(['SelectStmt', 'UpdateStmt', 'DeleteStmt'].includes(type) ? { where: whereOf(content) } : {}),
      ...findingsOf(node, start, places),
      ...named(node, places),
      canBeJudged: canBeJudged(type, content),
    })
  }
  return { type: 'judged', statements }
}

function named(node: Node, places: Places): { names?: StatementNames } {
  const names = namesOf(node, places)
  return names ? { names } : {}
}

/** Why the grammar asks: every reason of every statement. A text that can't be judged has none here. */
export function reasonsToAsk(judgement: Judgement): Reason[] {
  return judgement.type === 'judged' ? judgement.statements.flatMap(({ reasons }) => reasons) : []
}

/**
 * Whether the grammar asks although the spec's rule may not: for any reason, and for a text that it can't judge. A syntax
 * error asks nothing, since PostgreSQL refuses such a text as a whole; neither does a parser that could not be loaded.
 */
export function needsConfirmationByGrammar(judgement: Judgement): boolean {
  if (judgement.type === 'cannot-judge') return judgement.reason !== 'unavailable'
  return (
    judgement.type === 'judged' &&
    judgement.statements.some((one) => !one.canBeJudged || one.reasons.length > 0)
  )
}
