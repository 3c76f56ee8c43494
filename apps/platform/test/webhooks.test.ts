/** Webhooks of tables: what is committed is told once or more, signed, to where the webhook goes; and nothing else is. */
import {
  createBranch,
  createWebhook,
  deleteWebhook,
  listBranches,
  listWebhookDeliveries,
  listWebhooks,
  revealWebhookSecret,
  sendWebhookAgain,
  turnOnInBranch,
  updateWebhook,
  type Webhook,
} from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Judge } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { LOOPBACK_ONLY } from './loopback-only.js'
import { runApp, type RunningApp } from './running-app.js'

interface Heard {
  headers: IncomingHttpHeaders
  body: string
}

const params = { ref: OWN_REF }
let server: Server
let url: string
let heard: Heard[] = []
let status = 200

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      const body = String(Buffer.concat(pieces))
      heard.push({ headers: incoming.headers, body })
      outgoing.statusCode = status
      outgoing.end(`got it with ${incoming.headers['x-api-key'] ?? 'no key'}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
afterAll(() => server.close())
beforeEach(() => {
  heard = []
  status = 200
})

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 8000, interval: 50 })

describe.each(['cluster', 'pglite', 'url'] as const)('on %s', (engine) => {
  let app: RunningApp
  beforeAll(async () => {
    app = await runApp(engine, { outgoing: LOOPBACK_ONLY })
    await sql('create table todos (id int primary key, title text, "ödd name" text)')
  }, 120_000)
  afterAll(() => app?.stop())

  async function sql(query: string, ref = OWN_REF, as: 'owner' | 'admin' = 'owner') {
    const { results } = await (await app.life.database(ref)).run({ runId: randomUUID(), query, as })
    return results.at(-1)?.rows ?? []
  }
  const make = (changes: object = {}) =>
    app.client.call(createWebhook, {
      params,
      body: {
        name: `hook ${randomUUID()}`,
        schema: 'public',
        table: 'todos',
        events: ['INSERT', 'UPDATE', 'DELETE'],
        target: { type: 'http', url },
        ...changes,
      },
    })
  const remove = ({ id }: Webhook) => app.client.call(deleteWebhook, { params: { ...params, id } })
  const deliveries = ({ id }: Webhook) =>
    app.client.call(listWebhookDeliveries, { params: { ...params, id } })
  const bodies = () => heard.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  const queued = async () =>
    Number((await sql('select count(*) from basedeck.webhook_queue', OWN_REF, 'admin'))[0]?.[0])

  test('inserts, updates and deletes are told with the row, signed; what is rolled back is not', async () => {
    const made = await make({ headers: [{ name: 'X-Api-Key', value: 'very secret' }] })
    await sql(`insert into todos values (1, 'bréad', '👩‍👧')`)
    await expect(sql(`insert into todos values (9, 'lost', ''); select 1/0`)).rejects.toThrow('division')
    await sql(`update todos set title = 'milk' where id = 1`)
    await sql('delete from todos')
    await until(() => expect(heard).toHaveLength(3))
    const of = (type: string) => bodies().find((body) => body['type'] === type)
    const row = { id: 1, title: 'bréad', 'ödd name': '👩‍👧' }
    const place = { schema: 'public', table: 'todos' }
    expect(of('INSERT')).toEqual({ type: 'INSERT', ...place, record: row, old_record: null })
    expect(of('UPDATE')).toEqual({
      type: 'UPDATE',
      ...place,
      record: { ...row, title: 'milk' },
      old_record: row,
    })
    expect(of('DELETE')).toEqual({
      type: 'DELETE',
      ...place,
      record: null,
      old_record: { ...row, title: 'milk' },
    })
    const { secret } = await app.client.call(revealWebhookSecret, { params: { ...params, id: made.id } })
    for (const { body, headers } of heard) {
      expect(() => new Judge(secret).verify(body, headers as Record<string, string>)).not.toThrow()
      expect(headers['x-api-key']).toBe('very secret')
    }
    await until(async () =>
      expect((await deliveries(made)).map((one) => one.status)).toEqual([
        'delivered',
        'delivered',
        'delivered',
      ]),
    )
    const [last] = await deliveries(made)
    // An answer that repeats a header does not show it.
    expect(last?.attempts[0]).toMatchObject({ status: 200, answer: 'got it with •••' })
    expect(await queued()).toBe(0)
    await remove(made)
  })

  test('what is refused is tried again, and one sends it again by hand with the same id', async () => {
    const made = await make()
    status = 500
    await sql(`insert into todos values (2, 'again', null)`)
    await until(async () => expect((await deliveries(made))[0]?.attempts[0]?.status).toBe(500))
    const [waiting] = await deliveries(made)
    expect(waiting?.status).toBe('waiting')
    expect(Date.parse(waiting?.next_at ?? '')).toBeGreaterThan(Date.now())
    const again = { params: { ...params, id: made.id, delivery: waiting?.id ?? '' } }
    await expect(app.client.call(sendWebhookAgain, again)).rejects.toMatchObject({ code: 'delivery_waits' })
    // “410 Gone” ends it.
    status = 410
    await app.control.append([
      { sql: 'update control.deliveries set due_at = now() where id = $1::uuid', parameters: [waiting?.id] },
    ])
    await app.client.call(updateWebhook, { params: { ...params, id: made.id }, body: { name: 'looks now' } })
    await until(async () => expect((await deliveries(made))[0]?.status).toBe('failed'))
    status = 204
    await app.client.call(sendWebhookAgain, again)
    await until(async () => expect((await deliveries(made))[0]?.status).toBe('delivered'))
    expect(new Set(heard.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([waiting?.id]))
    await remove(made)
    await sql('delete from todos')
  })

  test('what a killed program left in the queue is taken at the next look, and a message never twice', async () => {
    const made = await make({ events: ['INSERT'] })
    // As a program that stored the message and was killed before it deleted it.
    const id = randomUUID()
    const leave = `insert into basedeck.webhook_queue (id, webhook_id, event, body)
      values ('${id}', '${made.id}', 'INSERT', '{"type": "INSERT"}')`
    for (const _time of [1, 2]) {
      await sql(leave, OWN_REF, 'admin')
      await app.webhookQueue.look(OWN_REF)
      await until(async () => expect(await queued()).toBe(0))
    }
    await until(async () => expect((await deliveries(made)).map((one) => one.status)).toEqual(['delivered']))
    expect(heard.map(({ headers }) => headers['webhook-id'])).toEqual([id])
    // One of a webhook that is not there is dropped.
    await sql(leave.replace(made.id, randomUUID()), OWN_REF, 'admin')
    await app.webhookQueue.look(OWN_REF)
    await until(async () => expect(await queued()).toBe(0))
    expect(heard).toHaveLength(1)
    await remove(made)
  })

  test('one that is off notes nothing; a renamed table is followed; one that is dropped is told', async () => {
    await sql('create table first_name (id int)')
    const made = await make({ table: 'first_name', enabled: false })
    const at = { params: { ...params, id: made.id } }
    await sql('insert into first_name values (1)')
    await app.client.call(updateWebhook, { ...at, body: { enabled: true } })
    await sql('alter table first_name rename to second_name; insert into second_name values (2)')
    await until(() => expect(bodies()).toMatchObject([{ table: 'second_name', record: { id: 2 } }]))
    const find = async () =>
      (await app.client.call(listWebhooks, { params })).find(({ id }) => id === made.id)
    expect(await find()).toMatchObject({ table: 'second_name', problem: null })
    await sql('drop table second_name')
    expect(await find()).toMatchObject({ problem: expect.stringContaining('second_name') })
    const moved = await app.client.call(updateWebhook, { ...at, body: { table: 'todos' } })
    expect(moved).toMatchObject({ table: 'todos', problem: null })
    await remove(made)
    expect(await sql(`select tgname from pg_trigger where tgname like 'basedeck%'`)).toEqual([])
  })

  test('a row of a megabyte is told without its values, and the transaction is not refused', async () => {
    const made = await make({ events: ['INSERT'] })
    await sql(`insert into todos values (3, repeat('x', 1100000), null)`)
    await until(() => expect(bodies()).toMatchObject([{ type: 'INSERT', record: null, is_cut: true }]))
    await remove(made)
    await sql('delete from todos')
  })

  test('the queue is written by triggers of webhooks alone, and nothing of the project runs with the platform’s rights', async () => {
    const made = await make({ table: 'mood_of', enabled: false })
    await sql(`create type mood as enum ('fine');
      create table who_ran (who text, is_super boolean);
      create function mood_json(mood) returns json language plpgsql as $$ begin
        insert into who_ran select current_user, usesuper from pg_user where usename = current_user;
        return '"cast"'; end $$;
      create cast (mood as json) with function mood_json(mood);
      create table mood_of (id int, mood mood)`)
    const at = { params: { ...params, id: made.id } }
    await app.client.call(updateWebhook, { ...at, body: { enabled: true } })
    const owner = (await sql('select current_user'))[0]?.[0]
    await sql(`insert into mood_of values (1, 'fine')`)
    await until(() => expect(bodies()).toMatchObject([{ record: { id: 1, mood: 'cast' } }]))
    expect(await sql('select distinct who from who_ran')).toEqual([[owner]])
    await expect(sql(`select basedeck.queue_webhook('${made.id}', 'INSERT', '{}')`)).rejects.toThrow(
      /only a trigger|permission denied/,
    )
    await remove(made)
    await sql(
      'drop table mood_of, who_ran; drop cast (mood as json); drop function mood_json; drop type mood',
    )
  })

  test('an address of a private network is not called', async () => {
    const made = await make({ target: { type: 'http', url: 'http://metadata.example/latest' } })
    await sql(`insert into todos values (4, 'x', null)`)
    await until(async () =>
      expect((await deliveries(made))[0]?.attempts[0]).toMatchObject({
        status: null,
        reason: 'address-refused',
      }),
    )
    await remove(made)
    await sql('delete from todos')
  })
})

describe.each(['cluster', 'pglite'] as const)('a branch on %s', (engine) => {
  let app: RunningApp
  beforeAll(async () => {
    app = await runApp(engine, { outgoing: LOOPBACK_ONLY })
  }, 120_000)
  afterAll(() => app?.stop())

  test('begins with its webhooks off, and one turns them on in it', async () => {
    const sql = async (ref: string, query: string) =>
      (await app.life.database(ref)).run({ runId: randomUUID(), query })
    await sql(OWN_REF, 'create table todos (id int primary key)')
    const made = await app.client.call(createWebhook, {
      params,
      body: {
        name: 'of the parent',
        schema: 'public',
        table: 'todos',
        events: ['INSERT'],
        target: { type: 'http', url },
      },
    })
    await app.client.call(createBranch, { params, body: { branch_name: 'quiet', with_data: true } })
    await app.life.settled()
    const branch = (await app.client.call(listBranches, { params })).find(({ name }) => name === 'quiet')
    const ref = branch?.project_ref ?? ''
    const part = { kind: 'webhook' as const, name: made.name }
    expect(branch?.off).toContainEqual(part)
    expect(await app.client.call(listWebhooks, { params: { ref } })).toMatchObject([
      { name: made.name, enabled: false, problem: null },
    ])
    await sql(ref, 'insert into todos values (1)')
    await app.webhookQueue.look(ref)
    expect(heard).toEqual([])
    await app.client.call(turnOnInBranch, { params: { branch: ref }, body: part })
    await sql(ref, 'insert into todos values (2)')
    await until(() =>
      expect(heard.map(({ body }) => JSON.parse(body))).toMatchObject([{ record: { id: 2 } }]),
    )
    const own = { params: { ...params, id: made.id } }
    expect(await app.client.call(listWebhookDeliveries, own)).toEqual([])
  })
})
