/** Private channels: policies of `realtime.messages` decide, and what the database sends arrives. */
import { RealtimeClient, type RealtimeChannel } from '@supabase/realtime-js'
import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runApp, type RunningApp, type TestedEngine } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const ADA = '11111111-1111-4111-8111-111111111111'
const BOB = '22222222-2222-4222-8222-222222222222'

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
      create table members (room text, person uuid, writes boolean default true);
      insert into members values ('room', '${ADA}', true), ('room', '${BOB}', false);
      grant select on members to authenticated;
      create policy hear on realtime.messages for select to authenticated using (
        exists (select from members where room = realtime.topic() and person = auth.uid()));
      create policy speak on realtime.messages for insert to authenticated with check (
        extension = 'broadcast' and exists (select from members where room = realtime.topic() and person = auth.uid() and writes));`)
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.disconnect()
  })
  afterAll(async () => {
    await served.stop()
    await running.stop()
  })

  async function channelOf(
    person: string | undefined,
    config: object = {},
    topic = 'room',
  ): Promise<RealtimeChannel> {
    const client = new RealtimeClient(`${served.address.replace('http', 'ws')}/realtime/v1`, {
      transport: WebSocket as never,
      params: { apikey: served.anon },
    })
    if (person !== undefined) client.accessTokenValue = await served.tokenOf(person)
    clients.push(client)
    return client.channel(topic, { config: { private: true, ...config } })
  }
  const joined = (channel: RealtimeChannel) =>
    new Promise<string>((resolve, reject) => {
      channel.subscribe((status, error) => {
        if (status === 'SUBSCRIBED') resolve(status)
        else if (status !== 'CLOSED') reject(error ?? new Error(status))
      })
    })
  const heard = (channel: RealtimeChannel, event = '*') =>
    new Promise<Record<string, unknown>>((resolve) =>
      channel.on('broadcast', { event }, (message) => resolve(message as Record<string, unknown>)),
    )
  const rowsLeft = async () => (await sql('select count(*) from realtime.messages')).results[0]?.rows[0]?.[0]

  test('who may not read it is refused, and asking leaves nothing behind', async () => {
    await expect(joined(await channelOf(undefined))).rejects.toThrow(
      'Unauthorized: You do not have permissions to read from this Channel topic: room',
    )
    await expect(joined(await channelOf(ADA, {}, 'other'))).rejects.toThrow('Unauthorized')
    expect(await joined(await channelOf(ADA))).toBe('SUBSCRIBED')
    expect(await rowsLeft()).toBe('0')
  })

  test('who may write is heard; a write without the right is dropped without a word', async () => {
    const ada = await channelOf(ADA)
    const bob = await channelOf(BOB)
    const hearing = heard(bob)
    const adaHears = heard(ada)
    await joined(ada)
    await joined(bob)
    await bob.send({ type: 'broadcast', event: 'dropped', payload: {} })
    await ada.send({ type: 'broadcast', event: 'sent', payload: { a: 1 } })
    expect(await hearing).toMatchObject({ event: 'sent', payload: { a: 1 } })
    await sql(`select realtime.send('{"from": "database"}', 'stored', 'room')`)
    expect(await adaHears).toMatchObject({ event: 'stored' })
  })

  test('what the database sends arrives, of a trigger too, and is replayed to who joins later', async () => {
    const ada = await channelOf(ADA)
    const sent = heard(ada, 'greeting')
    const changed = heard(ada, 'INSERT')
    await joined(ada)
    const before = Date.now() - 60_000
    await sql(`select realtime.send('{"text": "hello"}', 'greeting', 'room')`)
    expect(await sent).toMatchObject({ payload: { text: 'hello', id: expect.any(String) } })
    await sql(`
      create table orders (id int primary key, total numeric);
      create function tell() returns trigger language plpgsql security definer as $$ begin
        perform realtime.broadcast_changes('room', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger tell after insert or update or delete on orders for each row execute function tell();
      insert into orders values (1, 9.5)`)
    expect(await changed).toMatchObject({
      payload: {
        operation: 'INSERT',
        table: 'orders',
        schema: 'public',
        record: { id: 1, total: 9.5 },
        old_record: null,
      },
    })
    const later = await channelOf(BOB, { broadcast: { replay: { since: before, limit: 2 } } })
    const events: string[] = []
    const both = new Promise<void>((resolve) =>
      later.on('broadcast', { event: '*' }, (message) => {
        const { event, meta } = message as { event: string; meta?: { replayed?: boolean } }
        events.push(`${event} ${String(meta?.replayed)}`)
        if (events.length === 2) resolve()
      }),
    )
    await joined(later)
    await both
    expect(events).toEqual(['greeting true', 'INSERT true'])
  })

  test('a message for a public channel is not heard on the private one of that name', async () => {
    const ada = await channelOf(ADA)
    const first = heard(ada)
    await joined(ada)
    await sql(
      `select realtime.send('{}', 'public', 'room', false); select realtime.send('{}', 'private', 'room')`,
    )
    expect(await first).toMatchObject({ event: 'private' })
  })

  test('a channel whose right to read is taken ends', async () => {
    const ada = await channelOf(ADA)
    const ended = new Promise<string>((resolve) => ada.on('system', {}, ({ message }) => resolve(message)))
    await joined(ada)
    await sql('drop policy hear on realtime.messages')
    served.realtime.schemaChanged('default')
    expect(await ended).toContain('You do not have permissions to read')
  })
})
