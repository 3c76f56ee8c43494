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
  const current = createBlocks()
  const of: KeptRows['of'] = ({ rows }, index) =>
    rows.length > 0 ? rows.map(rowMessage) : (statements[index] ?? [])
  return {
    sink: {
      fields() {},
      rows: (messages) => current.add(messages),
      notice() {},
      complete() {
        statements.push(current.take())
      },
      again() {
        statements = []
        current.take()
      },
      whenRoom: () => undefined,
    },
    of,
    read: (results) =>
      results.map((result, index) => ({ ...result, rows: of(result, index).flatMap(rowsIn) })),
  }
}

/** Bytes. */
const SECOND_BLOCK = 64 * 1024
const LARGEST_BLOCK = 1024 * 1024

/** Gathers bytes in few blocks, which are collected faster than many. The first is as small as what it holds. */
function createBlocks() {
  let full: Buffer[] = []
  let block = Buffer.alloc(0)
  let used = 0
  let next = 0
  const endBlock = (): void => {
    if (used > 0) full.push(block.subarray(0, used))
    used = 0
  }
  return {
    add(bytes: Buffer): void {
      if (used + bytes.length > block.length) {
        endBlock()
        block = Buffer.allocUnsafeSlow(Math.max(next, bytes.length))
        next = Math.min(LARGEST_BLOCK, Math.max(SECOND_BLOCK, next * 4))
      }
      used += bytes.copy(block, used)
    },
    /** What was gathered since the last call. */
    take(): Buffer[] {
      endBlock()
      const taken = full
      full = []
      block = Buffer.alloc(0)
      next = 0
      return taken
    },
  }
}
