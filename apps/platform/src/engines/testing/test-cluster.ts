/** A cluster for tests: it does not wait for the disk when it is made. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from '../cluster/binaries.js'
import { ClusterEngine, type ClusterEngineOptions } from '../cluster/cluster-engine.js'
import { fileSecrets } from '../secrets.js'

/** @throws when no PostgreSQL is installed */
export async function testCluster(
  dataDir: string,
  more: Partial<ClusterEngineOptions> = {},
): Promise<ClusterEngine> {
  const binaries = await findBinaries(join(dataDir, 'postgresql'))
  return new ClusterEngine({
    dataDir,
    binaries,
    secrets: fileSecrets(join(dataDir, 'secrets')),
    sync: false,
    ...more,
  })
}

/** The URL of a running test cluster's database, for its owner. */
export async function urlOf(dataDir: string, id: string): Promise<string> {
  const password = await fileSecrets(join(dataDir, 'secrets')).get(`${id}.owner-password`)
  return `postgresql://postgres:${password}@127.0.0.1:${await portOf(dataDir, id)}/postgres`
}

export async function portOf(dataDir: string, id: string): Promise<number> {
  const file = await readFile(join(dataDir, 'projects', id, 'pg', 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[3])
}
