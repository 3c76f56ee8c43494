/** What a service asks of its session in a project's database. */
import type { PipelineRequest, PipelineResult } from '../../engines/session/pipeline-request.js'

export interface SessionRequest extends Omit<PipelineRequest, 'staysOpen'> {
  /** Asked before the transaction ends. What it throws is thrown, and nothing is kept. Default: all is kept. */
  isKept?(rows: PipelineResult[]): boolean
  /** Milliseconds in the database, over all statements. */
  timeoutMs: number
  /** Aborted when its caller goes away. */
  signal: AbortSignal
}

export interface SessionLimits {
  connections: number
  /** Requests that wait for each of the connections. */
  waiting: number
  waitMs: number
}
