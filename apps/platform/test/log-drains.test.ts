/** Log drains: what is stored reaches each kind of receiver once, in order, whatever the receiver does. */
import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import {
  createBranch,
  createLogAlert,
  createLogDrain,
  createSchedule,
  createWebhook,
  deleteLogDrain,
  listLogDrains,
  testLogDrain,
  updateLogDrain,
  type LogDrain,
} from '@basedeck/platform-client/contract'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { logDrainRows } from '../src/control/log-drains.js'
import { runDrains } from '../src/log-drains/run-drains.js'
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import { createOutgoing } from '../src/outgoing/outgoing.js'
import { startLogReceiver, type LogReceiver } from './log-receiver.js'
import { LOOPBACK_ONLY } from './loopback-only.js'
import { runApp, type RunningApp } from './running-app.js'
import { startS3Server, type S3Server } from './s3-server.js'

const params = { ref: OWN_REF }
let receiver: LogReceiver
let app: RunningApp
let store: S3Server

beforeAll(async () => {
  receiver = await startLogReceiver()
  store = await startS3Server({ bucket: 'logs' })
  app = await runApp('pglite', { outgoing: LOOPBACK_ONLY })
}, 120_000)
afterAll(async () => {
  await app?.stop()
  await receiver.stop()
  await store.stop()
})
afterEach(async () => {
  receiver.disturb(undefined)
  for (const { id } of await list()) await app.client.call(deleteLogDrain, { params: { ...params, id } })
  receiver.received.length = 0
})

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 50 })
const list = () => app.client.call(listLogDrains, { params })
const make = (changes: object = {}) =>
  app.client.call(createLogDrain, {
    params,
    body: {
      name: 'drain',
      target: { type: 'https', url: `${receiver.url}/in`, gzip: false },
      sources: ['functions'],
      ...changes,
    },
  })

test('an address in a private network is refused before it is stored, unless it is allowed', async () => {
  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      ({ status, code, message }: { status: number; code: string; message: string }) => [
        status,
        code,
        message,
      ],
    )
  const closed = [400, 'address_refused', expect.stringContaining('--allow-outgoing-hosts') as string]
  const url = 'http://10.1.2.3/in'
  const store = {
    type: 's3',
    endpoint: 'http://[fd00::1]:9000',
    bucket: 'logs',
    prefix: '',
    region: 'us-east-1',
    style: 'path',
    access_key_id: 'key',
  }
  expect(await refusal(make({ target: { type: 'loki', url, gzip: true } }))).toEqual(closed)
  expect(await refusal(make({ target: store, secret_access_key: 'hush' }))).toEqual(closed)
  const { id } = await make()
  const change = app.client.call(updateLogDrain, {
    params: { ...params, id },
    body: { target: { type: 'https', url, gzip: false } },
  })
  expect(await refusal(change)).toEqual(closed)
  const alert = { name: 'a', query: 'level:error', minutes: 5, comparison: 'above', limit: 1, url } as const
  expect(await refusal(app.client.call(createLogAlert, { params, body: alert }))).toEqual(closed)
  const schedule = { name: 'a', expression: '0 3 * * *', task: { type: 'http', url } } as const
  expect(await refusal(app.client.call(createSchedule, { params, body: schedule }))).toEqual(closed)
  const target = { type: 'http', url } as const
  const webhook = { name: 'a', schema: 'public', table: 't', events: ['INSERT'], target } as const
  expect(
    await refusal(app.client.call(createWebhook, { params, body: { ...webhook, events: ['INSERT'] } })),
  ).toEqual(closed)
})

let now = 0
async function write(...messages: string[]) {
  for (const message of messages)
    app.lines.write({
      time: (now = Math.max(now + 1, Date.now())),
      project: OWN_REF,
      source: 'functions',
      level: 'info',
      message,
    })
  await app.lines.flush()
}
const messages = () => receiver.received.flatMap((one) => one.messages)
const lookUntil = (check: (drain: LogDrain | undefined) => void) =>
  until(async () => {
    await app.drains.look()
    check((await list())[0])
  })

describe.each([
  ['https', '/in', false],
  ['otlp', '', true],
  ['loki', '', true],
] as const)('%s', (type, path, gzip) => {
  test('lines of the chosen sources arrive once, in their order, with the headers', async () => {
    const target = { type, url: receiver.url + path, gzip }
    await write('before the drain')
    await make({ target, headers: [{ name: 'X-Scope-OrgID', value: 'tenant' }] })
    app.lines.write({
      time: Date.now(),
      project: OWN_REF,
      source: 'auth',
      level: 'info',
      message: 'another source',
    })
    app.lines.write({
      time: Date.now(),
      project: 'other',
      source: 'functions',
      level: 'info',
      message: 'another project',
    })
    await write('one', 'two \u{1f600} "quoted"', 'x'.repeat(5000))
    await lookUntil((drain) => expect(drain?.progress.sent).toBe(3))
    await write('four')
    await lookUntil((drain) =>
      expect(drain?.progress).toMatchObject({ sent: 4, behind: 0, lost: 0, error: null }),
    )
    expect(messages()).toEqual(['one', 'two \u{1f600} "quoted"', 'x'.repeat(5000), 'four'])
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-scope-orgid': 'tenant' })
    expect(receiver.received[0]?.headers['content-encoding']).toBe(gzip ? 'gzip' : undefined)
  })

  test('a test sends one line, also while the drain is off', async () => {
    const { id } = await make({ target: { type, url: receiver.url + path, gzip }, enabled: false })
    await write('not sent')
    expect(await app.client.call(testLogDrain, { params: { ...params, id } })).toMatchObject({
      accepted: true,
      reason: null,
    })
    expect(messages()).toEqual(['Test line of the drain drain'])
  })
})

test('objects in a store are named by hour and hold the lines', async () => {
  const { endpoint, region, accessKeyId, secretAccessKey } = store.location
  const target = {
    type: 's3',
    endpoint,
    bucket: 'logs',
    prefix: 'all/of-it',
    region,
    style: 'path',
    access_key_id: accessKeyId,
  }
  const { id } = await make({ target, secret_access_key: secretAccessKey })
  expect(await app.client.call(testLogDrain, { params: { ...params, id } })).toMatchObject({ accepted: true })
  // More than one object.
  await write(...Array.from({ length: 2100 }, (_, at) => `line ${at}`))
  await lookUntil((drain) => expect(drain?.progress.sent).toBeGreaterThanOrEqual(2000))
  const names = [...store.kept.keys()].sort()
  expect(names[1]).toMatch(/^all\/of-it\/default\/\d{4}\/\d\d\/\d\d\/\d\d\/\d{16}-[\w-]{1,8}\.ndjson\.gz$/)
  const lines = gunzipSync(store.kept.get(names[1] ?? '')!.bytes)
    .toString()
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as { message: string })
  expect(lines[0]?.message).toBe('line 0')
  expect(lines.at(-1)?.message).toBe('line 1999')
})

test('a receiver that fails gets the same lines later, and what waits is shown without secrets', async () => {
  const { id } = await make({ headers: [{ name: 'Authorization', value: 'Bearer very-secret' }] })
  receiver.disturb((answer, _, { authorization }) => {
    answer.writeHead(500).end(`no, ${authorization}`)
    return true
  })
  await write('one', 'two')
  await lookUntil((drain) =>
    expect(drain?.progress).toMatchObject({
      sent: 0,
      behind: 2,
      error: { status: 500, reason: null, answer: 'no, •••' },
      next_at: expect.any(String) as string,
      oldest_at: expect.any(String) as string,
    }),
  )
  receiver.disturb(undefined)
  await write('three')
  await app.client.call(updateLogDrain, { params: { ...params, id }, body: { name: 'again' } })
  await lookUntil((drain) => expect(drain?.progress).toMatchObject({ sent: 3, behind: 0, error: null }))
  expect(messages()).toEqual(['one', 'two', 'three'])
})

test.each<[string, (answer: import('node:http').ServerResponse) => void, object]>([
  [
    'redirects to a private address',
    (answer) => answer.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    { status: 302 },
  ],
  ['closes in the middle', (answer) => answer.socket?.destroy(), { status: null, reason: 'unreachable' }],
  ['answers 10 MB', (answer) => answer.writeHead(503).end('x'.repeat(10_000_000)), { status: 503 }],
])('a receiver that %s is a failure that is told', async (_what, by, error) => {
  await make()
  receiver.disturb((answer) => {
    by(answer)
    return true
  })
  await write('one')
  await lookUntil((drain) => expect(drain?.progress).toMatchObject({ sent: 0, behind: 1, error }))
  expect((await list())[0]?.progress.error?.answer?.length ?? 0).toBeLessThanOrEqual(2048)
})

test('a private address that is not allowed is refused', async () => {
  await make({ target: { type: 'https', url: 'http://inside.example/in', gzip: false } })
  await write('one')
  await lookUntil((drain) => expect(drain?.progress.error).toMatchObject({ reason: 'address-refused' }))
})

test('one line that is refused for good is found, counted and left out', async () => {
  const { id } = await make()
  receiver.disturb((answer, batch) => {
    if (!batch.includes('poison')) return false
    answer.writeHead(400).end('not this')
    return true
  })
  await write('a', 'b', 'poison', 'c', 'd')
  await until(async () => {
    await app.drains.look()
    // Ends the waiting after a failure.
    await app.client.call(updateLogDrain, { params: { ...params, id }, body: { enabled: true } })
    expect((await list())[0]?.progress).toMatchObject({ sent: 4, refused: 1, behind: 0 })
  })
  expect(messages()).toEqual(['a', 'b', 'c', 'd'])
})

test('a drain that hangs holds up neither the others nor the deletion of itself', async () => {
  await make({ name: 'hangs', target: { type: 'https', url: `${receiver.url}/hangs`, gzip: false } })
  receiver.disturb((_answer, _, headers) => headers['x-which'] === undefined)
  const { id } = await make({ name: 'works', headers: [{ name: 'X-Which', value: 'this' }] })
  await write('one')
  await until(async () => {
    void app.drains.look()
    expect((await list()).find((drain) => drain.id === id)?.progress.sent).toBe(1)
  })
})

test('a flood arrives whole', async () => {
  await make()
  const flood = Array.from({ length: 20_000 }, (_, at) => `flood ${at}`)
  for (let from = 0; from < flood.length; from += 5000) await write(...flood.slice(from, from + 5000))
  await until(async () => {
    await app.drains.look()
    expect((await list())[0]?.progress).toMatchObject({ sent: 20_000, behind: 0, refused: 0 })
  })
  expect(messages()).toEqual(flood)
})

test('lines of one megabyte with invalid characters are sent as they are stored', async () => {
  await make({ target: { type: 'otlp', url: receiver.url, gzip: true } })
  await write(`\ud800\u0000\u001b[31m${'x'.repeat(1_000_000)}`)
  await lookUntil((drain) => expect(drain?.progress.sent).toBe(1))
  expect(messages()[0]).toMatch(/^��x+…$/)
})

test('lines of a time in which it was off are not sent', async () => {
  const { id } = await make()
  await write('one')
  await lookUntil((drain) => expect(drain?.progress.sent).toBe(1))
  await app.client.call(updateLogDrain, { params: { ...params, id }, body: { enabled: false } })
  await write('off')
  await app.drains.look()
  await app.client.call(updateLogDrain, { params: { ...params, id }, body: { enabled: true } })
  await write('on')
  await lookUntil((drain) => expect(drain?.progress.sent).toBe(2))
  expect(messages()).toEqual(['one', 'on'])
})

test('a branch begins with its drains off, and turns one on', async () => {
  await make({ headers: [{ name: 'X-Api-Key', value: 'hush' }] })
  const branch = await app.client.call(createBranch, { params, body: { branch_name: 'drained' } })
  await app.life.settled()
  const [drain] = await logDrainRows(app.control, branch.project_ref)
  expect(drain).toMatchObject({ name: 'drain', enabled: false, header_names: ['X-Api-Key'] })
})

test('those who may change a drain are told once that it fails for long, and that it works again', async () => {
  let ahead = 0
  const drains = runDrains({
    control: app.control,
    box: app.box,
    lines: app.lines.drains,
    outgoing: createOutgoing({ userAgent: 'Basedeck/test', allowed: readAllowedHosts('127.0.0.1') }),
    installationId: randomUUID(),
    writeLine: () => {},
    log: pino({ level: 'silent' }),
    now: () => Date.now() + ahead,
  })
  const told = async () =>
    (
      await app.control.select<{ name: string; audience: string }>(
        `select name, audience from control.notifications where name like 'log_drain.%' order by inserted_at`,
      )
    ).map(({ name, audience }) => `${name} ${audience}`)
  const lookAfter = async (minutes: number) => {
    ahead += minutes * 60_000
    await drains.look()
  }
  receiver.disturb((answer) => {
    answer.writeHead(503).end()
    return true
  })
  await make()
  await write('it waits')
  await lookAfter(0)
  await lookAfter(14)
  expect(await told()).toEqual([])
  await lookAfter(2)
  expect(await told()).toEqual(['log_drain.failing audit_logs'])
  await lookAfter(10)
  expect(await told()).toHaveLength(1)
  receiver.disturb(undefined)
  await lookAfter(10)
  expect(await told()).toEqual(['log_drain.failing audit_logs', 'log_drain.recovered audit_logs'])
  await write('it goes on')
  await lookAfter(1)
  expect(await told()).toHaveLength(2)
  await drains.close()
})
