/**
 * Whether a URL's user may do more than a project's owner should: read files and start programs on the server. Then the
 * owner that Prepare makes there is used for people's SQL, once it is there.
 */
import type pg from 'pg'
import { Session } from '../session/session.js'
import { TypeNames } from '../session/type-names.js'
import { ServerConnection } from './connection.js'
import { asLogin, type Login } from './login.js'

const REACHES_SERVER = `select pg_catalog.pg_has_role('pg_read_server_files', 'member')
  or pg_catalog.pg_has_role('pg_write_server_files', 'member')
  or pg_catalog.pg_has_role('pg_execute_server_program', 'member')`

/** A superuser may, and so may members of three roles of PostgreSQL's own. @throws EngineError */
export async function mayHarmServer(config: pg.ClientConfig): Promise<boolean> {
  const connection = await ServerConnection.open(config)
  try {
    const [row] = await new Session(connection, new TypeNames()).ask(REACHES_SERVER)
    return row?.[0] === 't'
  } finally {
    connection.close()
  }
}

/** Undefined when it can't sign in, or may harm the server too. */
export async function findPlainLogin(
  config: pg.ClientConfig,
  login: Login,
): Promise<pg.ClientConfig | undefined> {
  const plain = asLogin(config, login)
  const harmful = await mayHarmServer(plain).catch(() => true)
  return harmful ? undefined : plain
}
