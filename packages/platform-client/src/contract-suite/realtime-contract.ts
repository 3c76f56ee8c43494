/** The contract of how a project's realtime is set up, and of the tokens of its inspector. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  createRealtimeInspectorToken,
  getRealtimeSettings,
  REALTIME_DEFAULTS,
  updateRealtimeSettings,
} from '../contract/realtime.js'
import { failureOf, refusal } from './refusal.js'

const params = { ref: 'default' }

/**
 * Registers the tests of the settings of realtime.
 * @param connect gives a client of a running platform whose project `default` was just made
 */
export function describeRealtimeContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of realtime’s settings`, () => {
    const read = async () => (await connect()).call(getRealtimeSettings, { params })
    const change = async (body: object) => (await connect()).call(updateRealtimeSettings, { params, body })

    test('a new project has it on, with the defaults', async () => {
      expect(await read()).toEqual({ ...REALTIME_DEFAULTS, version: expect.any(String) })
    })

    test('what is changed is stored, and the rest stays', async () => {
      const { version } = await read()
      const changed = await change({
        private_only: true,
        limits: { channels_per_client: 5 },
        expected_version: version,
      })
      expect(changed.version).not.toBe(version)
      expect(await change({ enabled: false, limits: { payload_kb: 7 } })).toMatchObject({
        enabled: false,
        private_only: true,
        limits: { ...REALTIME_DEFAULTS.limits, channels_per_client: 5, payload_kb: 7 },
      })
      const failure = await failureOf(change({ enabled: true, expected_version: version }))
      expect(failure).toMatchObject({ status: 409, code: 'stale' })
      expect(failure.body).toMatchObject({ stored: { enabled: false } })
      expect(await change({ ...REALTIME_DEFAULTS })).toMatchObject(REALTIME_DEFAULTS)
    })

    test.each<[string, object]>([
      ['a connection that is none', { limits: { connections: 0 } }],
      ['half a join', { limits: { joins_per_second: 0.5 } }],
      ['a message larger than a frame', { limits: { payload_kb: 5001 } }],
      ['a switch as a text', { enabled: 'yes' }],
    ])('%s is refused, and changes nothing', async (_, body) => {
      const before = await read()
      expect(await refusal(change(body))).toEqual([400, 'invalid_body'])
      expect(await read()).toEqual(before)
    })

    test.each(['anon', 'authenticated', 'service_role'] as const)(
      'the inspector is given a token of the role %s, with where it connects',
      async (role) => {
        const made = await (await connect()).call(createRealtimeInspectorToken, { params, body: { role } })
        expect(made).toEqual({
          key: expect.any(String),
          access_token: expect.any(String),
          expires_at: expect.stringMatching(/Z$/),
          endpoint: expect.stringMatching(/\/default\/realtime\/v1$/),
        })
      },
    )

    test('only the role authenticated has a user, and a user is a UUID', async () => {
      const client = await connect()
      const user_id = '00000000-0000-4000-8000-000000000001'
      const bodies = [
        { role: 'anon' as const, user_id },
        { role: 'authenticated' as const, user_id: 'ada' },
      ]
      for (const body of bodies)
        expect(await refusal(client.call(createRealtimeInspectorToken, { params, body }))).toEqual([
          400,
          'invalid_body',
        ])
    })

    test('an unknown project is not found', async () => {
      const client = await connect()
      const nobody = { params: { ref: 'nobody' } }
      const calls = [
        () => client.call(getRealtimeSettings, nobody),
        () => client.call(updateRealtimeSettings, { ...nobody, body: { enabled: true } }),
        () => client.call(createRealtimeInspectorToken, { ...nobody, body: { role: 'anon' } }),
      ]
      for (const call of calls) expect(await refusal(call())).toEqual([404, 'project_not_found'])
    })
  })
}
