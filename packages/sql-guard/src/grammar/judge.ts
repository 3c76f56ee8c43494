/**
 * Judges a text with PostgreSQL's grammar, statement by statement. It can only add reasons to ask.
 *
 * @rule sql.grammar  @spec §5
 */
import { piecesOf } from '../pieces.js'
import { statementOf } from '../statements.js'
import { whereOf } from './condition.js'
import { findingsOf } from './findings.js'
import type { Judgement, StatementJudgement } from './judgement.js'
import { hasEndlessOperators, readableText } from './readable-text.js'
import { namesOf, type StatementNames } from './names.js'
import { unwrap, type Node } from './nodes.js'
import { parse, type RawStatement } from './parser.js'
import { Positions } from './positions.js'
import { canBeJudged, kindOf } from './statement-kind.js'

/** Judges a text of any number of statements. Never throws. */
export async function judge(sql: string): Promise<Judgement> {
  if (sql.includes('\0')) return { type: 'cannot-judge', reason: 'nul-character' }
  const readable = readableText(sql)
  const positions = new Positions(readable, sql)
  if (hasEndlessOperators(positions.tokens)) return { type: 'cannot-judge', reason: 'too-complex' }
  const parsed = await parse(readable)
  if (parsed.type === 'syntax-error') {
    const range = positions.at(positions.offsetOfCharacter(parsed.position))
    return { type: 'syntax-error', message: parsed.message, ...range }
  }
  if (parsed.type !== 'parsed') return { type: 'cannot-judge', reason: parsed.type }
  try {
    return judgeParsed(sql, parsed.statements, positions)
  } catch {
    // A tree that the parser could still hold may be too deep for the walk.
    return { type: 'cannot-judge', reason: 'too-complex' }
  }
}

/** @internal */
export function judgeParsed(sql: string, parsed: readonly RawStatement[], positions: Positions): Judgement {
  const pieces = [...piecesOf(sql)]
  if (pieces.length !== parsed.length) return { type: 'cannot-judge', reason: 'disagreement' }
  const statements: StatementJudgement[] = []
  for (const [index, { node, startByte }] of parsed.entries()) {
    const piece = pieces[index]
    const start = positions.at(positions.offsetOfByte(startByte)).start
    if (!piece || piece.tokens[0].start !== start) return { type: 'cannot-judge', reason: 'disagreement' }
    const { type, content } = unwrap(node)
    statements.push({
      statement: statementOf(sql, piece),
      kind: kindOf(type),
      ...(['SelectStmt', 'UpdateStmt', 'DeleteStmt'].includes(type) ? { where: whereOf(content) } : {}),
      ...findingsOf(node, start, positions),
      ...named(node, positions),
      canBeJudged: canBeJudged(type, content),
    })
  }
  return { type: 'judged', statements }
}

function named(node: Node, positions: Positions): { names?: StatementNames } {
  const names = namesOf(node, positions)
  return names ? { names } : {}
}
