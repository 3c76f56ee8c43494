/** Asks a server for its version, and so whether it can be reached at all. */
import type pg from 'pg'
import { Session } from '../session/session.js'
import { TypeNames } from '../session/type-names.js'
import { ServerConnection } from './connection.js'

/** `server_version_num`, e.g. 150018. @throws EngineError */
export async function serverVersion(config: pg.ClientConfig): Promise<number> {
  const connection = await ServerConnection.open(config)
  try {
    const [row] = await new Session(connection, new TypeNames()).ask('show server_version_num')
    return Number(row?.[0])
  } finally {
    connection.close()
  }
}
