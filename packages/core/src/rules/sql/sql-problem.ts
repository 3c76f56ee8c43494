/**
 * Which of the grammar's findings to underline while typing: not the token that the user is still writing.
 * @rule sql.problem  @spec §2
 */

export interface SqlProblem {
  message: string
  /** UTF-16 offsets in the statement; an empty range is its end. */
  start: number
  end: number
}

/** Longer statements are not parsed while typing. Characters. */
export const CHECKED_MAX = 100_000

/**
 * @param cursor in the statement; undefined: it is elsewhere, or the editor is not focused
 */
export function isWorthShowing(statement: string, problem: SqlProblem, cursor: number | undefined): boolean {
  if (cursor === undefined) return true
  const isAtEnd = problem.start >= statement.trimEnd().replace(/;$/, '').trimEnd().length
  if (isAtEnd) return false
  if (cursor > problem.start) return cursor > problem.end
  // The token before the problem is being written: `select a fro|` fails at the next token.
  const isRightBefore = statement.slice(cursor, problem.start).trim() === ''
  // Behind a dot, a comma, a bracket or an operator more is to come, and the following tokens are read as that.
  const isOpen = /[.,(=<>+*/|-]\s*$/.test(statement.slice(0, cursor))
  return !isRightBefore && !isOpen
}
