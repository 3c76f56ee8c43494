/** A replica follows its primary, and takes its place. */
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../engine.js'
import { newReplicaId } from '../../replica-id.js'
import { temporaryDirectory, type TemporaryDirectory } from '../../testing/temporary-directory.js'
import { testCluster } from '../../testing/test-cluster.js'
import type { ClusterEngine } from '../cluster-engine.js'

let directory: TemporaryDirectory
let engine: ClusterEngine
const id = newReplicaId('shop', 'ap-southeast-1')
const signal = new AbortController().signal
const making = { primary: 'shop', signal, onStep: async () => {}, onBytes() {} }

beforeAll(async () => {
  directory = await temporaryDirectory()
  engine = await testCluster(directory.path)
}, 60_000)
afterAll(async () => {
  await engine.close()
  await directory.remove()
})

const ask = async (database: Database, query: string, more: object = {}) =>
  (await database.run({ runId: randomUUID(), query, ...more })).results.at(-1)?.rows
const count = async (one: string) =>
  Number((await ask(await engine.open(one), 'select count(*) from t'))?.[0]?.[0])

test('it has what its primary has, and refuses to be written', async () => {
  await ask(
    await engine.open('shop'),
    'create table t (a int); insert into t select generate_series(1, 1000)',
  )
  const steps: string[] = []
  let bytes = [0, 0]
  await engine.makeReplica(id, {
    ...making,
    onStep: async (step) => void steps.push(step),
    onBytes: (...both) => void (bytes = both),
  })
  expect(steps).toEqual(['launched', 'initiated', 'downloaded'])
  expect(bytes[0]).toBeGreaterThan(1_000_000)
  await expect.poll(() => count(id)).toBe(1000)
  await ask(await engine.open('shop'), 'insert into t values (1)')
  await expect.poll(() => count(id)).toBe(1001)
  const replica = await engine.open(id)
  await expect(ask(replica, 'insert into t values (2)')).rejects.toMatchObject({ report: { code: '25006' } })
  expect(await ask(replica, 'select count(*) from t', { readOnly: true })).toEqual([['1001']])
  expect(await ask(replica, 'select count(*) from t', { as: 'reader' })).toEqual([['1001']])
  const following = (await engine.followings('shop')).get(id)
  expect(following).toMatchObject({ isStreaming: true, isLost: false })
}, 60_000)

test('it is closed with its primary, and opened with it', async () => {
  await engine.stop('shop')
  expect(await engine.states()).toEqual([])
  await engine.open('shop')
  await expect.poll(async () => (await engine.states()).length).toBe(2)
  await ask(await engine.open('shop'), 'insert into t values (3)')
  await expect.poll(() => count(id)).toBe(1002)
}, 60_000)

test('it takes the place of its primary, whose other replicas follow it', async () => {
  const other = newReplicaId('shop', 'eu-west-1')
  await engine.makeReplica(other, making)
  const { address } = await engine.open('shop')
  await ask(await engine.open('shop'), 'insert into t values (4)')
  await engine.promote(id, 'shop', { aside: join(directory.path, 'former', 'shop'), force: false })
  await engine.removeReplica(id, 'shop')
  const primary = await engine.open('shop')
  expect(primary.address).toEqual(address)
  expect(await count('shop')).toBe(1003)
  await ask(primary, 'insert into t values (5)')
  await expect.poll(() => count(other), { timeout: 20_000 }).toBe(1004)
  expect(await readdir(join(directory.path, 'former'))).toEqual(['shop'])
  expect(await ask(primary, `select slot_name from pg_replication_slots`)).toEqual([
    [other.replaceAll('-', '_')],
  ])
}, 60_000)
