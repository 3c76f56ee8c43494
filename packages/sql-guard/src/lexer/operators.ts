/** Where an operator ends: before a comment that starts inside it, and before signs that belong to the next number. */
import { isOperator } from './characters.js'

/** A multi-character operator may end in `+` or `-` only when it has one of these. */
const KEEPS_SIGN = /[~!@#^&|`?%]/

/** A run of operator characters, cut as PostgreSQL cuts it. */
export interface OperatorRun {
  /** The offset behind the first operator. */
  first: number
  /** The offset after the run; from `first` on, every sign is a separate operator. */
  end: number
}

/** The run of operator characters that begins at `start`; there is at least one and no comment begins there. */
export function operatorRunAt(sql: string, start: number): OperatorRun {
  const end = endOfRun(sql, start)
  if (end - start === 1 || !isSign(sql[end - 1]) || KEEPS_SIGN.test(sql.slice(start, end - 1))) {
    return { first: end, end }
  }
  let first = end
  while (first - start > 1 && isSign(sql[first - 1])) first--
  return { first, end }
}

function endOfRun(sql: string, start: number): number {
  let at = start
  while (isOperator(sql.charCodeAt(at)) && !isCommentAt(sql, at)) at++
  return at
}

/** `--` or `/*` begins here. */
export function isCommentAt(sql: string, at: number): boolean {
  const first = sql[at]
  return (first === '-' && sql[at + 1] === '-') || (first === '/' && sql[at + 1] === '*')
}

function isSign(character: string | undefined): boolean {
  return character === '+' || character === '-'
}
