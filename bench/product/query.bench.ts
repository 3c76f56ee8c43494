/** The query call against the bare driver on the same server: what the product adds. */
import { createClient, newId, queryTyped } from '@basedeck/platform-client'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startPlatform } from '../../e2e/models/platform.js'
import { timed, type BenchResult } from '../bench-result.js'

const columns = (count: number) =>
  Array.from({ length: count }, (_, index) => `n + ${index} as c${index}`).join(', ')
const CASES = [
  { name: '1 row', sql: 'select 1 as a', times: 50 },
  { name: '1,000 × 30', sql: `select ${columns(30)} from generate_series(1, 1000) n`, times: 15 },
  { name: '100,000 × 10', sql: `select ${columns(10)} from generate_series(1, 100000) n`, times: 5 },
]

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const bare = await connectBare(platform.dataDir)
  const client = createClient({ baseUrl: platform.url })
  try {
    const results: BenchResult[] = []
    for (const { name, sql, times } of CASES) {
      const value = await timed(times, () =>
        client.call(queryTyped, {
          params: { ref: 'default' },
          body: { query: sql, runId: newId(), readOnly: true },
        }),
      )
      const floor = await timed(times, () => bare.query({ text: sql, rowMode: 'array' }))
      results.push({ name: `query call, ${name}`, value, unit: 'ms', floor, floorName: 'bare driver' })
    }
    return results
  } finally {
    await bare.end()
    await platform.dispose()
  }
}

/** Through the cluster's socket, as its owner. */
async function connectBare(dataDir: string): Promise<pg.Client> {
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
