/** What the platform asks of the thread that stores lines. All of it is plain data. */
import type { LogStatus } from '@basedeck/platform-client/contract'
import type { FoundLine } from './log-line.js'
import type { LevelCount } from './find-lines.js'
import type { KeptProject } from './line-store.js'
import type { LineSearch } from './line-question.js'
import type { SqlAnswer } from './ask-sql.js'
import type { DrainMark, UnsentLines } from './unsent-lines.js'

/** Given to the thread at its start. */
export interface LineThreadSettings {
  directory: string
  keptDays: number
  keptBytes: number
}

/** What became of a search. */
export type Searched<Value> =
  | { type: 'found'; value: Value }
  | { type: 'busy' }
  | { type: 'too-slow' }
  /** Of SQL: the sentence says why. */
  | { type: 'refused'; message: string }
  | { type: 'cancelled' }
  /** No line is kept: `status` says why. */
  | { type: 'not-kept' }
  /** The log of the platform says why. */
  | { type: 'failed' }

/** Answered by the thread. */
export interface AskedOfLineThread {
  status(): Promise<LogStatus>
  search(search: LineSearch, limit: number): Promise<Searched<FoundLine[]>>
  counts(search: LineSearch, bucketMs: number): Promise<Searched<LevelCount[]>>
  /** @param id by which it is cancelled */
  query(search: LineSearch & { sql: string }, id: number): Promise<Searched<SqlAnswer>>
  /** Ends a query that waits or runs. */
  cancel(id: number): Promise<void>
  /** Deletes what these projects keep for less time than the store. */
  forget(kept: readonly KeptProject[]): Promise<Searched<null>>
  /** What a drain has not sent. From the call on, what is deleted behind its mark is counted as lost. */
  unsent(
    id: string,
    mark: DrainMark,
    limits: { lines: number; characters: number },
  ): Promise<Searched<Unsent>>
  /** How many lines a drain has not sent, and when the oldest of them happened. */
  countUnsent(mark: DrainMark): Promise<Searched<{ count: number; oldest: number | undefined }>>
  /** So many lost lines of a drain are written down. */
  toldLost(id: string, count: number): Promise<void>
  /** All drains that there are: others are forgotten. */
  keepMarks(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}

export type Unsent = UnsentLines & {
  /** Lines that were deleted before they were sent, and of which `toldLost` was not told. */
  lost: number
}

/** Answered by the platform, without an answer. */
export interface AskedOfLineHolder {
  /** Something that the operator should know. */
  told(level: 'info' | 'error', message: string, fields: Record<string, unknown>): void
}

export const TOLD_TO_HOLDER = ['told'] as const
