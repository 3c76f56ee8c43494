/** Sessions of other programs, which came over the network: while there is one, its server does not stop. */
import type pg from 'pg'
import { ADMIN_ROLE, READER_ROLE, SERVICE_ROLE } from '../roles.js'
import { asAdmin } from './way-in.js'

/**
 * The platform's own sessions come through the socket, or as one of these roles. Those of the services are kept between requests,
 * and one listens for changes of the schema: at rest they are no use.
 */
const FOREIGN_SQL = `
select count(*) from pg_catalog.pg_stat_activity
where backend_type = 'client backend' and client_addr is not null
  and usename not in ('${ADMIN_ROLE}', '${READER_ROLE}')
  and not (usename = '${SERVICE_ROLE}' and state = 'idle')`

/** @throws EngineError */
export async function hasForeignSessions(admin: pg.ClientConfig): Promise<boolean> {
  const [row] = await asAdmin(admin, (session) => session.ask(FOREIGN_SQL))
  return row?.[0] !== '0'
}
