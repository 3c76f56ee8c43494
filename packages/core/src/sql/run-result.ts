/** The result of one statement whose rows are read by index, and may still be arriving. */
import type { StatementResult } from '@basedeck/platform-client/contract'
import { rowSetOf, type RowSet } from './row-set.js'

export interface RunResult extends Omit<StatementResult, 'rows'> {
  rows: RowSet
  /** More rows are on their way, or did not come. */
  isPartial?: true
}

/** A result whose rows came as one answer. */
export function wholeResult({ rows, ...result }: StatementResult): RunResult {
  return { ...result, rows: rowSetOf(rows) }
}
