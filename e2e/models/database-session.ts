/** A session of one's own in the default project's cluster, as another program has it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Platform } from './platform.js'

/** @param name how the program calls itself */
export async function databaseSession({ dataDir }: Platform, name: string): Promise<pg.Client> {
  const postmaster = await readFile(join(dataDir, 'projects/default/pg/postmaster.pid'), 'utf8')
  const [, , , port = '', socket = ''] = postmaster.split('\n')
  const session = new pg.Client({
    host: socket,
    port: Number(port),
    user: 'postgres',
    database: 'postgres',
    application_name: name,
  })
  await session.connect()
  return session
}
