/** Keys of a project's API in the control plane: what is stored of them, when they end, and that they were used. */
import { createApiKey, deleteApiKey, listApiKeys, rotateApiKey, type Client } from '@basedeck/platform-client'
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tidyOnce } from '../src/control/keep-tidy.js'
import { createKeyUse } from '../src/services/key-use.js'
import { actorOf } from '../src/objects/storage-key.js'
import { newProjectStatements } from '../src/project-life/new-project.js'
import { createSecretBox } from '../src/secrets/secret-box.js'
import { testApi, type TestApi } from './test-api.js'

const box = createSecretBox(createSecretKey(randomBytes(32)))
const params = { ref: 'shop' }
let api: TestApi
let owner: Client
beforeAll(async () => {
  api = await testApi({ box })
  owner = await api.owner()
  const [found] = await api.control.select<{ id: number }>('select id from control.organizations')
  const database = { host: 'x', port: 1, name: 'x', user: 'x' }
  const project = {
    ref: 'shop',
    name: 'Shop',
    organizationId: found?.id ?? 0,
    region: 'local',
    engine: 'pglite',
    installationId: null,
    database,
  } as const
  await api.control.write(await newProjectStatements(project, {}, { box, now: api.now() }))
})
afterAll(() => api.remove())

const make = (name: string, type: 'publishable' | 'secret' = 'secret') =>
  owner.call(createApiKey, { params, body: { name, type } })

async function roleOf(apiKey: string | null): Promise<string> {
  const { host } = api.storage
  const project = await host.project('shop')
  if (!project) throw new Error('There is no such project.')
  return actorOf(host, project, { apiKey: apiKey ?? undefined, bearer: undefined }).then(
    ({ role }) => role,
    ({ code }: { code: string }) => code,
  )
}

test('nothing that is stored of a secret key gives it back', async () => {
  const { api_key, id } = await make('hashed')
  const rows = await api.control.select<{ value: string | null }>(
    `select value from control.api_keys where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ value: null }])
  const all = await owner.call(listApiKeys, { params, query: { reveal: true } })
  expect(all.find((key) => key.id === id)).toMatchObject({ api_key: null })
  expect(await roleOf(api_key)).toBe('service_role')
  await expect(
    api.control.write([{ sql: `update control.api_keys set value = 'x' where id = $1`, parameters: [id] }]),
  ).rejects.toThrow('api_keys_secret_is_hashed')
})

test('a deleted key is refused at the next call', async () => {
  const { api_key, id } = await make('gone')
  expect(await roleOf(api_key)).toBe('service_role')
  await owner.call(deleteApiKey, { params: { ref: 'shop', id } })
  expect(await roleOf(api_key)).toBe('invalid_key')
})

test('a rotated key works until its time is over, and its row goes then', async () => {
  const old = await make('turned')
  const body = { grace_seconds: 3600 }
  const made = await owner.call(rotateApiKey, { params: { ref: 'shop', id: old.id }, body })
  expect([await roleOf(old.api_key), await roleOf(made.api_key)]).toEqual(['service_role', 'service_role'])
  const at = await make('at once')
  await owner.call(rotateApiKey, { params: { ref: 'shop', id: at.id }, body: { grace_seconds: 0 } })
  expect(await roleOf(at.api_key)).toBe('invalid_key')
  const listed = await owner.call(listApiKeys, { params })
  expect(listed.some(({ id }) => id === at.id)).toBe(false)
  expect(listed.some(({ id }) => id === old.id)).toBe(true)
  await api.control.script(
    `update control.api_keys set ends_at = now() - interval '1 second' where id = '${old.id}'`,
  )
  expect(await roleOf(old.api_key)).toBe('invalid_key')
  expect(await tidyOnce(api.control, 1)).toBe(true)
  expect(await api.control.select('select 1 from control.api_keys where ends_at is not null')).toEqual([])
})

test('two rotations of one key at once make one new key', async () => {
  const { id } = await make('raced')
  const turn = () => owner.call(rotateApiKey, { params: { ref: 'shop', id }, body: {} })
  const outcomes = await Promise.allSettled([turn(), turn()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const named = (await owner.call(listApiKeys, { params })).filter(({ name }) => name === 'raced')
  expect(named.map(({ ends_at }) => ends_at === null)).toEqual([false, true])
})

test('the minute of the last use is written for many keys at once', async () => {
  const [one, two] = [await make('first', 'publishable'), await make('second')]
  let now = new Date('2030-01-01T10:20:30Z')
  const use = createKeyUse({ control: () => api.control, log: { warn: () => {} }, now: () => now })
  for (const { hash } of [one, two, one]) use.used(hash)
  await use.write()
  // A process whose clock is behind does not turn it back.
  now = new Date('2030-01-01T10:10:00Z')
  use.used(one.hash)
  await use.close()
  const keys = await owner.call(listApiKeys, { params })
  const usedAt = (wanted: string) => {
    const at = keys.find(({ id }) => id === wanted)?.last_used_at
    return at && new Date(at).toISOString()
  }
  expect([usedAt(one.id), usedAt(two.id)]).toEqual(['2030-01-01T10:20:00.000Z', '2030-01-01T10:20:00.000Z'])
})
