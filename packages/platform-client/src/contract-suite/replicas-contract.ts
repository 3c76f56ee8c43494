/** The contract of read replicas. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import { listDatabases, listDatabaseStatuses } from '../contract/databases.js'
import {
  deleteFormerPrimary,
  listReplicas,
  promoteReplica,
  removeReplica,
  REPLICA_STEPS,
  resyncReplica,
  restartReplica,
  setupReplica,
  testReplica,
  updateReplicaReads,
} from '../contract/replicas.js'
import { failureOf, refusal } from './refusal.js'

const params = { ref: 'default' }

/**
 * Registers the tests of read replicas.
 * @param connect gives a client of a running platform with the project `default`
 */
export function describeReplicasContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of read replicas`, () => {
    const list = async () => (await connect()).call(listReplicas, { params })

    test('there are none before somebody asks for one', async () => {
      expect(await list()).toMatchObject({
        replicas: [],
        former_primaries: [],
        reads: { enabled: false, max_lag_seconds: 5 },
      })
    })

    test('where none can be made, the reason is that of the engine', async () => {
      const client = await connect()
      const [primary] = await client.call(listDatabases, { params })
      const { replicas } = primary!.capabilities
      const { unavailable } = await list()
      expect(unavailable).toBe(replicas.available ? undefined : replicas.reason)
      if (unavailable === undefined) return
      const body = { read_replica_region: 'eu-west-1' }
      expect(await failureOf(client.call(setupReplica, { params, body }))).toMatchObject({
        status: 501,
        code: 'unsupported',
        message: unavailable,
      })
    })

    test('one is begun, listed beside its primary, and removed', async () => {
      const client = await connect()
      if ((await list()).unavailable !== undefined) return
      const body = { read_replica_region: 'eu-west-1' }
      const made = await client.call(setupReplica, { params, body })
      expect(made).toMatchObject({ region: 'eu-west-1', status: 'INIT_READ_REPLICA' })
      expect(made.identifier).toMatch(/^default-rr-eu-west-1-[0-9a-f]{6}$/)
      const find = async () =>
        (await list()).replicas.find(({ identifier }) => identifier === made.identifier)
      expect(REPLICA_STEPS).toContain((await find())?.step)
      const database = (await client.call(listDatabases, { params })).find(
        ({ identifier }) => identifier === made.identifier,
      )
      expect(database).toMatchObject({
        type: 'READ_REPLICA',
        region: 'eu-west-1',
        capabilities: { replicas: { available: false } },
      })
      expect(database?.connectionString).not.toBe('')
      const status = (await client.call(listDatabaseStatuses, { params })).find(
        ({ identifier }) => identifier === made.identifier,
      )
      expect(['in_progress', 'completed']).toContain(status?.replicaInitializationStatus?.status)
      const one = { params, body: { database_identifier: made.identifier } }
      const tested = await client.call(testReplica, one)
      expect(tested).toMatchObject(
        tested.is_reachable
          ? { version: expect.stringMatching(/^\d/) as string, took_ms: expect.any(Number) as number }
          : { reason: expect.any(String) as string },
      )
      expect(await client.call(removeReplica, one)).toMatchObject({ status: 'GOING_DOWN' })
      await expect.poll(find, { timeout: 60_000 }).toBeUndefined()
    }, 120_000)

    test('an unknown region, an unknown replica and a former primary that is not there are refused', async () => {
      const client = await connect()
      const region = { params, body: { read_replica_region: 'mars-north-1' } }
      if ((await list()).unavailable === undefined)
        expect(await refusal(client.call(setupReplica, region))).toEqual([400, 'invalid_body'])
      const unknown = { params, body: { database_identifier: 'default-rr-eu-west-1-ffffff' } }
      const primary = { params, body: { database_identifier: 'default' } }
      for (const call of [
        () => client.call(removeReplica, unknown),
        () => client.call(restartReplica, unknown),
        () => client.call(testReplica, unknown),
        () => client.call(resyncReplica, unknown),
        () => client.call(promoteReplica, unknown),
        () => client.call(promoteReplica, primary),
        () => client.call(removeReplica, primary),
        () => client.call(deleteFormerPrimary, { params: { ...params, former: '20200101T000000000Z' } }),
      ])
        expect(await refusal(call())).toEqual([404, 'replica_not_found'])
    })

    test('which reads go to replicas is stored; what no lag can be is refused', async () => {
      const client = await connect()
      const change = (body: object) => client.call(updateReplicaReads, { params, body })
      expect(await change({ enabled: true, max_lag_seconds: 2 })).toEqual({
        enabled: true,
        max_lag_seconds: 2,
      })
      expect(await change({ enabled: false })).toEqual({ enabled: false, max_lag_seconds: 2 })
      expect(await refusal(change({ max_lag_seconds: -1 }))).toEqual([400, 'invalid_body'])
      await change({ max_lag_seconds: 5 })
    })
  })
}
