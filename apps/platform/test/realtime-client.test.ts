/** Existing clients of realtime work: those of realtime-js, in both serialisations. */
import { RealtimeClient, type RealtimeChannel } from '@supabase/realtime-js'
import { SignJWT } from 'jose'
import { WebSocket } from 'ws'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { updateRealtimeSettings, REALTIME_DEFAULTS } from '@basedeck/platform-client'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

let running: RunningApp
let served: ServedStorage
const clients: RealtimeClient[] = []

beforeAll(async () => {
  running = await runApp('pglite')
  served = await serveStorage(running)
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.disconnect()
})
afterAll(async () => {
  await served.stop()
  await running.stop()
})

const params = { ref: 'default' }
const change = async (body: object) => {
  await running.client.call(updateRealtimeSettings, { params, body })
  served.realtime.projectChanged('default')
}

function clientOf(vsn = '2.0.0', key = served.anon): RealtimeClient {
  const client = new RealtimeClient(`${served.address.replace('http', 'ws')}/realtime/v1`, {
    transport: WebSocket as never,
    params: { apikey: key },
    vsn,
  })
  clients.push(client)
  return client
}

function joined(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(status)
      else if (status !== 'CLOSED') reject(error ?? new Error(status))
    })
  })
}
const refusalOf = (channel: RealtimeChannel) => joined(channel).then(String, (error: Error) => error.message)

function heard(channel: RealtimeChannel, event = '*'): Promise<{ event: string; payload?: unknown }> {
  return new Promise((resolve) => {
    channel.on('broadcast', { event }, (message) => resolve(message))
  })
}
const tokenOf = async (claims: Record<string, unknown>) => {
  const project = await running.storage.host.project('default')
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(firstSecretOf(project?.keys)))
}

describe.each(['1.0.0', '2.0.0'])('serialisation %s', (vsn) => {
  test('what one client sends the others of the channel hear, and itself when it asked to', async () => {
    const own = clientOf(vsn).channel('room', { config: { broadcast: { self: true, ack: true } } })
    const other = clientOf('2.0.0').channel('room')
    const older = clientOf('1.0.0').channel('room')
    const hearing = [own, other, older].map((channel) => heard(channel, 'greeting'))
    for (const channel of [own, other, older]) await joined(channel)
    const payload = { text: 'héllo', big: '9007199254740993', list: [1, null] }
    expect(await own.send({ type: 'broadcast', event: 'greeting', payload })).toBe('ok')
    for (const message of await Promise.all(hearing))
      expect(message).toMatchObject({ event: 'greeting', payload })
  })

  test('who is there is known, also to one who comes later, until a connection is lost', async () => {
    const first = clientOf(vsn)
    const one = first.channel('people', { config: { presence: { key: 'ada' } } })
    const two = clientOf(vsn).channel('people', { config: { presence: { key: 'bob' } } })
    const came = new Promise((resolve) =>
      one.on('presence', { event: 'join' }, ({ key }) => key === 'bob' && resolve(key)),
    )
    await joined(one)
    expect(await one.track({ at: 'home' })).toBe('ok')
    const synced = new Promise((resolve) =>
      two.on('presence', { event: 'sync' }, () => 'ada' in two.presenceState() && resolve(undefined)),
    )
    const left = new Promise((resolve) => two.on('presence', { event: 'leave' }, ({ key }) => resolve(key)))
    await joined(two)
    await synced
    expect(two.presenceState()).toMatchObject({ ada: [{ at: 'home' }] })
    await two.track({ at: 'work' })
    expect(await came).toBe('bob')
    await first.disconnect()
    expect(await left).toBe('ada')
    expect(Object.keys(two.presenceState())).toEqual(['bob'])
  })
})

test('a message by HTTP reaches the channel, as bytes too', async () => {
  const channel = clientOf().channel('news')
  const hearing = heard(channel, 'json')
  const bytes = heard(channel, 'bytes')
  await joined(channel)
  const post = (path: string, body: string | Buffer, type = 'application/json') =>
    fetch(`${served.address}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: { apikey: served.anon, 'content-type': type },
      body: body as string,
    })
  const message = { topic: 'news', event: 'json', payload: { a: 1 } }
  expect((await post('', JSON.stringify({ messages: [message] }))).status).toBe(202)
  expect(await hearing).toMatchObject({ payload: { a: 1 } })
  expect((await post('/news/events/bytes', Buffer.from([1, 2]), 'application/octet-stream')).status).toBe(202)
  expect([...new Uint8Array((await bytes).payload as ArrayBuffer)]).toEqual([1, 2])
  const wrong = await post('', JSON.stringify({ messages: [{ topic: 'news', payload: {} }] }))
  expect([wrong.status, await wrong.json()]).toEqual([422, { errors: { 0: { event: ["can't be blank"] } } }])
  expect((await post('/news/events/x', 'a', 'text/plain')).status).toBe(415)
  const nobody = await fetch(`${served.address}/realtime/v1/api/broadcast`, { method: 'POST' })
  expect([nobody.status, await nobody.json()]).toEqual([
    401,
    expect.objectContaining({ error: expect.any(String) }),
  ])
})

test('a channel that is left hears nothing more, and can be joined again', async () => {
  const client = clientOf()
  const channel = client.channel('again')
  await joined(channel)
  expect(await client.removeChannel(channel)).toBe('ok')
  const second = client.channel('again')
  const hearing = heard(second)
  await joined(second)
  const sender = clientOf().channel('again')
  await joined(sender)
  await sender.send({ type: 'broadcast', event: 'x', payload: {} })
  expect(await hearing).toMatchObject({ event: 'x' })
})

test('a token that is no token of the project is refused with the reason, and one that ended too', async () => {
  const reasons = []
  const ended = await tokenOf({ role: 'authenticated', sub: 'ada', exp: 1000 })
  for (const token of ['nonsense', `${served.anon.slice(0, -4)}AAAA`, ended]) {
    const client = clientOf()
    // The client itself would not send a token that ended.
    client.accessTokenValue = token
    const channel = client.channel('x')
    reasons.push(await refusalOf(channel))
  }
  expect(reasons).toEqual([
    expect.stringContaining('MalformedJWT'),
    expect.stringContaining('JwtSignatureError'),
    expect.stringContaining('InvalidJWTToken'),
  ])
})

test('a project without public channels refuses them, one that is off refuses connections, and open ones follow', async () => {
  const open = clientOf().channel('open')
  await joined(open)
  const closing = new Promise((resolve) => open.on('system', {}, ({ message }) => resolve(message)))
  await change({ private_only: true })
  expect(await closing).toContain('only allows private channels')
  expect(await refusalOf(clientOf().channel('open'))).toContain('PrivateOnly')
  await change({ private_only: false, enabled: false })
  const answer = await fetch(`${served.address}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: served.anon },
  })
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'realtime_off'])
  await change({ ...REALTIME_DEFAULTS })
})

test('limits refuse the channel that is too many, and end the one that sends too much', async () => {
  await change({ limits: { channels_per_client: 1, messages_per_second: 2 } })
  const client = clientOf()
  const first = client.channel('one')
  await joined(first)
  expect(await refusalOf(client.channel('two'))).toContain('ChannelRateLimitReached')
  const told = new Promise((resolve) => first.on('system', {}, ({ message }) => resolve(message)))
  for (let sent = 0; sent < 20; sent++) await first.send({ type: 'broadcast', event: 'x', payload: {} })
  expect(await told).toBe('Too many messages per second')
  await change({ ...REALTIME_DEFAULTS })
})
