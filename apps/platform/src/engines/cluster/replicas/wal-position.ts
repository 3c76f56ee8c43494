/** Positions in the write-ahead log, as PostgreSQL writes them: `0/3000148`. */
import type pg from 'pg'
import { asAdmin } from '../way-in.js'

/** Where the log of a primary ends. @throws EngineError, DatabaseError */
export async function writtenPosition(admin: pg.ClientConfig): Promise<string> {
  const [row] = await asAdmin(admin, (session) => session.ask('select pg_catalog.pg_current_wal_lsn()'))
  return row?.[0] ?? '0/0'
}

/** Whether a replica has replayed the log up to there. @throws EngineError, DatabaseError */
export async function hasReplayed(admin: pg.ClientConfig, position: string): Promise<boolean> {
  const [row] = await asAdmin(admin, (session) =>
    session.ask(
      `select coalesce(pg_catalog.pg_last_wal_replay_lsn() >= '${position.replaceAll("'", "''")}'::pg_catalog.pg_lsn, false)`,
    ),
  )
  return row?.[0] === 't' || row?.[0] === 'true'
}
