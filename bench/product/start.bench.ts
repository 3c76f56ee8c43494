/**
 * From `npm start` (built) to the first page and to the first row, against the databases started by themselves: one of
 * them, where the platform opens its own and the project's.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchResult } from '../bench-result.js'
import { bareStarts } from './bare-starts.js'

const FLOOR_NAMES = { cluster: 'initdb, pg_ctl and psql', pglite: 'PGlite alone in Node' }
/** What the design allows. */
const FIRST_ROW_MS = { cluster: { first: 2000, second: 1000 }, pglite: { first: 3000, second: 1000 } }

const root = fileURLToPath(new URL('../..', import.meta.url))

export async function run(): Promise<BenchResult[]> {
  const bare = await bareStarts()
  const results: BenchResult[] = [
    { name: 'npm, a script that does nothing', value: bare.npm, unit: 'ms' },
    { name: 'node, the program read and ended', value: bare.program, unit: 'ms' },
  ]
  for (const engine of ['cluster', 'pglite'] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'basedeck-start-'))
    await chmod(folder, 0o755)
    for (const which of ['first', 'second'] as const) {
      const { page, row } = await startOnce(engine, join(folder, 'data'))
      results.push({ name: `${engine}, ${which} start: first page`, value: page, unit: 'ms', budget: 2000 })
      results.push({
        name: `${engine}, ${which} start: first row`,
        value: row,
        unit: 'ms',
        floor: bare[engine][which],
        floorName: FLOOR_NAMES[engine],
        budget: FIRST_ROW_MS[engine][which],
      })
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return results
}

async function startOnce(engine: string, dataDir: string): Promise<{ page: number; row: number }> {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const args = [
    'start',
    '--silent',
    '--',
    '--port',
    String(port),
    '--api-port',
    '0',
    '--engine',
    engine,
    '--data-dir',
    dataDir,
  ]
  const child = spawn('npm', args, { cwd: root, stdio: 'ignore', detached: true })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const answers = async (path: string, init: RequestInit) => {
    for (;;) {
      const answer = await fetch(url + path, init).catch(() => undefined)
      if (answer?.ok) return performance.now() - started
      // Seldom: each call takes from what starts.
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  const page = await answers('/project/default', {})
  const row = await answers('/platform/pg-meta/default/query', {
    method: 'POST',
    body: '{"query":"select 1"}',
    headers: { 'content-type': 'application/json' },
  })
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await ended
  return { page, row }
}
