/** Whether the user of a database that was added by URL may decode its changes. */
import type pg from 'pg'
import { askServer } from './ask-server.js'

const MAY_DECODE = `select pg_catalog.current_setting('wal_level') = 'logical' and (rolsuper or rolreplication)
from pg_catalog.pg_roles where rolname = current_user`

/** @throws what the driver throws */
export async function mayDecodeChanges(config: pg.ClientConfig): Promise<boolean> {
  const { row } = await askServer(config, MAY_DECODE)
  return row[0] === 't'
}
