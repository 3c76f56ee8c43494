/**
 * The statements of a text with their positions, and the one at the cursor.
 *
 * @rule sql.statements  @spec §5
 */
import { scan } from './lexer/scan.js'
import { piecesOf, type Piece } from './pieces.js'

/** A statement and its position. Offsets are UTF-16, as editors count. */
export interface Statement {
  /**
   * Exactly `sql.slice(start, end)`: without the ending semicolon and without blanks around it. Comments before and
   * after the statement's own words belong to it.
   */
  text: string
  start: number
  end: number
}

/** All statements, in order. Comments alone are not a statement. */
export function splitStatements(sql: string): Statement[] {
  return Array.from(piecesOf(sql), (piece) => statementOf(sql, piece))
}

/** True from the second statement on; trailing semicolons and comments add none. */
export function hasMultipleStatements(sql: string): boolean {
  const [, second] = piecesOf(sql)
  return second !== undefined
}

/**
 * The statement that contains or touches the cursor: from the indentation of its first line to its semicolon and the
 * blanks after it on the same line; a last statement without semicolon reaches to the end of the text. Of two that
 * touch it, the one that begins there. Undefined between statements.
 */
export function statementAt(sql: string, offset: number): Statement | undefined {
  const pieces = [...piecesOf(sql)]
  const index = pieces.findLastIndex((piece) => piece.start <= offset)
  const before = pieces[index]
  if (before && reaches(sql, before, offset)) return statementOf(sql, before)
  const after = pieces[index + 1]
  return after && isBlankLine(sql.slice(offset, after.start)) ? statementOf(sql, after) : undefined
}

/** What the text leaves open at its end. */
export interface Unfinished {
  what: 'string' | 'quoted' | 'comment'
  /** Where it begins; it reaches to the end of the text. */
  start: number
}

/** The string, quoted name or comment that is never closed, if there is one. */
export function unfinishedIn(sql: string): Unfinished | undefined {
  const last = scan(sql).at(-1)
  if (!last || last.closed) return undefined
  return { what: last.kind === 'quoted' || last.kind === 'comment' ? last.kind : 'string', start: last.start }
}

/** @internal */
export function statementOf(sql: string, piece: Piece): Statement {
  return { text: sql.slice(piece.start, piece.end), start: piece.start, end: piece.end }
}

function reaches(sql: string, piece: Piece, offset: number): boolean {
  return piece.semicolon === undefined || isBlankLine(sql.slice(piece.semicolon + 1, offset))
}

function isBlankLine(text: string): boolean {
  return /^[ \t\f\v]*$/.test(text)
}
