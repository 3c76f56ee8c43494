/** Keys of a project in two processes: what one makes the other accepts, and what one ends the other refuses at the next call. */
import {
  createApiKey,
  createProject,
  createSigningKey,
  deleteApiKey,
  getProject,
  importSigningKey,
  listApiKeys,
  listSigningKeys,
  revokeSigningKey,
  rotateApiKey,
  rotateSigningKeys,
  setUp,
} from '@basedeck/platform-client'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { textSecret } from '../src/keys/signing-key.js'
import { signToken } from '../src/keys/token.js'
import { startS3Server, type S3Server } from './s3-server.js'
import { PASSWORD } from './test-api.js'
import { startTwoProcesses, type TwoProcesses, type Visitor } from './two-processes.js'

vi.setConfig({ testTimeout: 90_000 })
let server: S3Server
let two: TwoProcesses
let owner: Visitor
let ref: string
beforeAll(async () => {
  server = await startS3Server()
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server.location
  const url = new URL(`${endpoint}/${bucket}?region=eu-central-1`)
  url.username = accessKeyId
  url.password = encodeURIComponent(secretAccessKey)
  two = await startTwoProcesses({ BASEDECK_STORAGE_URL: url.href })
  owner = two.visitor()
  const setup_code = /set-up\?code=(\S+)/.exec(two.processes[0].output())?.[1] ?? ''
  const person = { email: 'owner@example.com', password: PASSWORD, first_name: 'Olive' }
  await owner.at(0).call(setUp, { body: { setup_code, ...person, organization_name: 'Two' } })
  const body = { name: 'Added', organization_slug: 'two', database_url: two.databaseUrl }
  ref = (await owner.at(1).call(createProject, { body })).ref
  await vi.waitFor(
    async () => {
      const { status } = await owner.client.call(getProject, { params: { ref } })
      if (status !== 'ACTIVE_HEALTHY') throw new Error(status)
    },
    { timeout: 20_000 },
  )
})
afterAll(async () => {
  await two?.stop()
  await server.stop()
})

const apiOf = (which: 0 | 1) =>
  /project API +(http:\/\/127\.0\.0\.1:\d+)/.exec(two.processes[which].output())?.[1] ?? ''
/** The statuses that both give a key. */
const statusesOf = (apikey: string | null) =>
  Promise.all(
    ([0, 1] as const).map(async (which) => {
      const headers = { apikey: apikey ?? '' }
      return (await fetch(`${apiOf(which)}/${ref}/storage/v1/bucket`, { headers })).status
    }),
  )
const kidsAt = async (which: 0 | 1) => {
  const answer = await fetch(`${apiOf(which)}/${ref}/auth/v1/.well-known/jwks.json`)
  const { keys } = (await answer.json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid).toSorted()
}

test('a secret key is good at both at once, and at neither when it was deleted or its time is over', async () => {
  const params = { ref }
  const made = await owner.at(0).call(createApiKey, { params, body: { name: 'one', type: 'secret' } })
  for (let count = 0; count < 5; count++) expect(await statusesOf(made.api_key)).toEqual([200, 200])
  const next = await owner
    .at(1)
    .call(rotateApiKey, { params: { ref, id: made.id }, body: { grace_seconds: 0 } })
  expect(await statusesOf(made.api_key)).toEqual([401, 401])
  expect(await statusesOf(next.api_key)).toEqual([200, 200])
  await owner.at(0).call(deleteApiKey, { params: { ref, id: next.id } })
  expect(await statusesOf(next.api_key)).toEqual([401, 401])
})

test('in a database by URL a token takes the roles that were granted to the login of the services, and no other', async () => {
  const params = { ref }
  const key = 'the secret that an older sign-in service had'
  const { id } = await owner.at(0).call(importSigningKey, { params, body: { algorithm: 'HS256', key } })
  const tokenOf = (role: string) => signToken({ role, sub: 'ada' }, undefined, textSecret(key))
  const client = new pg.Client({ connectionString: two.databaseUrl })
  await client.connect()
  const sql = (query: string) => client.query(query)
  try {
    expect(await statusesOf(tokenOf('authenticated'))).toEqual([200, 200])
    const { rows } = await sql('select current_user as owner')
    // The owner of the database may take this role, and a token may not.
    await sql('create role editor nologin')
    for (const role of ['editor', 'authenticator', 'pg_monitor', String(rows[0].owner)])
      expect([role, await statusesOf(tokenOf(role))]).toEqual([role, [401, 401]])
    await sql(`do $$ begin
      if to_regrole('authenticator') is null then create role authenticator nologin noinherit; end if;
    end $$`)
    await sql('grant editor to authenticator')
    // It is taken; what it may see is another question.
    expect(await statusesOf(tokenOf('editor'))).not.toContain(401)
  } finally {
    await client.end()
    await owner.at(1).call(revokeSigningKey, { params: { ref, id } })
  }
  expect(await statusesOf(tokenOf('authenticated'))).toEqual([401, 401])
})

test('signing keys are published by both at once; the legacy pair ends at both with its secret', async () => {
  const params = { ref }
  const first = await kidsAt(0)
  const { id } = await owner.at(1).call(createSigningKey, { params, body: {} })
  expect([await kidsAt(0), await kidsAt(1)]).toEqual(Array(2).fill([...first, id].toSorted()))
  // Of two that rotate at once one does.
  const turns = await Promise.allSettled(
    ([0, 1] as const).map((which) => owner.at(which).call(rotateSigningKeys, { params })),
  )
  expect(turns.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const listed = await owner.at(0).call(listSigningKeys, { params })
  expect(listed.filter(({ state }) => state === 'current').map((key) => key.id)).toEqual([id])
  const all = await owner.at(0).call(listApiKeys, { params, query: { reveal: true } })
  const service = all.find(({ name }) => name === 'service_role')?.api_key ?? null
  expect([await statusesOf(service), await statusesOf(service)]).toEqual([
    [200, 200],
    [200, 200],
  ])
  const legacy = listed.find(({ origin }) => origin === 'legacy')
  await owner.at(1).call(revokeSigningKey, { params: { ref, id: legacy?.id ?? '' } })
  expect(await statusesOf(service)).toEqual([401, 401])
})
