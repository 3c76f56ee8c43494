/** What a service asks of one transaction, and the rows that it gives. All of it is plain data. */
import type { Cell } from '@basedeck/platform-client/contract'

export interface PipelineStatement {
  text: string
  values: readonly Cell[]
  /** Whether the names of its columns are wanted. Default false. */
  isNamed?: boolean
}

/** A value as its text in UTF-8. */
export type CellBytes = Buffer | null

export interface PipelineRequest {
  /** Without what begins and ends the transaction. */
  statements: readonly PipelineStatement[]
  /** Default `begin`. */
  begin?: string
  /** The transaction stays open, for `endPipeline`. Default false: it is committed. */
  staysOpen?: boolean
  /** Bytes of all rows. More of them: EngineError `too-large`. */
  mostBytes: number
}

/** What one statement gave. */
export interface PipelineResult {
  rows: CellBytes[][]
  /** Empty unless they were asked for. */
  names: string[]
}
