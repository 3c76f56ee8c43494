/** From `npm start` (built) to the first page and to the first row. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchResult } from '../bench-result.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const engine of ['cluster', 'pglite']) {
    const folder = await mkdtemp(join(tmpdir(), 'basedeck-start-'))
    await chmod(folder, 0o755)
    for (const which of ['first', 'second']) {
      const { page, row } = await startOnce(engine, join(folder, 'data'))
      results.push({ name: `${engine}, ${which} start: first page`, value: page, unit: 'ms', budget: 2000 })
      results.push({
        name: `${engine}, ${which} start: first row`,
        value: row,
        unit: 'ms',
        ...(which === 'second' ? { budget: 3000 } : {}),
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
      await new Promise((resolve) => setTimeout(resolve, 5))
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
