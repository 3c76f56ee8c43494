/** The driver alone, on the same server: the floor of calls. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Through the cluster's socket, as its owner. */
export async function connectBare(dataDir: string): Promise<pg.Client> {
  const postmaster = await readFile(join(dataDir, 'projects/default/pg/postmaster.pid'), 'utf8')
  const [, , , port, socket] = postmaster.split('\n')
  const client = new pg.Client({
    host: socket ?? '',
    port: Number(port),
    user: 'postgres',
    database: 'postgres',
  })
  await client.connect()
  return client
}
