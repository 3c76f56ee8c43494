/** Asks a server for its version and for the connections that it gives us, and so whether it can be reached at all. */
import type pg from 'pg'
import { USUAL_CONNECTIONS } from './connection-shares.js'
import { askServer, withServer } from './ask-server.js'

export interface ServerFacts {
  /** `server_version_num`, e.g. 150018. */
  versionNumber: number
  isEncrypted: boolean
  /** That this user may open at a time in this database; those reserved for superusers are not among them. */
  connections: number
}

const VERSION = 'show server_version_num'
/** PostgreSQL writes -1 for a role or a database without a limit of connections. */
const CONNECTIONS = `select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(nullif(current_setting('reserved_connections', true), '')::int, 0),
    (select nullif(rolconnlimit, -1) from pg_catalog.pg_roles where rolname = current_user),
    (select nullif(datconnlimit, -1) from pg_catalog.pg_database where datname = current_database()))`

/** @throws EngineError */
export async function serverFacts(config: pg.ClientConfig): Promise<ServerFacts> {
  return withServer(config, async (ask, { isEncrypted }) => {
    const [version] = await ask(VERSION)
    const versionNumber = Number(version)
    // What speaks the protocol and is no PostgreSQL may know none of this.
    const [connections] = Number.isNaN(versionNumber) ? [USUAL_CONNECTIONS] : await ask(CONNECTIONS)
    return { versionNumber, connections: Number(connections), isEncrypted }
  })
}

/** `server_version_num` alone. @throws EngineError */
export async function serverVersion(config: pg.ClientConfig): Promise<number> {
  return Number((await askServer(config, VERSION)).row[0])
}
