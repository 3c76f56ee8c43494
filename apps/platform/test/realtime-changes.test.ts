/** Changes of tables reach the clients of realtime-js that may see them, on each engine. */
import { RealtimeClient, type RealtimeChannel } from '@supabase/realtime-js'
import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runApp, type RunningApp, type TestedEngine } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const ADA = '11111111-1111-4111-8111-111111111111'
const BOB = '22222222-2222-4222-8222-222222222222'

interface Heard {
  eventType: string
  schema: string
  table: string
  commit_timestamp: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  errors: string[] | null
}
type Asked = Record<string, unknown>

describe.each<TestedEngine>(['cluster', 'pglite', 'url'])('%s', (engine) => {
  let running: RunningApp
  let served: ServedStorage
  const clients: RealtimeClient[] = []

  const sql = async (query: string) => {
    const database = await running.life.database('default')
    return database.run({ runId: randomUUID(), query })
  }

  beforeAll(async () => {
    running = await runApp(engine)
    served = await serveStorage(running)
    await sql(`
      create table notes (id int8 primary key, owner uuid, body text, secret text, tags text[], at timestamptz, n numeric);
      alter table notes enable row level security;
      create policy own on notes to authenticated using (owner = auth.uid());
      create table open_notes (id int primary key, body text, data jsonb, secret text);
      revoke select on open_notes from anon;
      grant select (id, body, data) on open_notes to anon;
      create table whole (id int primary key, body text);
      alter table whole replica identity full;
      create table private_notes (id int primary key);
      alter publication supabase_realtime add table notes, open_notes, whole;`)
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.disconnect()
  })
  afterAll(async () => {
    await served.stop()
    await running.stop()
  })

  function channelOf(key = served.anon, token?: string): RealtimeChannel {
    const client = new RealtimeClient(`${served.address.replace('http', 'ws')}/realtime/v1`, {
      transport: WebSocket as never,
      params: { apikey: key },
    })
    if (token !== undefined) client.accessTokenValue = token
    clients.push(client)
    return client.channel(randomUUID())
  }

  /** What is heard, as soon as PostgreSQL is listened to. */
  async function listen(channel: RealtimeChannel, asked: Asked): Promise<Heard[]> {
    const heard: Heard[] = []
    const arrived = new Promise<void>((resolve, reject) => {
      channel
        .on('postgres_changes', asked as never, (message: unknown) => {
          heard.push(message as Heard)
          waiting.splice(0).forEach((one) => one())
        })
        .on('system', {}, ({ extension, status, message }) => {
          if (extension !== 'postgres_changes') return
          if (status === 'ok') resolve()
          else reject(new Error(message))
        })
        .subscribe((status, error) => {
          if (status === 'CHANNEL_ERROR') reject(error ?? new Error(status))
        })
    })
    await arrived
    return heard
  }
  const waiting: (() => void)[] = []
  async function until(isThere: () => boolean): Promise<void> {
    while (!isThere()) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const refusalOf = (channel: RealtimeChannel, asked: Asked) =>
    listen(channel, asked).then(String, (error: Error) => error.message)

  test('a row that is inserted, updated and deleted, as the dashboard and other programs would write it', async () => {
    const heard = await listen(channelOf(), { event: '*', schema: 'public', table: 'open_notes' })
    await sql(`insert into open_notes values (1, 'äöü "x"', '{"a": [1, null]}', 'hidden')`)
    await sql(`update open_notes set body = 'new' where id = 1`)
    await sql('delete from open_notes where id = 1')
    await until(() => heard.length === 3)
    expect(heard).toEqual([
      expect.objectContaining({
        eventType: 'INSERT',
        schema: 'public',
        table: 'open_notes',
        new: { id: 1, body: 'äöü "x"', data: { a: [1, null] } },
        old: {},
        errors: null,
      }),
      expect.objectContaining({
        eventType: 'UPDATE',
        new: { id: 1, body: 'new', data: { a: [1, null] } },
        old: { id: 1 },
      }),
      expect.objectContaining({ eventType: 'DELETE', new: {}, old: { id: 1 } }),
    ])
    expect(heard[0]?.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('each user hears of the rows that the policies show, and of no more than the key of a deleted one', async () => {
    const asked = { event: '*', schema: 'public', table: 'notes' }
    const ada = await listen(channelOf(served.anon, await served.tokenOf(ADA)), asked)
    const bob = await listen(channelOf(served.anon, await served.tokenOf(BOB)), asked)
    const visitor = await listen(channelOf(), asked)
    const all = await listen(channelOf(served.service), asked)
    await sql(`insert into notes (id, owner, body, tags, at, n) values
      (9007199254740993, '${ADA}', 'a', '{x,"y z",null}', '2026-01-02 03:04:05.678901+00', 1.50), (2, '${BOB}', 'b', null, null, null)`)
    // Rights are those of the moment when a change is handed out.
    await until(() => all.length === 2)
    await sql(`update notes set body = 'c' where id = 2`)
    await until(() => all.length === 3)
    await sql('delete from notes where id = 2')
    await until(() => all.length === 4 && ada.length === 2 && bob.length === 3)
    expect(ada.map(({ eventType, new: row }) => [eventType, row['body']])).toEqual([
      ['INSERT', 'a'],
      ['DELETE', undefined],
    ])
    expect(ada[0]?.new).toMatchObject({
      tags: ['x', 'y z', null],
      at: '2026-01-02T03:04:05.678901+00:00',
      n: 1.5,
    })
    expect(bob.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(bob[2]?.old).toEqual({ id: 2 })
    await until(() => visitor.length === 1)
    expect(visitor.map(({ eventType }) => eventType)).toEqual(['DELETE'])
    await sql('delete from notes')
  })

  test('filters of all operators', async () => {
    const filters: [filter: string, ids: number[]][] = [
      ['id=eq.11', [11]],
      ['id=neq.11', [12, 13]],
      ['id=lt.12', [11]],
      ['id=lte.12', [11, 12]],
      ['id=gt.12', [13]],
      ['id=gte.12', [12, 13]],
      ['id=in.(11,13)', [11, 13]],
      ['id=not.in.(11,13)', [12]],
      ['body=like.a%', [11]],
      ['body=ilike.B%', [12]],
      ['body=match.^[ab]$', [11, 12]],
      ['body=imatch.^A', [11]],
      ['body=is.null', [13]],
      ['body=not.is.null', [11, 12]],
      ['body=isdistinct.a', [12, 13]],
      ['id=gt.11,body=eq.b', [12]],
    ]
    const lists: Heard[][] = []
    for (const [filter] of filters)
      lists.push(
        await listen(channelOf(), { event: 'INSERT', schema: 'public', table: 'open_notes', filter }),
      )
    const all = await listen(channelOf(), { event: 'INSERT', schema: 'public', table: 'open_notes' })
    await sql(`insert into open_notes values (11, 'a'), (12, 'b'), (13, null)`)
    const expected = filters.map(([, ids]) => ids)
    await until(
      () => all.length === 3 && lists.every((list, at) => list.length >= (expected[at]?.length ?? 0)),
    )
    expect(lists.map((list) => list.map(({ new: row }) => row['id']))).toEqual(expected)
    await sql('delete from open_notes')
  })

  test('what can’t be heard is refused with the reason', async () => {
    const table = { event: '*', schema: 'public', table: 'open_notes' }
    const reasons = [
      await refusalOf(channelOf(), { event: '*', schema: 'public', table: 'private_notes' }),
      await refusalOf(channelOf(), { ...table, filter: 'nonsense' }),
      await refusalOf(channelOf(), { ...table, filter: 'id=eq.x' }),
      await refusalOf(channelOf(), { ...table, filter: 'secret=eq.hidden' }),
      await refusalOf(channelOf(), { ...table, filter: 'nothing=eq.1' }),
    ]
    expect(reasons).toEqual([
      expect.stringContaining('Realtime is not on for public.private_notes'),
      expect.stringContaining('can’t be read'),
      expect.stringContaining('can’t be compared with the column id'),
      expect.stringContaining('no column secret that the role anon may read'),
      expect.stringContaining('no column nothing'),
    ])
  })

  test('a policy, a privilege and a replica identity count from the moment when they are changed', async () => {
    const token = await served.tokenOf(ADA)
    const heard = await listen(channelOf(served.anon, token), {
      event: '*',
      schema: 'public',
      table: 'notes',
    })
    const whole = await listen(channelOf(), { event: '*', schema: 'public', table: 'whole' })
    const all = await listen(channelOf(served.service), { event: '*', schema: 'public', table: 'notes' })
    await sql(`insert into notes (id, owner, body) values (21, '${ADA}', 'seen')`)
    await until(() => all.length === 1)
    await sql('drop policy own on notes')
    await sql(`insert into notes (id, owner, body) values (22, '${ADA}', 'unseen')`)
    await until(() => all.length === 2)
    await sql('create policy own on notes to authenticated using (owner = auth.uid())')
    await sql(
      'revoke select on notes from authenticated; grant select (id, owner, body) on notes to authenticated',
    )
    await sql(`insert into notes (id, owner, body, secret) values (23, '${ADA}', 'seen again', 'x')`)
    await until(() => heard.length === 2)
    expect(heard.map(({ new: row }) => row)).toEqual([
      expect.objectContaining({ id: 21, body: 'seen', secret: null }),
      { id: 23, owner: ADA, body: 'seen again' },
    ])
    await sql(`insert into whole values (1, 'before'); update whole set body = 'after'; delete from whole`)
    await until(() => whole.length === 3)
    expect(whole.map(({ old }) => old)).toEqual([{}, { id: 1, body: 'before' }, { id: 1, body: 'after' }])
    await sql('grant select on notes to authenticated; delete from notes')
  })

  test('a wide subscription hears all tables, a chosen column only itself and the key', async () => {
    const wide = await listen(channelOf(), { event: 'INSERT', schema: 'public' })
    const chosen = await listen(channelOf(), {
      event: '*',
      schema: 'public',
      table: 'open_notes',
      select: ['body'],
    })
    await sql(`insert into open_notes values (31, 'x', '1'); insert into whole values (31, 'y')`)
    await until(() => wide.length === 2 && chosen.length === 1)
    expect(wide.map(({ table }) => table)).toEqual(['open_notes', 'whole'])
    expect(chosen[0]?.new).toEqual({ id: 31, body: 'x' })
    await sql('delete from open_notes; delete from whole')
  })

  test('a change of ten megabytes tells that it is too large, and what comes after it arrives', async () => {
    const heard = await listen(channelOf(), { event: '*', schema: 'public', table: 'open_notes' })
    await sql(
      `insert into open_notes values (41, repeat('x', 10000000)); insert into open_notes values (42, 'small')`,
    )
    await until(() => heard.length === 2)
    expect(heard.map(({ new: row, errors }) => [row, errors])).toEqual([
      [{ id: 41, data: null }, ['Error 413: Payload Too Large']],
      [expect.objectContaining({ id: 42 }), null],
    ])
    await sql('delete from open_notes')
  })

  test('a subscriber of a table that is renamed or dropped is told', async () => {
    await sql(
      'create table passing (id int primary key); alter publication supabase_realtime add table passing',
    )
    const channel = channelOf()
    const heard = await listen(channel, { event: '*', schema: 'public', table: 'passing' })
    const told = new Promise<string>((resolve) =>
      channel.on('system', {}, ({ status, message }) => status === 'error' && resolve(message)),
    )
    await sql('insert into passing values (1)')
    await until(() => heard.length === 1)
    await sql('alter table passing rename to passed; insert into passed values (2)')
    served.realtime.schemaChanged('default')
    expect(await told).toContain('Realtime is not on for public.passing')
    expect(heard).toHaveLength(1)
    await sql('drop table passed')
  })

  test.runIf(engine === 'pglite')(
    'a database that was closed meanwhile tells of its changes again',
    async () => {
      const heard = await listen(channelOf(), { event: 'INSERT', schema: 'public', table: 'whole' })
      // What was done in the database before was more than what is done after it was opened again.
      for (let id = 500; id < 520; id++) await sql(`insert into whole values (${id})`)
      await until(() => heard.length >= 20)
      await running.registry.stop({ id: 'default', engine: 'pglite' })
      await sql('insert into whole values (520)')
      await until(() => heard.some(({ new: row }) => row['id'] === 520))
      expect(heard.map(({ new: row }) => row['id'])).toEqual(Array.from({ length: 21 }, (_, at) => 500 + at))
      await sql('delete from whole where id between 500 and 520')
    },
  )

  describe.runIf(engine === 'cluster')('a connection that is lost', () => {
    const asked = { event: 'INSERT', schema: 'public', table: 'whole' }
    const asAdmin = async (query: string) => {
      const database = await running.life.database('default')
      return database.run({ runId: randomUUID(), query, as: 'admin' })
    }
    const END_READER = `select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = 'basedeck_realtime'`
    const idsOf = (heard: readonly Heard[]) => heard.map(({ new: row }) => row['id'])

    test('nothing is missed and nothing comes twice where the server goes on', async () => {
      const heard = await listen(channelOf(), asked)
      for (let id = 100; id < 140; id++) {
        await sql(`insert into whole values (${id})`)
        if (id % 10 === 5) await asAdmin(END_READER)
      }
      await until(() => heard.length >= 40)
      expect(idsOf(heard)).toEqual(Array.from({ length: 40 }, (_, at) => 100 + at))
    })

    test('a transaction that is in the log before others see it is told as soon as they do', async () => {
      const token = await served.tokenOf(ADA)
      const heard = await listen(channelOf(served.anon, token), {
        event: '*',
        schema: 'public',
        table: 'notes',
      })
      const waitForStandby = async (name: string) => {
        await asAdmin(`alter system set synchronous_standby_names = '${name}'`)
        await asAdmin('select pg_reload_conf()')
        await expect
          .poll(async () => (await asAdmin('show synchronous_standby_names')).results[0]?.rows)
          .toEqual([[name]])
      }
      await waitForStandby('away')
      const written = sql(`insert into notes (id, owner) values (900, '${ADA}')`)
      const isWritten = () => asAdmin(`select count(*) from pg_stat_activity where wait_event = 'SyncRep'`)
      await expect.poll(async () => (await isWritten()).results[0]?.rows).toEqual([['1']])
      await new Promise((resolve) => void setTimeout(resolve, 300))
      expect(heard).toEqual([])
      await waitForStandby('')
      await written
      await until(() => heard.length > 0)
      expect(heard.map(({ new: row }) => row['id'])).toEqual([900])
      await sql('delete from notes where id = 900')
    })

    test('nothing is missed where the server is killed', async () => {
      const heard = await listen(channelOf(), asked)
      await sql('insert into whole values (150)')
      await until(() => heard.length === 1)
      const { results } = await asAdmin(`select pg_read_file('postmaster.pid', 0, 10)`)
      process.kill(Number.parseInt(results[0]?.rows[0]?.[0] ?? '', 10), 'SIGKILL')
      await expect
        .poll(
          () =>
            sql('insert into whole values (151) on conflict do nothing').then(
              () => true,
              () => false,
            ),
          { timeout: 60_000 },
        )
        .toBe(true)
      await until(() => heard.some(({ new: row }) => row['id'] === 151))
      expect(new Set(idsOf(heard))).toEqual(new Set([150, 151]))
    })

    test('a client that reads nothing is cut off, and holds up nobody', async () => {
      const url = `${served.address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${served.anon}&vsn=1.0.0`
      const silent = new WebSocket(url)
      await new Promise((resolve) => silent.once('open', resolve))
      const joined = new Promise<void>((resolve) => {
        silent.on('message', (data: Buffer) => {
          if (data.toString().includes('Subscribed to PostgreSQL')) resolve()
        })
      })
      const payload = { config: { postgres_changes: [asked] } }
      silent.send(
        JSON.stringify({ topic: 'realtime:silent', event: 'phx_join', payload, ref: '1', join_ref: '1' }),
      )
      await joined
      silent.pause()
      const heard = await listen(channelOf(), asked)
      const LARGE = 80
      await sql(`insert into whole select 1000 + n, repeat('x', 500000) from generate_series(1, ${LARGE}) n`)
      await until(() => heard.length === LARGE)
      const ended = new Promise<number>((resolve) => silent.once('close', resolve))
      silent.resume()
      await ended
      await sql('delete from whole')
    })

    test('what the server kept no longer is told as a loss, and the next changes come', async () => {
      const channel = channelOf()
      const heard = await listen(channel, asked)
      const told: string[] = []
      const back = new Promise<void>((resolve) =>
        channel.on('system', {}, ({ message }) => {
          told.push(message)
          if (message.includes('missed')) resolve()
        }),
      )
      await asAdmin(`do $$ begin
        perform pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = 'basedeck_realtime';
        loop
          begin
            perform pg_drop_replication_slot('basedeck_realtime');
            exit;
          exception when object_in_use then
            perform pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = 'basedeck_realtime';
          end;
        end loop;
      end $$`)
      await back
      expect(told).toContain(
        'Changes of tables may have been missed while the connection to PostgreSQL was lost',
      )
      await sql('insert into whole values (160)')
      await until(() => heard.length === 1)
      await sql('delete from whole')
    })

    test('a client that comes back after a restart of the process gets what happened meanwhile', async () => {
      const client = channelOf()
      await listen(client, asked)
      await served.stop()
      await sql('insert into whole values (170)')
      served = await serveStorage(running)
      const heard = await listen(channelOf(), asked)
      // What was sent just before and not confirmed yet may come again.
      await until(() => idsOf(heard).at(-1) === 170)
      expect(idsOf(heard).filter((id) => id === 170)).toEqual([170])
      await sql('delete from whole')
    })
  })
})
