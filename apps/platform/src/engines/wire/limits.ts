/** Limits on what one run may send back, where its caller names none. */
import type { RunLimits } from '../engine.js'

/**
 * 100,000 rows, 50 MB, 1 MB a cell: a last protection of the server's memory for statements of the platform itself. What a
 * user's run may send to a browser is `RUN_LIMITS` of `routes/query.ts`, a number that the contract tells (`limits`).
 */
export const DEFAULT_LIMITS: Readonly<RunLimits> = {
  rows: 100_000,
  bytes: 50_000_000,
  cellBytes: 1_000_000,
}

/** For rows that are passed on, not held. */
export const UNLIMITED: Readonly<RunLimits> = { rows: Infinity, bytes: Infinity, cellBytes: Infinity }
