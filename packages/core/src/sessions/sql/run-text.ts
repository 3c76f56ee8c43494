/** The text of a run: as the user wrote it, and as it is sent. */
import { EXPLAIN_PREFIX, type ExplainMode } from '../../rules/sql/explain.js'
import type { RunWay } from '../../rules/import/script-plan.js'

/** The text of a run and its position in the editor's text. */
export interface RunText {
  sql: string
  /** UTF-16 offset of `sql` in the whole text; 0 when all of it runs. */
  offset: number
  /** Its plan is requested, not its result. */
  explain?: ExplainMode
  /** Chosen after it failed. */
  way?: RunWay
}

/** The text as it is sent, except for an added limit. */
export function wholeText({ sql, explain }: RunText): string {
  return explain ? EXPLAIN_PREFIX[explain] + sql : sql
}

/** The offset of the sent text in the editor's text; its error positions count from there. */
export function sentOffset({ offset, explain }: RunText): number {
  return offset - (explain ? EXPLAIN_PREFIX[explain].length : 0)
}
