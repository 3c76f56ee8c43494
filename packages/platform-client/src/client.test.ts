import { expect, test } from 'vitest'
import { createClient } from './client.js'
import { cancelQuery, getProject, queryTyped } from './contract/index.js'
import { createFakePlatform } from './testing/fake-platform.js'

function setUp(accessToken?: string) {
  const fake = createFakePlatform()
  const client = createClient({
    baseUrl: 'http://fake',
    fetch: fake.fetch,
    ...(accessToken ? { accessToken } : {}),
  })
  return { fake, client }
}

test('every call carries a fresh request id and asks for JSON', async () => {
  const { fake, client } = setUp()
  await client.call(getProject, { params: { ref: 'default' } })
  await client.call(getProject, { params: { ref: 'default' } })
  const [first, second] = fake.requests
  expect(first?.headers['accept']).toBe('application/json')
  expect(first?.headers['x-request-id']).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  )
  expect(second?.headers['x-request-id']).not.toBe(first?.headers['x-request-id'])
})

test('a script signs in by its access token', async () => {
  const { fake, client } = setUp('token-1')
  await client.call(getProject, { params: { ref: 'default' } })
  expect(fake.requests[0]?.headers['authorization']).toBe('Bearer token-1')
})

test('the typed form is asked for by its version', async () => {
  const { fake, client } = setUp()
  await client.call(queryTyped, { params: { ref: 'default' }, body: { query: 'select 1', runId: 'a' } })
  expect(fake.requests[0]).toMatchObject({
    method: 'POST',
    path: '/platform/pg-meta/default/query',
    headers: { version: '2' },
  })
})

test('a parameter is encoded into its segment and can’t leave it', async () => {
  const { fake, client } = setUp()
  await client.call(getProject, { params: { ref: '../healthz?x=#' } }).catch(() => undefined)
  expect(fake.requests[0]?.path).toBe('/platform/projects/..%2Fhealthz%3Fx%3D%23')
})

test('a missing argument is refused before anything is sent', async () => {
  const { fake, client } = setUp()
  await expect(client.call(cancelQuery, { params: { ref: '', runId: 'a' } })).rejects.toMatchObject({
    kind: 'invalid',
    message: 'Project ref is required',
  })
  await expect(client.call(cancelQuery, { params: { ref: 'default', runId: '' } })).rejects.toMatchObject({
    message: 'runId is required',
  })
  expect(fake.requests).toEqual([])
})

test('no answer is a network error, once, without a second try', async () => {
  const { fake, client } = setUp()
  fake.offline = true
  await expect(client.call(getProject, { params: { ref: 'default' } })).rejects.toMatchObject({
    kind: 'network',
  })
  expect(fake.requests).toHaveLength(1)
})

test('an answer that is not JSON is an error with its status', async () => {
  const client = createClient({
    baseUrl: 'http://fake',
    fetch: (async () => new Response('<h1>Bad Gateway</h1>', { status: 502 })) as never,
  })
  await expect(client.call(getProject, { params: { ref: 'default' } })).rejects.toMatchObject({
    kind: 'http',
    status: 502,
    message: 'The platform answered with status 502',
  })
})

test('a page where JSON should be is an error, not a datum', async () => {
  const client = createClient({
    baseUrl: 'http://fake',
    fetch: (async () => new Response('<h1>Sign in to Wi-Fi</h1>')) as never,
  })
  await expect(client.call(getProject, { params: { ref: 'default' } })).rejects.toMatchObject({
    kind: 'http',
    status: 200,
  })
})

test('Retry-After is passed on', async () => {
  const body = JSON.stringify({ message: 'Slow down', code: 'rate_limited', requestId: 'r' })
  const client = createClient({
    baseUrl: 'http://fake',
    fetch: (async () => new Response(body, { status: 429, headers: { 'retry-after': '7' } })) as never,
  })
  await expect(client.call(getProject, { params: { ref: 'default' } })).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 7,
  })
})
