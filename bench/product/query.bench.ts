/** The query call against the bare driver on the same server: what the product adds. */
import { createClient, getHealth, newId, queryTyped, type Client } from '@basedeck/platform-client'
import { startPlatform } from '../../e2e/models/platform.js'
import { timed, type BenchResult } from '../bench-result.js'
import { connectBare } from './bare-driver.js'
import { cancelBeside } from './cancel-beside.js'

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
      const value = await timed(times, () => ask(client, sql))
      const floor = await timed(times, () => bare.query({ text: sql, rowMode: 'array' }))
      results.push({ name: `query call, ${name}`, value, unit: 'ms', floor, floorName: 'bare driver' })
      const streamed = await timed(times, () => readRows(client, sql))
      results.push({
        name: `rows at the client and indexed, ${name}`,
        value: streamed,
        unit: 'ms',
        floor,
        floorName: 'bare driver',
      })
    }
    const [one] = CASES
    results.push({
      name: 'query call, 1 row',
      value: await timed(200, () => ask(client, one?.sql ?? '')),
      unit: 'ms',
      floor: await timed(200, () => client.call(getHealth, {})),
      floorName: 'GET /healthz by the same client',
    })
    results.push(await cancelBeside(platform))
    return results
  } finally {
    await bare.end()
    await platform.dispose()
  }
}

const callOf = (sql: string) => ({
  params: { ref: 'default' },
  body: { query: sql, runId: newId(), readOnly: true },
})

const ask = (client: Client, sql: string) => client.call(queryTyped, callOf(sql))

/** Reads and indexes all rows, and decodes none. */
async function readRows(client: Client, sql: string): Promise<number> {
  let count = 0
  for await (const part of client.rows(callOf(sql))) if (part.type === 'rows') count += part.rows.count
  return count
}
