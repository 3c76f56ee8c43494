/** Checks whether the services of a project can sign in to a database that was added by URL, by the login that Prepare creates. */
import type pg from 'pg'
import { askServer } from './ask-server.js'
import { asLogin, type Login } from './login.js'

/**
 * Whether the login can do exactly what services need: it has no attribute of a privileged role, it is a member of the three
 * roles of the API, and of no other login but `authenticator`.
 */
const IS_PLAIN = `select not (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls or rolinherit)
  and not exists (select from unnest(array['anon', 'authenticated', 'service_role']) name
    where not pg_catalog.pg_has_role(name, 'member'))
  and not exists (select from pg_catalog.pg_roles other where other.rolcanlogin and other.rolname <> current_user
    and other.rolname <> 'authenticator' and pg_catalog.pg_has_role(other.oid, 'member'))
from pg_catalog.pg_roles where rolname = current_user`

/** Undefined when it can't sign in, or can do more or less than a service may. */
export async function findServiceLogin(
  config: pg.ClientConfig,
  login: Login,
): Promise<pg.ClientConfig | undefined> {
  const asService = asLogin(config, login)
  const answer = await askServer(asService, IS_PLAIN).catch(() => undefined)
  return answer?.row[0] === 't' ? asService : undefined
}
