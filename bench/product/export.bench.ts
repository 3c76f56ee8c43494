/** Results of many rows: painted in the grid against psql, and streamed into a file against COPY. */
import { beginExport, createClient } from '@basedeck/platform-client'
import { readFile } from 'node:fs/promises'
import { startPlatform } from '../../e2e/models/platform.js'
import { timed, type BenchResult } from '../bench-result.js'
import { psqlOf } from './psql.js'

const ROWS = 1_000_000
const EXPORTED = `select n as id, n * 7 as amount, 'customer ' || n as name, now() as at from generate_series(1, ${ROWS}) n`
const PARAMS = { ref: 'default' }

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const client = createClient({ baseUrl: platform.url })
  try {
    const psql = await psqlOf(platform.dataDir)
    const results: BenchResult[] = []
    for (const format of ['csv', 'json', 'sql'] as const) {
      let bytes = 0
      const ms = await timed(3, async () => {
        const begun = await client.call(beginExport, {
          params: PARAMS,
          body: { query: EXPORTED, format, name: 'bench', table: 'bench' },
        })
        bytes = await drained(platform.url + begun.path)
      })
      const copied = await timed(3, () => psql(`copy (${EXPORTED}) to stdout (format csv, header)`))
      results.push({
        name: `export of 1,000,000 rows as ${format} (${Math.round(bytes / 1e6)} MB)`,
        value: ms,
        unit: 'ms',
        floor: copied,
        floorName: 'psql COPY … TO STDOUT csv',
      })
    }
    results.push({
      name: 'memory of the server at its most, after these exports',
      value: (await peakKilobytes(platform.pid)) / 1024,
      unit: 'MB',
    })
    return results
  } finally {
    await platform.dispose()
  }
}

async function drained(url: string): Promise<number> {
  const reader = (await fetch(url)).body?.getReader()
  let bytes = 0
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) return bytes
    bytes += piece.value.length
  }
}

/** The most memory that a process ever had. */
async function peakKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN)
}
