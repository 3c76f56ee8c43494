/** Asks a server over a new connection, and fails when the server does not answer in time. */
import type pg from 'pg'
import type { Cell } from '@basedeck/platform-client/contract'
import { databaseText } from '../../text/databases.js'
import { EngineError } from '../engine.js'
import { Session } from '../session/session.js'
import { TypeNames } from '../session/type-names.js'
import { ServerConnection } from './connection.js'

const ANSWER_LIMIT_MS = 10_000

export interface ServerAnswer {
  /** The first row. */
  row: readonly Cell[]
  isEncrypted: boolean
}

/** @throws EngineError, DatabaseError */
export function askServer(
  config: pg.ClientConfig,
  sql: string,
  limitMs = ANSWER_LIMIT_MS,
): Promise<ServerAnswer> {
  return withServer(config, async (ask, { isEncrypted }) => ({ row: await ask(sql), isEncrypted }), limitMs)
}

/** The first row of what `sql` answers. */
type Ask = (sql: string) => Promise<readonly Cell[]>

/** @throws EngineError, DatabaseError, what `work` throws */
export async function withServer<Value>(
  config: pg.ClientConfig,
  work: (ask: Ask, connection: { isEncrypted: boolean }) => Promise<Value>,
  limitMs = ANSWER_LIMIT_MS,
): Promise<Value> {
  const connection = await ServerConnection.open(config)
  const late = setTimeout(
    () => connection.destroy(new EngineError('unreachable', databaseText.silent)),
    limitMs,
  )
  try {
    const session = new Session(connection, new TypeNames())
    return await work(async (sql) => (await session.ask(sql))[0] ?? [], connection)
  } finally {
    clearTimeout(late)
    connection.close()
  }
}
