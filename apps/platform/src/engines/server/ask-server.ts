/** One question to a server, on a connection of its own. A server that does not answer is given up. */
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
export async function askServer(config: pg.ClientConfig, sql: string): Promise<ServerAnswer> {
  const connection = await ServerConnection.open(config)
  const late = setTimeout(
    () => connection.destroy(new EngineError('unreachable', databaseText.silent)),
    ANSWER_LIMIT_MS,
  )
  try {
    const [row = []] = await new Session(connection, new TypeNames()).ask(sql)
    return { row, isEncrypted: connection.isEncrypted }
  } finally {
    clearTimeout(late)
    connection.close()
  }
}
