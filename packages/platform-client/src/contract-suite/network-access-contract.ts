/** The contract of who may connect to a project's databases. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import { listDatabases } from '../contract/databases.js'
import { getNetworkAccess, MOST_ALLOWED_CIDRS, updateNetworkAccess } from '../contract/network-access.js'
import type { ArgumentsOf } from '../contract/endpoint.js'
import { failureOf, refusal } from './refusal.js'

const params = { ref: 'default' }

/**
 * Registers the tests of who may connect. In the end all may, as before.
 * @param connect gives a client of a running platform with the project `default`
 */
export function describeNetworkAccessContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of network access`, () => {
    const read = async () => (await connect()).call(getNetworkAccess, { params })
    const capability = async () => {
      const [primary] = await (await connect()).call(listDatabases, { params })
      return primary!.capabilities.networkAccess
    }
    const change = async (body: ArgumentsOf<typeof updateNetworkAccess>['body']) =>
      (await connect()).call(updateNetworkAccess, { params, body })

    test('all may connect before somebody changes it', async () => {
      expect(await read()).toMatchObject({ allowed_cidrs: [], enforce_ssl: false })
    })

    test('networks are kept in their usual spelling, each once, in their order', async () => {
      if (!(await capability()).available) return
      const changed = await change({
        allowed_cidrs: ['10.1.2.3/8', '2001:DB8::1/32', '10.0.0.0/8', '192.0.2.7'],
      })
      expect(changed.allowed_cidrs).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7/32'])
      expect(await read()).toEqual(changed)
      expect((await change({ allowed_cidrs: [] })).allowed_cidrs).toEqual([])
    })

    test('a change of another version is refused with what is stored', async () => {
      if (!(await capability()).available) return
      const { updated_at: first } = await change({ allowed_cidrs: ['10.0.0.0/8'] })
      const second = await change({ allowed_cidrs: [], expected_updated_at: first })
      expect(second.updated_at > first).toBe(true)
      expect(
        await failureOf(change({ allowed_cidrs: ['0.0.0.0/0'], expected_updated_at: first })),
      ).toMatchObject({ status: 409, code: 'stale' })
      expect(await read()).toEqual(second)
    })

    test('what is no network is refused, and nothing changes', async () => {
      const before = await read()
      const lists = [
        ['everywhere'],
        ['10.0.0.0/8', '10.0.0.0/33'],
        ['10.0.0.0/8 trust'],
        ['10.0.0.0/8\nhost all all all trust'],
        Array.from({ length: MOST_ALLOWED_CIDRS + 1 }, () => '10.0.0.0/8'),
      ]
      for (const allowed_cidrs of lists) expect((await refusal(change({ allowed_cidrs })))[0]).toBe(400)
      expect(await read()).toEqual(before)
    })

    test('where the platform does not decide who connects, the reason is that of the engine', async () => {
      const able = await capability()
      if (able.available) return
      expect(await failureOf(change({ allowed_cidrs: ['10.0.0.0/8'] }))).toMatchObject({
        status: 501,
        code: 'unsupported',
        message: able.reason,
      })
    })
  })
}
