/** A database that is closed when nobody uses it: requests of the data API are use, and its listening for changes is none. */
import { updateDataApiConfig } from '@basedeck/platform-client'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'
import { answerOf } from './served-data.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

vi.setConfig({ testTimeout: 90_000 })
const IDLE_MS = 1000
let running: RunningApp
let served: ServedStorage
beforeAll(async () => {
  running = await runApp('cluster', { idleMs: IDLE_MS })
  served = await serveStorage(running)
  const database = await running.life.database('default')
  const query = `create function begun() returns text language sql as 'select pg_postmaster_start_time()::text'`
  await database.run({ runId: crypto.randomUUID(), query })
  await running.client.call(updateDataApiConfig, { params: { ref: 'default' }, body: { enabled: true } })
}, 60_000)
afterAll(async () => {
  await served?.stop()
  await running?.stop()
})

const begun = () => answerOf(`${served.address}/rest/v1/rpc/begun`, served.service)
const isOpen = () => existsSync(join(running.dataDir, 'projects', 'default', 'pg', 'postmaster.pid'))

test('while it answers requests it stays open, afterwards it is closed, and a request opens it again', async () => {
  const first = await begun()
  expect(first.status).toBe(200)
  const until = performance.now() + 6 * IDLE_MS
  while (performance.now() < until) expect(await begun()).toEqual(first)
  await vi.waitUntil(() => !isOpen(), { timeout: 40_000, interval: 100 })
  const again = await begun()
  expect(again.status).toBe(200)
  expect(again.body).not.toEqual(first.body)
  expect(isOpen()).toBe(true)
})
