/**
 * Checks whether read-only members can sign in to a database that was added by URL, by the login that Prepare creates
 * there.
 */
import type pg from 'pg'
import { askServer } from './ask-server.js'
import { asLogin, type Login } from './login.js'

/** A login with further rights is not used: it must own nothing and have no other memberships. */
const IS_PLAIN = `select not rolsuper and not rolcreaterole and not rolcreatedb and not rolreplication
  and not exists (select from pg_catalog.pg_roles other where other.rolcanlogin and other.rolname <> current_user
    and pg_catalog.pg_has_role(other.oid, 'member'))
from pg_catalog.pg_roles where rolname = current_user`

/** Undefined when it can't sign in, or can do more than read. */
export async function findReaderLogin(
  config: pg.ClientConfig,
  login: Login,
): Promise<pg.ClientConfig | undefined> {
  const asReader = asLogin(config, login)
  const answer = await askServer(asReader, IS_PLAIN).catch(() => undefined)
  return answer?.row[0] === 't' ? asReader : undefined
}
