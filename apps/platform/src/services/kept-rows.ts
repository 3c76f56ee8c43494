/**
 * Rows of a run for an answer in JSON, as the bytes that PostgreSQL sent. Cells that become texts make garbage, whose
 * collection holds up all other callers.
 */
import type { StatementResult } from '@basedeck/platform-client/contract'
import type { RowSink } from '../engines/engine.js'
import { rowMessage, rowsIn } from '../engines/wire/row-reader.js'

export interface KeptRows {
  readonly sink: RowSink
  /** DataRow messages of the result at `index`. */
  of(result: StatementResult, index: number): readonly Buffer[]
  /** The same results with their rows as texts. */
  read(results: readonly StatementResult[]): StatementResult[]
}

export function keepRows(): KeptRows {
  let statements: Buffer[][] = []
  let current: Buffer[] = []
  const of: KeptRows['of'] = ({ rows }, index) =>
    rows.length > 0 ? rows.map(rowMessage) : (statements[index] ?? [])
  return {
    sink: {
      fields() {},
      rows: (messages) => void current.push(Buffer.from(messages)),
      notice() {},
      complete() {
        statements.push(current)
        current = []
      },
      again() {
        statements = []
        current = []
      },
      whenRoom: () => undefined,
    },
    of,
    read: (results) =>
      results.map((result, index) => ({ ...result, rows: of(result, index).flatMap(rowsIn) })),
  }
}
