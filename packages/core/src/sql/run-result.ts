/** The result of one statement whose rows are read by index, and may still be arriving. */
import type { StatementResult } from '@basedeck/platform-client/contract'
import { rowSetOf, type RowSet } from './row-set.js'

export interface RunResult extends Omit<StatementResult, 'rows'> {
  rows: RowSet
  /** More rows are on their way, or did not come. */
  isPartial?: true
  /** Its rows were let go for others: there were so many. */
  letGo?: number
}

/** Bytes that the rows of some results keep in memory, about. */
export function bytesOf(results: readonly RunResult[]): number {
  return results.reduce((sum, { rows }) => sum + rows.bytes, 0)
}

/** The results without their rows. */
export function withoutRows(results: readonly RunResult[]): RunResult[] {
  return results.map((result) =>
    result.rows.length === 0 ? result : { ...result, rows: rowSetOf([]), letGo: result.rows.length },
  )
}

/** A result whose rows came as one answer. */
export function wholeResult({ rows, ...result }: StatementResult): RunResult {
  return { ...result, rows: rowSetOf(rows) }
}
