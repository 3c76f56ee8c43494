/** Asks a server for its version, and so whether it can be reached at all. */
import type pg from 'pg'
import { EngineError } from '../engine.js'
import { Session } from '../session/session.js'
import { TypeNames } from '../session/type-names.js'
import { ServerConnection } from './connection.js'
import { databaseText } from '../../text/databases.js'

export interface ServerFacts {
  /** `server_version_num`, e.g. 150018. */
  versionNumber: number
  isEncrypted: boolean
}

const ANSWER_LIMIT_MS = 10_000

/** @throws EngineError */
export async function serverFacts(config: pg.ClientConfig): Promise<ServerFacts> {
  const connection = await ServerConnection.open(config)
  const late = setTimeout(() => connection.destroy(silent()), ANSWER_LIMIT_MS)
  try {
    const [row] = await new Session(connection, new TypeNames()).ask('show server_version_num')
    return { versionNumber: Number(row?.[0]), isEncrypted: connection.isEncrypted }
  } finally {
    clearTimeout(late)
    connection.close()
  }
}

/** `server_version_num` alone. @throws EngineError */
export async function serverVersion(config: pg.ClientConfig): Promise<number> {
  return (await serverFacts(config)).versionNumber
}

function silent(): EngineError {
  return new EngineError('unreachable', databaseText.silent)
}
