import { afterEach, expect, test } from 'vitest'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { PUBLISHED_TABLES_STATEMENT } from '../../sql/index.js'
import { realtimeText as text } from '../../text/realtime.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { RealtimeInspectorScreen } from './inspector.js'
import { tableValue } from './channel-form.js'

let opened: OpenedScreen<RealtimeInspectorScreen> | undefined
afterEach(() => opened?.end())

const PUBLISHED = {
  results: [
    { command: 'SELECT', rowCount: 1, fields: [], notices: [], rows: [['public', 'notes']] as string[][] },
  ],
}

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('realtimeInspector', '/project/default/realtime/inspector', (fake) => {
    fake.answer(PUBLISHED_TABLES_STATEMENT.query, PUBLISHED)
    prepare(fake)
  })
  const { screen, watch, until, host } = opened
  const { messages } = screen
  const state = watch(
    screen.$state,
    screen.$stateBody,
    screen.$mayJoin,
    screen.$tables,
    screen.settings.$isOn,
  )
  const list = watch(messages.$rows, messages.$summary, messages.$waiting, messages.$open, screen.$present)
  await until(() => expect(screen.settings.$isOn.get().status).toBe('ready'))
  const socket = () => {
    const last = host.openedSockets.at(-1)
    if (!last) throw new Error('No socket was opened')
    return last
  }
  const say = (event: string, payload: unknown, ref: string | null = null) =>
    socket().ears.heard(JSON.stringify({ topic: 'realtime:room', event, payload, ref }))
  const join = async () => {
    screen.channel.set('channel', 'room')
    await screen.channel.submit()
    await until(() => expect(host.openedSockets).toHaveLength(1))
    socket().ears.opened()
    const asked = JSON.parse(socket().sent[0] ?? '{}') as { ref: string; payload: { config: unknown } }
    say('phx_reply', { status: 'ok', response: {} }, asked.ref)
    return asked
  }
  const drawn = () => host.clock.advance(100)
  return { ...opened, messages, state, list, socket, say, join, drawn }
}

test('a channel needs a name, and a filter a table', async () => {
  const { screen, watch } = await open()
  const problems = watch(screen.channel.$problems)
  await screen.channel.submit()
  expect(problems()).toEqual({ channel: text.channel.nameWanted })
  screen.channel.set('channel', 'room')
  screen.channel.set('hearsChanges', true)
  screen.channel.set('filter', 'id=eq.1')
  await screen.channel.submit()
  expect(problems()).toEqual({ filter: text.channel.filterNeedsTable })
  screen.channel.set('filter', 'nonsense')
  await screen.channel.submit()
  expect(problems()).toMatchObject({ filter: text.channel.filterForm })
})

test('a published table is chosen, and the channel is joined with what is wanted', async () => {
  const { screen, socket, join, until } = await open()
  await until(() => expect(screen.$tables.get()).toHaveLength(1))
  expect(screen.$tables.get()).toEqual([
    { value: tableValue({ schema: 'public', name: 'notes' }), label: 'public.notes' },
  ])
  screen.channel.set('hearsChanges', true)
  screen.channel.set('table', tableValue({ schema: 'public', name: 'notes' }))
  screen.channel.set('event', 'UPDATE')
  screen.channel.set('filter', 'id=eq.1')
  const { payload } = await join()
  expect(payload.config).toMatchObject({
    postgres_changes: [{ event: 'UPDATE', schema: 'public', table: 'notes', filter: 'id=eq.1' }],
  })
  expect(socket().url).toMatch(/^ws:.*\/realtime\/v1\/websocket\?apikey=.+&vsn=1\.0\.0$/)
  expect(screen.$state.get()).toEqual({ status: 'joined' })
  expect(screen.channel.$values.get().channel).toBe('room')
})

test('messages are listed newest first, narrowed, opened and copied', async () => {
  const { screen, host, messages, say, join, drawn } = await open()
  await join()
  say('broadcast', { event: 'hi', payload: { to: 'Ada' } })
  say('postgres_changes', { data: { type: 'INSERT', record: { id: 1 } } })
  say('system', { status: 'error', extension: 'policies', message: 'No policy lets you send' })
  drawn()
  expect(messages.$rows.get().map(({ event, isRefusal }) => [event, isRefusal])).toEqual([
    ['policies', true],
    ['INSERT', false],
    ['hi', false],
  ])
  expect(messages.$summary.get()).toBe('3 messages, 0.3 a second')
  messages.showKind('broadcast')
  messages.search('ada')
  expect(messages.$rows.get().map(({ event }) => event)).toEqual(['hi'])
  messages.open(messages.$rows.get()[0]?.id ?? 0)
  expect(messages.$open.get()).toMatchObject({ title: 'Broadcast · hi', payload: '{\n  "to": "Ada"\n}' })
  expect(await messages.copy()).toBe(true)
  expect(host.copied.at(-1)).toBe('{\n  "to": "Ada"\n}')
  messages.clear()
  expect(messages.$rows.get()).toEqual([])
  screen.leave()
  expect(screen.$state.get()).toEqual({ status: 'idle' })
})

test('while the list is paused messages wait', async () => {
  const { messages, say, join, drawn } = await open()
  await join()
  messages.pause(true)
  say('broadcast', { event: 'one', payload: {} })
  drawn()
  expect(messages.$rows.get()).toEqual([])
  expect(messages.$waiting.get()).toBe('1 new message waits')
  messages.pause(false)
  expect(messages.$rows.get()).toHaveLength(1)
  expect(messages.$waiting.get()).toBe('')
})

test('who is here follows what the channel says', async () => {
  const { screen, say, join } = await open()
  expect(screen.$present.get()).toBeNull()
  await join()
  expect(screen.$present.get()).toEqual([])
  say('presence_state', { ada: { metas: [{ phx_ref: '1', at: 'desk' }] } })
  expect(screen.$present.get()).toEqual([{ key: 'ada', connections: 1, said: '{"at":"desk"}' }])
  say('presence_diff', { joins: {}, leaves: { ada: { metas: [{ phx_ref: '1' }] } } })
  expect(screen.$present.get()).toEqual([])
})

test('a broadcast is sent as JSON, and stays in the form', async () => {
  const { screen, socket, join, watch } = await open()
  await join()
  const problems = watch(screen.broadcast.$problems)
  screen.broadcast.set('payload', '{"a":')
  await screen.broadcast.submit()
  expect(problems()).toEqual({ payload: text.send.notJson })
  screen.broadcast.set('payload', '{"a":1}')
  await screen.broadcast.submit()
  expect(JSON.parse(socket().sent.at(-1) ?? '')).toMatchObject({
    event: 'broadcast',
    payload: { event: 'message', payload: { a: 1 } },
  })
  expect(screen.broadcast.$values.get().payload).toBe('{"a":1}')
})

test('a refusal and a loss are told', async () => {
  const { screen, socket, say, join } = await open()
  const { ears } = await join().then(socket)
  ears.ended()
  expect(screen.$state.get()).toEqual({ status: 'lost' })
  expect(screen.$stateBody.get()).toBe(text.lost)
  screen.leave()
  say('broadcast', { event: 'late', payload: {} })
  expect(screen.messages.$rows.get()).toEqual([])
})

test('realtime that is turned off can’t be joined, and who may not change it is told', async () => {
  const { screen, until } = await open((fake) => {
    for (const found of fake.world.projects) found.realtime = { enabled: false }
    grantOnly(fake, ['read', '%'])
  })
  await until(() => expect(screen.$mayJoin.get()).toEqual({ disabled: true, hint: text.isOff }))
  await until(() =>
    expect(screen.settings.$mayChange.get()).toEqual({ disabled: true, hint: text.settings.mayNot }),
  )
})

test('settings are saved, and a limit outside of its ends is told at its field', async () => {
  const { screen, watch, until, host } = await open()
  const { form } = screen.settings.edit
  const problems = watch(form.$problems)
  await until(() => expect(form.$values.get().payload_kb).not.toBe(''))
  form.set('payload_kb', '0')
  await form.submit()
  expect(problems()).toEqual({ payload_kb: text.settings.outside(1, 5000) })
  form.set('payload_kb', '10')
  form.set('private_only', true)
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(host.notes.at(-1)).toEqual({ kind: 'success', message: text.settings.saved })
  expect(form.$values.get()).toMatchObject({ payload_kb: '10', private_only: true })
})
