/**
 * Which of the grammar's findings is worth underlining while one types: not what the cursor is still writing.
 * @rule sql.problem  @spec §2
 */

export interface SqlProblem {
  message: string
  /** UTF-16 offsets in the statement; an empty range is its end. */
  start: number
  end: number
}

/** Longer statements are not read while one types. Characters. */
export const CHECKED_MAX = 100_000

/**
 * @param cursor in the statement; undefined: it is elsewhere, or the editor has not the focus
 */
export function isWorthShowing(statement: string, problem: SqlProblem, cursor: number | undefined): boolean {
  if (cursor === undefined) return true
  const isAtEnd = problem.start >= statement.trimEnd().replace(/;$/, '').trimEnd().length
  const isTouched = problem.start <= cursor && cursor <= problem.end
  // The piece before the problem is what is being written: `select a fro|` fails at what follows.
  const isRightBefore = cursor <= problem.start && statement.slice(cursor, problem.start).trim() === ''
  // Behind a dot, a comma, a bracket or a sign something is still to come, and all after it is read as that.
  const isOpen = cursor <= problem.start && /[.,(=<>+*/|-]\s*$/.test(statement.slice(0, cursor))
  return !isAtEnd && !isTouched && !isRightBefore && !isOpen
}
