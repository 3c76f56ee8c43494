/**
 * Checks whether a URL's user can read files and start programs on the server, which a project's owner should not. If
 * so, members' SQL runs as the owner that Prepare creates there, once it exists.
 */
import type pg from 'pg'
import { askServer } from './ask-server.js'
import { asLogin, type Login } from './login.js'

const REACHES_SERVER = `select pg_catalog.pg_has_role('pg_read_server_files', 'member')
  or pg_catalog.pg_has_role('pg_write_server_files', 'member')
  or pg_catalog.pg_has_role('pg_execute_server_program', 'member')`

/** True for a superuser and for members of three predefined roles. @throws EngineError */
export async function mayHarmServer(config: pg.ClientConfig): Promise<boolean> {
  const { row } = await askServer(config, REACHES_SERVER)
  return row[0] === 't'
}

/** @throws EngineError */
export async function mayCreateRoles(config: pg.ClientConfig): Promise<boolean> {
  const { row } = await askServer(
    config,
    'select rolsuper or rolcreaterole from pg_catalog.pg_roles where rolname = current_user',
  )
  return row[0] === 't'
}

/** @throws EngineError */
export async function mayCreateDatabases(config: pg.ClientConfig): Promise<boolean> {
  const { row } = await askServer(
    config,
    'select rolsuper or rolcreatedb from pg_catalog.pg_roles where rolname = current_user',
  )
  return row[0] === 't'
}

/** Undefined when it can't sign in, or has such rights too. */
export async function findPlainLogin(
  config: pg.ClientConfig,
  login: Login,
): Promise<pg.ClientConfig | undefined> {
  const plain = asLogin(config, login)
  const harmful = await mayHarmServer(plain).catch(() => true)
  return harmful ? undefined : plain
}
