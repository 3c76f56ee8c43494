/** What a service asks of one transaction, and the rows that it gives. All of it is plain data. */
import type { Cell } from '@basedeck/platform-client/contract'

export interface PipelineStatement {
  text: string
  values: readonly Cell[]
}

/** A value as its text in UTF-8. */
export type CellBytes = Buffer | null

export interface PipelineRequest {
  /** Without `begin` and `commit`. */
  statements: readonly PipelineStatement[]
  /** Default false. */
  readOnly?: boolean
  /** The transaction stays open, for `endPipeline`. Default false: it is committed. */
  staysOpen?: boolean
  /** Bytes of all rows. More of them: EngineError `too-large`. */
  mostBytes: number
}

/** Rows by statement. */
export type PipelineRows = CellBytes[][][]
