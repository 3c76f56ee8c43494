/**
 * The error of a run in terms of the text that its user wrote: what the product sent around it – `explain` in front, a row
 * limit behind – is neither quoted nor named.
 * @rule errors.own-text  @spec §8
 */
import { caretLines } from './caret-lines.js'

/** An error as the database answered it. Positions count in the sent text. */
export interface SentError {
  message: string
  /** SQLSTATE. */
  code?: string | undefined
  formattedError: string
  at?: { line: number; column: number; offset: number } | undefined
}

/** What was sent, and which part of it is the user's. UTF-16 offsets. */
export interface SentAround {
  sql: string
  start: number
  end: number
}

const SYNTAX_ERROR = '42601'

/** The position stays one of the sent text. */
export function ownError<Answered extends SentError>(
  error: Answered,
  { sql, start, end }: SentAround,
): Answered {
  const { at, code, message, formattedError } = error
  if (!at || (start === 0 && end === sql.length)) return error
  const isBehind = at.offset >= end
  const offset = isBehind ? end : Math.max(at.offset, start)
  const own = isBehind && code === SYNTAX_ERROR ? 'syntax error at end of input' : message
  return {
    ...error,
    message: own,
    formattedError: withLines(
      formattedError.replace(message, () => own),
      caretLines(sql.slice(start, end), offset - start),
    ),
    at: { ...at, column: at.column + offset - at.offset, offset },
  }
}

/** In place of the first quoted line and its caret. */
function withLines(formattedError: string, lines: readonly string[]): string {
  const all = formattedError.split('\n')
  const quoted = all.findIndex((line) => /^LINE \d+: /.test(line))
  if (quoted >= 0) all.splice(quoted, 2, ...lines)
  return all.join('\n')
}
