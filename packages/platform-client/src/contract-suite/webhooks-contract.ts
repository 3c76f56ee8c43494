/** What a platform promises of the webhooks of a project. It makes them, and changes no row. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  revealWebhookSecret,
  sendWebhookAgain,
  updateWebhook,
  WEBHOOK_TIMEOUT_MAX_MS,
  WEBHOOK_TIMEOUT_MS,
} from '../contract/index.js'
import { refusal } from './refusal.js'

const project = { ref: 'default' }
const NOBODY = '00000000-0000-4000-8000-000000000000'
const given = {
  name: 'New users',
  schema: 'auth',
  table: 'users',
  events: ['INSERT', 'DELETE'] as ('INSERT' | 'UPDATE' | 'DELETE')[],
  target: { type: 'http' as const, url: 'https://hooks.example.com/users' },
}

/**
 * Registers the tests of webhooks.
 * @param connect gives a client of a running platform with a project `default`
 */
export function describeWebhooksContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of webhooks`, () => {
    const make = async (changes: Partial<Parameters<typeof createBody>[0]> = {}) =>
      (await connect()).call(createWebhook, { params: project, body: createBody(changes) })
    const remove = async (id: string) => (await connect()).call(deleteWebhook, { params: { ...project, id } })

    test('a webhook is made, listed, changed and deleted; values of headers and the secret are not shown', async () => {
      const client = await connect()
      const made = await make({ headers: [{ name: 'X-Api-Key', value: 'hush hush' }] })
      const params = { ...project, id: made.id }
      expect(made).toMatchObject({
        ...given,
        headers: ['X-Api-Key'],
        timeout_ms: WEBHOOK_TIMEOUT_MS,
        enabled: true,
        problem: null,
      })
      const listed = await client.call(listWebhooks, { params: project })
      expect(listed).toEqual([made])
      const { secret } = await client.call(revealWebhookSecret, { params })
      expect(secret).toMatch(/^whsec_/)
      expect(JSON.stringify(listed)).not.toContain('hush')
      expect(JSON.stringify(listed)).not.toContain(secret)
      const changed = await client.call(updateWebhook, {
        params,
        body: {
          name: 'Users',
          events: ['UPDATE'],
          target: { type: 'function', slug: 'hello' },
          headers: [{ name: 'X-Api-Key' }, { name: 'X-Other', value: 'y' }],
          timeout_ms: 2000,
          enabled: false,
        },
      })
      expect(changed).toMatchObject({
        name: 'Users',
        events: ['UPDATE'],
        target: { type: 'function', slug: 'hello' },
        headers: ['X-Api-Key', 'X-Other'],
        timeout_ms: 2000,
        enabled: false,
      })
      expect(await client.call(revealWebhookSecret, { params })).toEqual({ secret })
      expect(await client.call(listWebhookDeliveries, { params })).toEqual([])
      expect(await client.call(deleteWebhook, { params })).toEqual({ id: made.id })
      expect(await client.call(listWebhooks, { params: project })).toEqual([])
      for (const gone of [
        () => client.call(deleteWebhook, { params }),
        () => client.call(updateWebhook, { params, body: { enabled: true } }),
        () => client.call(revealWebhookSecret, { params }),
        () => client.call(listWebhookDeliveries, { params }),
        () => client.call(sendWebhookAgain, { params: { ...params, delivery: NOBODY } }),
      ])
        expect(await refusal(gone())).toEqual([404, 'webhook_not_found'])
    })

    test('a name exists once', async () => {
      const first = await make()
      const second = await make({ name: 'Other' })
      expect(await refusal(make())).toEqual([409, 'webhook_taken'])
      const params = { ...project, id: second.id }
      const renamed = (await connect()).call(updateWebhook, { params, body: { name: first.name } })
      expect(await refusal(renamed)).toEqual([409, 'webhook_taken'])
      await remove(first.id)
      await remove(second.id)
    })

    test('a table that is not there is a problem that is told', async () => {
      const made = await make({ schema: 'public', table: 'gone_table' })
      expect(made.problem).toContain('public.gone_table')
      await remove(made.id)
    })

    test('a header that is new needs a value', async () => {
      expect(await refusal(make({ headers: [{ name: 'X-New' }] }))).toEqual([400, 'webhook_header_empty'])
      expect(await (await connect()).call(listWebhooks, { params: project })).toEqual([])
    })

    test('a message that is not there is not sent again', async () => {
      const { id } = await make()
      const call = (await connect()).call(sendWebhookAgain, { params: { ...project, id, delivery: NOBODY } })
      expect(await refusal(call)).toEqual([404, 'webhook_not_found'])
      await remove(id)
    })

    test.each<[string, Record<string, unknown>]>([
      ['no event', { events: [] }],
      ['an event twice', { events: ['INSERT', 'INSERT'] }],
      ['an unknown event', { events: ['TRUNCATE'] }],
      ['no name', { name: ' ' }],
      ['a name of no table', { table: 'a\0b' }],
      ['a table without name', { table: '' }],
      ['a file as address', { target: { type: 'http', url: 'file:///etc/passwd' } }],
      ['an address with a password', { target: { type: 'http', url: 'https://a:b@example.com/' } }],
      ['a function that leaves its place', { target: { type: 'function', slug: '../x' } }],
      ['a header with a line break', { headers: [{ name: 'X-A', value: 'a\r\nX-B: b' }] }],
      ['a header of the signature', { headers: [{ name: 'Webhook-Signature', value: 'v1,x' }] }],
      [
        'a header twice',
        {
          headers: [
            { name: 'X-A', value: '1' },
            { name: 'x-a', value: '2' },
          ],
        },
      ],
      ['no time', { timeout_ms: 0 }],
      ['too much time', { timeout_ms: WEBHOOK_TIMEOUT_MAX_MS + 1 }],
    ])('%s is refused', async (_what, changes) => {
      expect(await refusal(make(changes))).toEqual([400, 'invalid_body'])
    })
  })
}

interface Changes {
  name?: string
  schema?: string
  table?: string
  headers?: { name: string; value?: string }[]
}

function createBody(changes: Changes) {
  return { ...given, ...changes }
}
