/** Runs what prepares a database that was added by URL, as the URL's own user, and explains a refusal. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseError, EngineError } from '../engine.js'
import { Session } from '../session/session.js'
import { TypeNames } from '../session/type-names.js'
import { databaseText } from '../../text/databases.js'
import { ServerConnection } from './connection.js'

/** Where it runs, for the sentence. */
export interface PreparedServer {
  host: string
  port: number
  user: string
  database: string
}

/** Another transaction may hold a lock for ever. */
const LIMIT_MS = 60_000

/**
 * Roles are the whole server's, and who changes one that another database is changing is refused: with an internal error (PostgreSQL's
 * "tuple concurrently updated"), a unique violation or a deadlock.
 */
const CONTENDED = ['XX000', '23505', '40P01']
const ATTEMPTS = 20
/** Multiplied by a random number, so that two do not meet again. */
const PAUSE_MS = 200

/** What prepares other databases of the server at the same time is waited for. @throws EngineError with the sentence and what puts it right */
export async function prepareServer(
  config: pg.ClientConfig,
  server: PreparedServer,
  sql: string,
): Promise<void> {
  const at = `${server.host}:${server.port}`
  const connection = await ServerConnection.open(config)
  const late = setTimeout(
    () => connection.destroy(new EngineError('unreachable', databaseText.prepareSilent(at))),
    LIMIT_MS,
  )
  try {
    await askAmongOthers(new Session(connection, new TypeNames()), sql)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const { code, message } = error.report
    const reason = message.replace(/\.$/, '')
    throw new EngineError(
      'unavailable',
      databaseText.notPrepared(at, reason, remedyOf(code, message, server)),
      { cause: error },
    )
  } finally {
    clearTimeout(late)
    connection.close()
  }
}

/** @param sql one transaction */
async function askAmongOthers(session: Session, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await session.ask(sql)
      return
    } catch (error) {
      const isContended = error instanceof DatabaseError && CONTENDED.includes(error.report.code ?? '')
      if (!isContended || attempt === ATTEMPTS) throw error
      await session.ask('rollback')
      await pause(Math.random() * PAUSE_MS)
    }
}

const INSUFFICIENT_PRIVILEGE = '42501'
const READ_ONLY = '25006'

function remedyOf(code: string, message: string, { user, database }: PreparedServer): string {
  const remedies = databaseText.prepareRemedies
  if (code === READ_ONLY) return remedies.readOnly
  if (code !== INSUFFICIENT_PRIVILEGE) return remedies.other
  if (/admin option|to grant role/.test(message)) return remedies.grant(user)
  if (/to (create|alter) role|createrole/i.test(message)) return remedies.createRole(user)
  if (message.includes('for database')) return remedies.createSchema(user, database)
  return remedies.own
}
