/** A connection for one piece of work: taken from the pool, cancelled on request, reset, returned. */
import { IdleTimer } from '../idle-timer.js'
import type { Runs, RunOptions, RunUnderWay } from '../runs.js'
import { Session } from '../session/session.js'
import type { TypeNames } from '../session/type-names.js'
import type { ConnectionPool } from './connection-pool.js'
import type { ServerConnection } from './connection.js'
import { interruptUntilStopped } from './interrupt-until-stopped.js'

export interface Lease {
  run: RunUnderWay
  connection: ServerConnection
  session: Session
  /** Idempotent. */
  end(): void
}

export interface LeaseOptions {
  runs: Runs
  pool: ConnectionPool
  types: TypeNames
  idle: IdleTimer
  /** Terminates the session of a process that ignores cancels. */
  terminate(processId: number): Promise<void>
}

/**
 * Waits for a connection; the timeout of the run has not started yet. @throws DatabaseError when stopped, EngineError
 */
export async function takeLease(
  options: RunOptions,
  { runs, pool, types, idle, terminate }: LeaseOptions,
): Promise<Lease> {
  const run = runs.begin(options)
  const endUse = idle.use()
  try {
    const connection = await pool.acquire(run.signal)
    const session = new Session(connection, types)
    const stopInterrupting = interruptUntilStopped({ connection, signal: run.signal, terminate })
    let ended = false
    const end = (): void => {
      if (ended) return
      ended = true
      run.end()
      stopInterrupting()
      void giveBack(pool, connection, session).finally(endUse)
    }
    return { run, connection, session, end }
  } catch (error) {
    run.end()
    endUse()
    throw run.errorFor(error)
  }
}

const RESET_LIMIT_MS = 10_000

/** A session that can't be reset in time is not used again. */
async function giveBack(pool: ConnectionPool, connection: ServerConnection, session: Session): Promise<void> {
  pool.expect(connection)
  const late = setTimeout(() => connection.destroy(), RESET_LIMIT_MS)
  try {
    await session.reset()
    pool.release(connection)
  } catch {
    pool.discard(connection)
  } finally {
    clearTimeout(late)
  }
}
