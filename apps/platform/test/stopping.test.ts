/** Stopping the platform during calls: each is answered, and no process remains. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isRunning, startProgram, type Program } from './program.js'

let folder: string
let program: Program | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basedeck-stopping-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  await program?.end('SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

test.each(['cluster', 'pglite'])(
  '%s: SIGTERM answers a running query with 503, ends event streams, and exits with 0',
  async (engine) => {
    const args = ['--port', '0', '--api-port', '0', '--data-dir', join(folder, 'data'), '--engine', engine]
    const started = await startProgram(args)
    if (!isRunning(started)) throw new Error(started.output)
    program = started
    const at = (path: string) => `${started.url}/platform/pg-meta/default/query${path}`
    const run = fetch(at(''), {
      method: 'POST',
      headers: { 'content-type': 'application/json', version: '2' },
      body: JSON.stringify({ query: 'select pg_sleep(600)', runId: 'long', timeoutMs: 0 }),
    })
    const isAtWork = async () => {
      const { state } = (await (await fetch(at('/long'))).json()) as { state: string }
      return state === 'running'
    }
    await vi.waitFor(async () => expect(await isAtWork()).toBe(true), { timeout: 20_000, interval: 50 })
    const events = await fetch(`${started.url}/platform/events`)
    const stream = events.text().catch(() => 'cut off')
    const ended = started.end('SIGTERM')
    const answer = await run
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'stopping' }])
    await stream
    expect(await ended).toBe(0)
    program = undefined
  },
  // A whole platform starts and stops.
  90_000,
)
