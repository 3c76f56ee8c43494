import { expect, test } from 'vitest'
import {
  broadcastFrame,
  heartbeatFrame,
  joinFrame,
  leaveFrame,
  readFrame,
  tokenFrame,
  type ChannelWishes,
} from './channel-frames.js'

const WISHES: ChannelWishes = { channel: 'room', isPrivate: false, hearsPresence: true, changes: null }
const REFS = { ref: '2', joinRef: '1' }
const sent = (text: string) => JSON.parse(text) as Record<string, unknown>
const from = (event: string, payload: unknown, topic = 'realtime:room') =>
  readFrame(JSON.stringify({ topic, event, payload, ref: null }), 'room')

test('a join says what is wanted', () => {
  expect(sent(joinFrame(WISHES, { ref: '1', token: 'jwt' }))).toEqual({
    topic: 'realtime:room',
    event: 'phx_join',
    ref: '1',
    join_ref: '1',
    payload: {
      config: {
        broadcast: { ack: false, self: true },
        presence: { enabled: true },
        private: false,
        postgres_changes: [],
      },
      access_token: 'jwt',
    },
  })
})

test.each([
  ['  ', undefined],
  [' id=eq.1 ', 'id=eq.1'],
])('a filter %j is asked as %j', (filter, asked) => {
  const changes = { event: '*' as const, schema: 'public', table: 'notes', filter }
  const { payload } = sent(joinFrame({ ...WISHES, changes }, { ref: '1', token: '' }))
  expect(payload).toMatchObject({ config: { postgres_changes: [{ table: 'notes' }] } })
  const { config } = payload as { config: { postgres_changes: { filter?: string }[] } }
  expect(config.postgres_changes[0]?.filter).toBe(asked)
})

test('what else is sent names its channel and its join', () => {
  expect(sent(broadcastFrame('room', { event: 'hi', payload: { a: 1 } }, REFS))).toEqual({
    topic: 'realtime:room',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'hi', payload: { a: 1 } },
    ref: '2',
    join_ref: '1',
  })
  expect(sent(leaveFrame('room', REFS))).toMatchObject({ event: 'phx_leave', join_ref: '1' })
  expect(sent(tokenFrame('room', 'new', REFS))).toMatchObject({
    event: 'access_token',
    payload: { access_token: 'new' },
  })
  expect(sent(heartbeatFrame('7'))).toEqual({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' })
})

test.each([
  ['postgres_changes', { data: { type: 'INSERT', record: { a: 1 } } }, 'changes', 'INSERT'],
  ['broadcast', { type: 'broadcast', event: 'hi', payload: { a: 1 } }, 'broadcast', 'hi'],
  ['presence_state', {}, 'presence', 'state'],
  ['presence_diff', { joins: {}, leaves: {} }, 'presence', 'diff'],
  ['system', { status: 'ok', extension: 'system', message: 'Fine' }, 'system', 'system'],
])('%s is a message', (event, payload, kind, name) => {
  expect(from(event, payload)).toMatchObject({
    type: 'message',
    message: { kind, event: name, isRefusal: false },
  })
})

test('the payload of a change is its row, that of a broadcast what was sent', () => {
  const change = { type: 'DELETE', old_record: { id: 1 } }
  expect(from('postgres_changes', { ids: [1], data: change })).toMatchObject({ message: { payload: change } })
  expect(from('broadcast', { event: 'x', payload: [1] })).toMatchObject({ message: { payload: [1] } })
  expect(from('broadcast', { event: 'x' })).toMatchObject({ message: { payload: null } })
})

test('a system message that tells of an error is a refusal', () => {
  expect(from('system', { status: 'error', message: 'No' })).toMatchObject({ message: { isRefusal: true } })
})

test('answers carry their number and their reason', () => {
  const reply = (payload: unknown) =>
    readFrame(JSON.stringify({ topic: 'realtime:room', event: 'phx_reply', ref: '3', payload }), 'room')
  expect(reply({ status: 'ok', response: {} })).toEqual({ type: 'reply', ref: '3', isOk: true, reason: '' })
  expect(reply({ status: 'error', response: { reason: 'Unauthorized: No' } })).toEqual({
    type: 'reply',
    ref: '3',
    isOk: false,
    reason: 'Unauthorized: No',
  })
})

test.each(['phx_close', 'phx_error'])('%s ends the channel', (event) => {
  expect(from(event, {})).toEqual({ type: 'closed' })
})

test.each(['', 'no JSON', '[1,2]', 'null', '{}', '{"topic":1}'])('%j is nothing of the channel', (text) => {
  expect(readFrame(text, 'room')).toBeNull()
})

test('messages of other channels and events that the protocol does not have are passed over', () => {
  expect(from('broadcast', {}, 'realtime:other')).toBeNull()
  expect(from('broadcast', {}, 'phoenix')).toBeNull()
  expect(from('surprise', {})).toBeNull()
})
