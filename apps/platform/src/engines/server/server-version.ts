/** Asks a server for its version, and so whether it can be reached at all. */
import type pg from 'pg'
import { askServer } from './ask-server.js'

export interface ServerFacts {
  /** `server_version_num`, e.g. 150018. */
  versionNumber: number
  isEncrypted: boolean
}

/** @throws EngineError */
export async function serverFacts(config: pg.ClientConfig): Promise<ServerFacts> {
  const { row, isEncrypted } = await askServer(config, 'show server_version_num')
  return { versionNumber: Number(row[0]), isEncrypted }
}

/** `server_version_num` alone. @throws EngineError */
export async function serverVersion(config: pg.ClientConfig): Promise<number> {
  return (await serverFacts(config)).versionNumber
}
