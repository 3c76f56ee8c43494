/** Alerts on logs: what is counted fires once and ends once, and everybody is told. */
import {
  createLogAlert,
  deleteLogAlert,
  listLogAlertEvents,
  listLogAlerts,
  revealLogAlertSecret,
  testLogAlert,
  updateLogAlert,
} from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Webhook as Judge } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { logAlertRow } from '../src/control/log-alerts.js'
import { alertMessages } from '../src/log-alerts/alert-messages.js'
import { checkAlerts, type CheckedAlerts } from '../src/log-alerts/check-alerts.js'
import { deliveryPurpose } from '../src/outgoing/deliver-due.js'
import { addToSeries } from '../src/control/series.js'
import { LOOPBACK_ONLY } from './loopback-only.js'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: OWN_REF }
const MINUTE_MS = 60_000
let server: Server
let url: string
let heard: { headers: IncomingHttpHeaders; body: string }[] = []
let app: RunningApp
let checked: CheckedAlerts
/** How far the clock is ahead. */
let ahead = 0

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      heard.push({ headers: incoming.headers, body: String(Buffer.concat(pieces)) })
      outgoing.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alert`
  app = await runApp('pglite', { outgoing: LOOPBACK_ONLY })
  // A SELECT runs in the process that holds the project.
  const [held] = await app.control.select<{ id: string | null }>(
    'select installation_id as id from control.databases where identifier = $1',
    [OWN_REF],
  )
  checked = another(held?.id ?? 'first')
}, 120_000)
afterAll(async () => {
  await checked?.close()
  await app?.stop()
  server.close()
})
afterEach(async () => {
  ahead = 0
  heard = []
  for (const { id } of await list()) await app.client.call(deleteLogAlert, { params: { ...params, id } })
})

function another(installationId: string): CheckedAlerts {
  const { control, box, lines } = app
  return checkAlerts({
    control,
    box,
    lines,
    installationId,
    mayMail: true,
    deliver: () => app.deliver(),
    log: pino({ level: 'silent' }),
    now: () => Date.now() + ahead,
  })
}

const list = () => app.client.call(listLogAlerts, { params })
const make = (changes: object = {}) =>
  app.client.call(createLogAlert, {
    params,
    body: { name: 'Errors', query: 'level:error', minutes: 5, comparison: 'above', limit: 2, ...changes },
  })
async function write(count: number, message: string = randomUUID()) {
  for (let at = 0; at < count; at++)
    app.lines.write({ time: Date.now(), project: OWN_REF, source: 'functions', level: 'error', message })
  await app.lines.flush()
}
const lookAfter = async (ms: number) => {
  ahead += ms
  await checked.look()
  return (await list())[0]
}
const eventsOf = (id: string) => app.client.call(listLogAlertEvents, { params: { ...params, id } })
const inbox = async (fact: string) =>
  (
    await app.control.select<{ title: string }>(
      `select data->>'title' as title from control.notifications where name = $1`,
      [fact],
    )
  ).map(({ title }) => title)

test('it fires once, stays, and ends once; the inbox and a signed message tell both', async () => {
  const word = randomUUID()
  const { id } = await make({ query: word, url })
  await write(2, word)
  expect(await lookAfter(0)).toMatchObject({ value: 2, firing_since: null })
  await write(1, word)
  expect(await lookAfter(MINUTE_MS / 2)).toMatchObject({
    value: 3,
    firing_since: expect.any(String) as string,
  })
  await lookAfter(MINUTE_MS / 2)
  await lookAfter(MINUTE_MS / 2)
  expect(await eventsOf(id)).toMatchObject([{ value: 3, limit: 2, comparison: 'above', ended_at: null }])
  // Nothing is left in the window, but it must stay so for a while.
  expect(await lookAfter(6 * MINUTE_MS)).toMatchObject({
    value: 0,
    firing_since: expect.any(String) as string,
  })
  expect(await lookAfter(4 * MINUTE_MS)).toMatchObject({ firing_since: expect.any(String) as string })
  expect(await lookAfter(MINUTE_MS)).toMatchObject({ firing_since: null })
  expect(await eventsOf(id)).toMatchObject([{ value: 3, ended_at: expect.any(String) as string }])
  await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 8000 })
  const { secret } = await app.client.call(revealLogAlertSecret, { params: { ...params, id } })
  const judge = new Judge(secret)
  const bodies = heard.map(({ body, headers }) => judge.verify(body, headers as Record<string, string>))
  const types = bodies.map((body) => (body as { type: string }).type)
  expect(types.toSorted()).toEqual(['log_alert.ended', 'log_alert.fired'])
  expect(bodies).toContainEqual(
    expect.objectContaining({
      project: OWN_REF,
      alert: { id, name: 'Errors', kind: 'lines', query: word, minutes: 5, comparison: 'above', limit: 2 },
    }),
  )
  expect(await inbox('log_alert.fired')).toEqual(['Default project: Errors'])
  expect(await inbox('log_alert.ended')).toEqual(['Default project: Errors has ended'])
})

test('a count must hold for the time that is set', async () => {
  const word = randomUUID()
  await make({ query: word, limit: 0, for_minutes: 2 })
  await write(1, word)
  expect(await lookAfter(0)).toMatchObject({ value: 1, firing_since: null })
  expect(await lookAfter(MINUTE_MS)).toMatchObject({ firing_since: null })
  expect(await lookAfter(MINUTE_MS)).toMatchObject({ firing_since: expect.any(String) as string })
})

test('of two processes, one decides, over the lines of both', async () => {
  const word = randomUUID()
  const { id } = await make({ query: word, limit: 3 })
  await write(2, word)
  const second = another('second')
  await second.look()
  ahead += MINUTE_MS
  await Promise.all([checked.look(), second.look()])
  expect(await lookAfter(MINUTE_MS)).toMatchObject({ value: 4, firing_since: expect.any(String) as string })
  expect(await eventsOf(id)).toHaveLength(1)
  await second.close()
})

test('one that is turned off or counts something else ends, and a new name ends nothing', async () => {
  const word = randomUUID()
  const { id } = await make({ query: word, limit: 0 })
  const change = (body: object) => app.client.call(updateLogAlert, { params: { ...params, id }, body })
  await write(1, word)
  await lookAfter(0)
  expect(await change({ name: 'Other' })).toMatchObject({ firing_since: expect.any(String) as string })
  expect(await change({ limit: 5 })).toMatchObject({ firing_since: null, value: null })
  expect(await eventsOf(id)).toMatchObject([{ ended_at: expect.any(String) as string, limit: 0 }])
  await change({ enabled: false })
  await write(9, word)
  expect(await lookAfter(MINUTE_MS)).toMatchObject({ firing_since: null, value: null })
})

const SELECT = 'select count(*) as n from logs where message = '

test('a SELECT that gives one number fires above its limit', async () => {
  const word = randomUUID()
  const { id } = await make({ kind: 'sql', query: `${SELECT}'${word}'`, limit: 1.5 })
  await write(1, word)
  expect(await lookAfter(0)).toMatchObject({ value: 1, firing_since: null })
  await write(1, word)
  expect(await lookAfter(MINUTE_MS)).toMatchObject({
    value: 2,
    firing_since: expect.any(String) as string,
  })
  expect(await eventsOf(id)).toMatchObject([
    { value: 2, kind: 'sql', query: `${SELECT}'${word}'`, limit: 1.5, problem: null },
  ])
})

test.each([
  'select 1 as a, 2 as b',
  'select message from logs where false',
  "select 'many'",
  'delete from logs',
])('%s gives no number and is refused', async (query) => {
  await expect(make({ kind: 'sql', query })).rejects.toMatchObject({ status: 400, code: 'log_alert_query' })
})

test('why a SELECT is refused is a sentence', async () => {
  await expect(make({ kind: 'sql', query: 'select 1 as a, 2 as b' })).rejects.toThrow(
    'The query must give one row with one number. It gave 1 row with 2 columns.',
  )
})

test('a query that fails says so once, in the inbox and the history, and goes on when it works', async () => {
  const word = randomUUID()
  // It gives a number while there are no such lines, and then two rows.
  const query = `select count(*) from logs where message like '${word}%' group by message union all select 0 limit 2`
  const { id } = await make({ kind: 'sql', query, limit: 100 })
  expect(await lookAfter(0)).toMatchObject({ value: 0, problem: null })
  await write(1, word)
  const problem = 'The query must give one row with one number. It gave 2 rows with 1 column.'
  expect(await lookAfter(4 * MINUTE_MS)).toMatchObject({ problem, firing_since: null })
  await lookAfter(MINUTE_MS / 2)
  expect(await inbox('log_alert.unchecked')).toEqual(['Default project: Errors can’t be checked'])
  expect(await eventsOf(id)).toMatchObject([{ problem, value: null, ended_at: null }])
  expect(await lookAfter(10 * MINUTE_MS)).toMatchObject({ problem: null, value: 0 })
  expect(await eventsOf(id)).toMatchObject([{ problem, ended_at: expect.any(String) as string }])
})

test('a figure of the reports fires below and above its limit, and not while nothing is known', async () => {
  const { control } = app
  const count = (series: 'API_REQUESTS' | 'API_ERRORS', value: number) =>
    control.append([
      addToSeries([{ ref: OWN_REF, series, at: new Date(Date.now() + ahead).toISOString(), value }]),
    ])
  ahead = 60 * MINUTE_MS
  await make({ kind: 'figure', query: 'api_error_rate', limit: 20 })
  expect(await lookAfter(0)).toMatchObject({ value: null, firing_since: null })
  await count('API_REQUESTS', 6)
  await count('API_ERRORS', 4)
  expect(await lookAfter(MINUTE_MS)).toMatchObject({ value: 40, firing_since: expect.any(String) as string })
  await vi.waitFor(async () => expect(await inbox('log_alert.fired')).toContain('Default project: Errors'))
  await count('API_REQUESTS', 90)
  await lookAfter(MINUTE_MS)
  await count('API_REQUESTS', 90)
  expect(await lookAfter(5 * MINUTE_MS)).toMatchObject({ firing_since: null })
})

test('a test tells everybody', async () => {
  const { id } = await make({ url })
  await app.client.call(testLogAlert, { params: { ...params, id } })
  await vi.waitFor(
    () => expect(heard.map(({ body }) => body)).toEqual([expect.stringContaining('log_alert.test')]),
    {
      timeout: 8000,
    },
  )
  expect(await inbox('log_alert.test')).toEqual(['Default project: test of Errors'])
  expect(await eventsOf(id)).toEqual([])
})

test('members with the chosen roles get mails, and what is typed can’t change what they hold', async () => {
  const { control, box } = app
  await control.write([
    {
      sql: `insert into control.profiles (id, first_name, email) values ('00000000-0000-4000-8000-00000000000a', 'Ann', 'ann@example.com')`,
    },
    {
      sql: `insert into control.members (organization_id, profile_id, role)
        select id, '00000000-0000-4000-8000-00000000000a', 'developer' from control.organizations`,
    },
  ])
  const { id } = await make({ query: '<b>[x](y)', mail_roles: ['developer'] })
  const row = await logAlertRow(control, OWN_REF, id)
  if (!row) throw new Error('there is no alert')
  const message = { type: 'fired', id: randomUUID(), at: new Date().toISOString(), value: 3 } as const
  const statements = await alertMessages({ control, box, mayMail: true }, row, message)
  const mails = statements.flatMap(({ sql, parameters = [] }) =>
    sql.includes('control.deliveries')
      ? [
          JSON.parse(box.open(String(parameters[2]), deliveryPurpose(String(parameters[0])))) as {
            mail: object
          },
        ]
      : [],
  )
  expect(mails).toEqual([
    {
      mail: {
        ref: OWN_REF,
        way: 'platform',
        to: 'ann@example.com',
        subject: 'Default project: Errors',
        text: '3 lines of the search <b>[x](y) in the last 5 minutes: more than 2.\n',
        html: '<p>3 lines of the search &lt;b&gt;[x](y) in the last 5 minutes: more than 2.</p>',
      },
    },
  ])
  const without = await alertMessages({ control, box, mayMail: false }, row, message)
  expect(without.some(({ sql }) => sql.includes('control.deliveries'))).toBe(false)
})
