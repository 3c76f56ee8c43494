/** Each part of a replica's setup that fails is told, and nothing of it is left. */
import { listDatabaseStatuses, listReplicas } from '@basedeck/platform-client'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EngineError } from '../src/engines/engine.js'
import type { EngineReplicas } from '../src/engines/engine-registry.js'
import { createReplicas, type Replicas } from '../src/replicas/replicas.js'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }
let running: RunningApp
beforeAll(async () => {
  running = await runApp('cluster')
}, 60_000)
afterAll(() => running.stop())

function replicasWith(registry: Partial<EngineReplicas>, freeBytes = 1e12): Replicas & { removed: string[] } {
  const removed: string[] = []
  const { control, life, dataDir } = running
  const replicas = createReplicas({
    control,
    life,
    dataDir,
    registry: {
      ...running.registry,
      makeReplica: async (_id, { onStep }) => {
        for (const step of ['launched', 'initiated', 'downloaded'] as const) await onStep(step)
      },
      hasCaughtUp: async () => true,
      removeReplica: async (id) => void removed.push(id),
      ...registry,
    },
    installationId: crypto.randomUUID(),
    freeBytes: async () => freeBytes,
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  })
  return { ...replicas, removed }
}

const failing = (after: 'nothing' | 'launched' | 'initiated', error: unknown): Partial<EngineReplicas> => ({
  async makeReplica(_id, { onStep }) {
    for (const step of ['launched', 'initiated'] as const) {
      if (after === 'nothing') break
      await onStep(step)
      if (step === after) break
    }
    throw error
  },
})
const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
const broken = new EngineError('unavailable', 'It broke.')

test.each<[string, Partial<EngineReplicas>, string]>([
  ['launch', failing('nothing', broken), 'Failed to launch replica: It broke'],
  ['initiate', failing('launched', broken), 'Failed to initiate replica: It broke'],
  ['download', failing('initiated', full), 'Failed to download backup: the disk is full'],
  ['replay', { hasCaughtUp: () => Promise.reject(broken) }, 'Failed to replay WAL archives: It broke'],
  ['complete', { followings: () => Promise.reject(broken) }, 'Failed to set up replica: It broke'],
])(
  '%s',
  async (_part, registry, sentence) => {
    const replicas = replicasWith(registry)
    const { id, done } = await replicas.begin('default', 'eu-west-1', [])
    await done
    expect(replicas.removed).toEqual([id])
    const shown = await replicas.show(id)
    expect(shown.status).toBe('INIT_READ_REPLICA_FAILED')
    expect(shown.status_reason).toContain(sentence)
    const statuses = await running.client.call(listDatabaseStatuses, { params })
    expect(statuses.find(({ identifier }) => identifier === id)?.replicaInitializationStatus).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(sentence),
    })
    await replicas.remove('default', id, [])
    await replicas.settled()
    expect((await running.client.call(listReplicas, { params })).replicas).toEqual([])
  },
  30_000,
)

test('without room on the disk nothing is copied', async () => {
  const replicas = replicasWith({}, 1000)
  const { id, done } = await replicas.begin('default', 'eu-west-1', [])
  await done
  expect((await replicas.show(id)).status_reason).toMatch(
    /^Failed to launch replica: the copy needs .+ left$/,
  )
  await replicas.remove('default', id, [])
  await replicas.settled()
})

test('one that is removed while it is made stops, and is gone', async () => {
  let isStopped = false
  const replicas = replicasWith({
    makeReplica: (_id, { signal }) =>
      new Promise((_, reject) => {
        const stop = () => {
          isStopped = true
          reject(new Error('stopped'))
        }
        // The step is told before the engine begins, so the end may come before it too.
        if (signal.aborted) stop()
        else signal.addEventListener('abort', stop)
      }),
  })
  const { id } = await replicas.begin('default', 'eu-west-1', [])
  await expect.poll(async () => (await replicas.show(id)).step).toBe('Started')
  await replicas.remove('default', id, [])
  await replicas.settled()
  expect(isStopped).toBe(true)
  expect((await running.client.call(listReplicas, { params })).replicas).toEqual([])
})
