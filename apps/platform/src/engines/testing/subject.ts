/** The database that a suite is about, in the short forms its tests are written in. */
import type { Database, RunOutcome, RunRequest } from '../engine.js'

export interface Subject {
  readonly database: Database
  /** Runs as the owner; the run id makes itself up. */
  run(query: string, more?: Partial<RunRequest>): Promise<RunOutcome>
  /** The rows of the last result. */
  rows(query: string, more?: Partial<RunRequest>): Promise<(string | null)[][]>
  /** The first value of the last result. */
  value(query: string, more?: Partial<RunRequest>): Promise<string | null>
}

let runs = 0

/** A new run id. */
export function newRunId(): string {
  return `contract-${++runs}`
}
