/** DuckDB, which is loaded when the first line is stored or searched, and may not be installed. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

export type { DuckDBConnection, DuckDBInstance }
export type DuckDb = typeof import('@duckdb/node-api')

/** What the operator runs where it is missing. */
export const INSTALL_COMMAND = 'npm install @duckdb/node-api'

/** Undefined: it is not installed, or not made for this machine. */
export async function loadDuckDb(): Promise<DuckDb | undefined> {
  return import('@duckdb/node-api').catch(() => undefined)
}

/**
 * One processor, no extension, no file for what does not fit into memory.
 * `memory_limit` is DuckDB's own, beside the memory of JavaScript.
 */
export const OPTIONS = {
  threads: '1',
  memory_limit: '192MB',
  max_temp_directory_size: '0B',
  allow_community_extensions: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
}

/** After these, SQL reaches no file but the one that is open, and can change no setting. */
export const LOCKS = ['set enable_external_access = false', 'set lock_configuration = true']

/** A question took longer than it may. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

/** Milliseconds between two looks whether the work is still wanted. */
const LOOK_MS = 50

/** Ends the work of a connection after a time, or when it is cancelled. @throws TooSlow */
export async function withinTime<Value>(
  connection: Pick<DuckDBConnection, 'interrupt'>,
  limitMs: number,
  work: () => Promise<Value>,
  isCancelled: () => boolean = () => false,
): Promise<Value> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    connection.interrupt()
  }, limitMs)
  const looking = setInterval(() => isCancelled() && connection.interrupt(), LOOK_MS)
  try {
    return await work()
  } catch (error) {
    throw isLate ? new TooSlow('The search took too long') : error
  } finally {
    clearTimeout(timer)
    clearInterval(looking)
  }
}
