/** How much a project's files take, in its samples, the usage of its organization and the platform's metrics. */
import { expect, test } from 'vitest'
import { insertSample } from '../src/control/samples.js'
import { DEFAULT_PLANS } from '../src/control/plans.js'
import { readUsage, recordSize } from '../src/control/usage.js'
import { createPlatformMetrics } from '../src/metrics/platform-metrics.js'
import { SERVICE } from '../src/objects/storage-actor.js'
import { storageSize } from '../src/services/storage-size.js'
import { putObject } from './put-object.js'
import { runApp } from './running-app.js'

test('the files of a project are summed by one query, and known where usage and metrics ask', async () => {
  const { control, life, registry, storage, organizationId, stop } = await runApp('cluster')
  expect(await storageSize(life, 'default')).toBe(0)
  const bucket = { id: 'b', public: false, file_size_limit: null, allowed_mime_types: null }
  await storage.buckets.create('default', SERVICE, bucket)
  await putObject(storage, 'b', 'one', 'three')
  await putObject(storage, 'b', 'folder/two', 'seven..')
  const storage_bytes = await storageSize(life, 'default')
  expect(storage_bytes).toBe(12)
  const [earlier, now] = [new Date(Date.now() - 1000), new Date()]
  const sample = { size_bytes: 1, connections: 1 }
  await control.write([insertSample('default', { ...sample, at: earlier.toISOString(), storage_bytes: 20 })])
  await control.write([insertSample('default', { ...sample, at: now.toISOString(), storage_bytes })])
  await control.write([recordSize('default', 'STORAGE_SIZE', now, 20)])
  await control.write([recordSize('default', 'STORAGE_SIZE', now, storage_bytes ?? 0)])
  const terms = { plan: 'free', usageBilling: false, metrics: DEFAULT_PLANS.metrics } as const
  const { usages } = await readUsage(control, { organizationId, start: earlier, end: now }, terms)
  // The most of the time asked for.
  expect(usages.find(({ metric }) => metric === 'STORAGE_SIZE')).toMatchObject({
    usage: 20,
    project_allocations: [{ ref: 'default', usage: 20 }],
  })
  const sources = () => ({ control, registry })
  const metrics = createPlatformMetrics({ version: '0', sources, freeBytes: async () => 1 })
  expect(await metrics.text()).toContain('\nbasedeck_storage_bytes{project="default"} 12\n')
  await stop()
})

test('a database without file storage has no size', async () => {
  const life = { database: () => Promise.reject(new Error('away')) }
  expect(await storageSize(life, 'default')).toBeNull()
})
