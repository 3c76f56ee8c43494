/** What a platform promises of the log drains of a project. Their receivers are not there. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  createLogDrain,
  deleteLogDrain,
  listLogDrains,
  LOG_DRAINS_MAX,
  testLogDrain,
  updateLogDrain,
} from '../contract/index.js'
import { refusal } from './refusal.js'

const project = { ref: 'default' }
const target = { type: 'https' as const, url: 'https://logs.example.com/in', gzip: true }
const store = {
  type: 's3' as const,
  endpoint: 'https://s3.example.com',
  bucket: 'logs',
  prefix: 'shop/x',
  region: 'eu-central-1',
  style: 'path' as const,
  access_key_id: 'AKIA',
}
const given = { name: 'Archive', target, enabled: false }

/**
 * Registers the tests of log drains.
 * @param connect gives a client of a running platform with a project `default`
 */
export function describeLogDrainsContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of log drains`, () => {
    const make = async (changes: object = {}) =>
      (await connect()).call(createLogDrain, { params: project, body: { ...given, ...changes } })
    const change = async (id: string, body: object) =>
      (await connect()).call(updateLogDrain, { params: { ...project, id }, body })
    const remove = async (id: string) =>
      (await connect()).call(deleteLogDrain, { params: { ...project, id } })
    const list = async () => (await connect()).call(listLogDrains, { params: project })

    test('a drain is made, listed, changed and deleted; secrets are not shown', async () => {
      const client = await connect()
      const made = await make({
        headers: [{ name: 'X-Api-Key', value: 'hush hush' }],
        sources: ['data', 'auth'],
      })
      const params = { ...project, id: made.id }
      expect(made).toMatchObject({ ...given, headers: ['X-Api-Key'], sources: ['data', 'auth'] })
      expect(made.progress).toEqual({
        sent: 0,
        behind: 0,
        oldest_at: null,
        lost: 0,
        refused: 0,
        last_sent_at: null,
        next_at: null,
        error: null,
      })
      expect(await list()).toEqual([made])
      const changed = await change(made.id, {
        name: 'Other',
        target: { type: 'loki', url: 'https://logs.example.com', gzip: false },
        headers: [{ name: 'X-Api-Key' }, { name: 'X-Scope-OrgID', value: 'tenant-7' }],
        sources: null,
      })
      expect(changed).toMatchObject({
        name: 'Other',
        target: { type: 'loki', url: 'https://logs.example.com', gzip: false },
        headers: ['X-Api-Key', 'X-Scope-OrgID'],
        sources: null,
        enabled: false,
      })
      expect(JSON.stringify(await list())).not.toMatch(/hush|tenant/)
      expect(await client.call(deleteLogDrain, { params })).toEqual({ id: made.id })
      expect(await list()).toEqual([])
      for (const gone of [
        () => remove(made.id),
        () => change(made.id, { enabled: true }),
        () => client.call(testLogDrain, { params }),
      ])
        expect(await refusal(gone())).toEqual([404, 'log_drain_not_found'])
    })

    test('a store is given with its secret key, which is kept', async () => {
      expect(await refusal(make({ target: store }))).toEqual([400, 'log_drain_secret_missing'])
      const made = await make({ target: store, secret_access_key: 'very-secret' })
      expect(made).toMatchObject({ target: store, headers: [] })
      expect(await change(made.id, { target: { ...store, prefix: '' } })).toMatchObject({
        target: { prefix: '' },
      })
      expect(JSON.stringify(await list())).not.toContain('very-secret')
      await remove(made.id)
    })

    test('secrets go to no other host than the one they were given for', async () => {
      const made = await make({ headers: [{ name: 'X-Api-Key', value: 'hush hush' }] })
      const moved = { ...target, url: 'https://other.example.com/in' }
      expect(await refusal(change(made.id, { target: moved }))).toEqual([400, 'log_drain_secret_missing'])
      const again = { target: moved, headers: [{ name: 'X-Api-Key', value: 'another' }] }
      expect(await change(made.id, again)).toMatchObject({ target: moved })
      expect(await refusal(change(made.id, { target: store }))).toEqual([400, 'log_drain_secret_missing'])
      await remove(made.id)
    })

    test('a name exists once, and there are not too many', async () => {
      const first = await make()
      expect(await refusal(make())).toEqual([409, 'log_drain_taken'])
      const others = []
      for (let count = 1; count < LOG_DRAINS_MAX; count++) others.push(await make({ name: `Drain ${count}` }))
      expect(await refusal(make({ name: 'One more' }))).toEqual([409, 'too_many_log_drains'])
      const [second] = others
      expect(await refusal(change(second?.id ?? '', { name: first.name }))).toEqual([409, 'log_drain_taken'])
      for (const { id } of [first, ...others]) await remove(id)
    })

    test.each<[string, object]>([
      ['no name', { name: ' ' }],
      ['an unknown type', { target: { ...target, type: 'ftp' } }],
      ['a file as address', { target: { ...target, url: 'file:///etc/passwd' } }],
      ['an address with a password', { target: { ...target, url: 'https://a:b@example.com/' } }],
      [
        'a store with a path',
        { target: { ...store, endpoint: 'https://s3.example.com/x' }, secret_access_key: 'x' },
      ],
      ['a bucket that leaves its place', { target: { ...store, bucket: '..' }, secret_access_key: 'x' }],
      ['a folder that leaves its place', { target: { ...store, prefix: 'a/../b' }, secret_access_key: 'x' }],
      ['a header with a line break', { headers: [{ name: 'X-A', value: 'a\r\nX-B: b' }] }],
      ['a header of the platform', { headers: [{ name: 'Content-Encoding', value: 'br' }] }],
      ['no source', { sources: [] }],
      ['an unknown source', { sources: ['everything'] }],
      ['a source twice', { sources: ['data', 'data'] }],
    ])('%s is refused', async (_what, changes) => {
      expect(await refusal(make(changes))).toEqual([400, 'invalid_body'])
    })
  })
}
