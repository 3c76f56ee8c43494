/** Results of many rows: painted in the grid against psql, and streamed into a file against COPY. */
import { beginExport, createClient } from '@basedeck/platform-client'
import { readFile } from 'node:fs/promises'
import { startPlatform } from '../../e2e/models/platform.js'
import { timed, type BenchResult } from '../bench-result.js'
import { psqlOf } from './psql.js'

const ROWS = 1_000_000
const EXPORTED = `select n as id, n * 7 as amount, 'customer ' || n as name, now() as at from generate_series(1, ${ROWS}) n`
const LOOK_BYTES = 4_000_000
const PARAMS = { ref: 'default' }

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const client = createClient({ baseUrl: platform.url })
  try {
    const psql = await psqlOf(platform.dataDir)
    const results: BenchResult[] = []
    const atRest = await residentKilobytes(platform.pid)
    let peak = atRest
    let peakOfFormat = 0
    const look = async () => {
      const now = await residentKilobytes(platform.pid)
      peak = Math.max(peak, now)
      peakOfFormat = Math.max(peakOfFormat, now)
    }
    for (const format of ['csv', 'json', 'ndjson', 'sql', 'xlsx'] as const) {
      let bytes = 0
      const before = await residentKilobytes(platform.pid)
      peakOfFormat = before
      const ms = await timed(3, async () => {
        const begun = await client.call(beginExport, {
          params: PARAMS,
          body: { query: EXPORTED, format, name: 'bench', table: 'bench' },
        })
        bytes = await drained(platform.url + begun.path, look)
      })
      const copied = await timed(3, () => psql(`copy (${EXPORTED}) to stdout (format csv, header)`))
      results.push({
        name: `export of 1,000,000 rows as ${format} (${Math.round(bytes / 1e6)} MB)`,
        value: ms,
        unit: 'ms',
        floor: copied,
        floorName: 'psql COPY … TO STDOUT csv',
      })
      if (format === 'xlsx')
        results.push({
          name: 'memory of the server at its most, during the export as xlsx',
          value: peakOfFormat / 1024,
          unit: 'MB',
          floor: before / 1024,
          floorName: 'before it',
        })
    }
    results.push({
      name: 'memory of the server at its most, during these exports',
      value: peak / 1024,
      unit: 'MB',
      floor: atRest / 1024,
      floorName: 'before them',
    })
    return results
  } finally {
    await platform.dispose()
  }
}

/** Bytes of the file; `look` is called every few megabytes. */
async function drained(url: string, look: () => Promise<void>): Promise<number> {
  const reader = (await fetch(url)).body?.getReader()
  let bytes = 0
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) return bytes
    if (Math.floor((bytes + piece.value.length) / LOOK_BYTES) > Math.floor(bytes / LOOK_BYTES)) await look()
    bytes += piece.value.length
  }
}

/** The memory that a process has. */
async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN)
}
