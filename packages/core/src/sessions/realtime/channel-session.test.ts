import { expect, test } from 'vitest'
import type { SocketEars } from '../../ports/index.js'
import type { ChannelMessage, ChannelWishes } from '../../rules/realtime/channel-frames.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createChannelSession } from './channel-session.js'

const WISHES: ChannelWishes = { channel: 'room', isPrivate: false, hearsPresence: false, changes: null }

interface TestSocket {
  url: string
  ears: SocketEars
  sent: { event: string; payload: Record<string, unknown>; ref: string }[]
  isClosed: boolean
}

function openSession() {
  const clock = createFakeClock()
  const sockets: TestSocket[] = []
  const messages: ChannelMessage[] = []
  const tokens = { given: 0, refusal: null as Error | null }
  const session = createChannelSession({
    clock,
    sockets: {
      open(url, ears) {
        const socket: TestSocket = { url, ears, sent: [], isClosed: false }
        sockets.push(socket)
        return {
          send: (text) => void socket.sent.push(JSON.parse(text) as TestSocket['sent'][number]),
          close: () => void (socket.isClosed = true),
        }
      },
    },
    async access() {
      if (tokens.refusal) throw tokens.refusal
      tokens.given += 1
      return { url: 'ws://api', token: `token ${tokens.given}` }
    },
    heard: (message) => void messages.push(message),
    reasonOf: (error) => (error as Error).message,
  })
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  const last = () => sockets.at(-1) as TestSocket
  const say = (event: string, payload: unknown, ref: string | null = null) =>
    last().ears.heard(JSON.stringify({ topic: 'realtime:room', event, payload, ref }))
  const answerJoin = (payload: unknown) => say('phx_reply', payload, last().sent[0]?.ref ?? '')
  const join = async () => {
    session.join(WISHES)
    await settled()
    last().ears.opened()
    answerJoin({ status: 'ok', response: {} })
  }
  return { session, clock, sockets, messages, tokens, settled, last, say, answerJoin, join }
}

test('a channel is joined with a fresh token, and then heard', async () => {
  const { session, messages, last, say, join } = openSession()
  await join()
  expect(session.$state.get()).toEqual({ status: 'joined' })
  expect(last().sent[0]).toMatchObject({ event: 'phx_join', payload: { access_token: 'token 1' } })
  say('broadcast', { event: 'hi', payload: { a: 1 } })
  expect(messages).toMatchObject([{ kind: 'broadcast', event: 'hi', payload: { a: 1 } }])
})

test('a refused join says why, and is not tried again', async () => {
  const { session, clock, sockets, settled, last, answerJoin } = openSession()
  session.join(WISHES)
  await settled()
  last().ears.opened()
  answerJoin({ status: 'error', response: { reason: 'Unauthorized: No' } })
  expect(session.$state.get()).toEqual({ status: 'refused', reason: 'Unauthorized: No' })
  clock.advance(60_000)
  await settled()
  expect(sockets).toHaveLength(1)
  expect(last().isClosed).toBe(true)
})

test('without a key the reason is told', async () => {
  const { session, tokens, settled } = openSession()
  tokens.refusal = new Error('Your role does not allow it')
  session.join(WISHES)
  await settled()
  expect(session.$state.get()).toEqual({ status: 'refused', reason: 'Your role does not allow it' })
})

test('a lost connection is opened again, later each time, until it holds', async () => {
  const { session, clock, sockets, settled, last, answerJoin, join } = openSession()
  await join()
  for (const [index, wait] of [1000, 2000, 5000, 10_000, 10_000].entries()) {
    last().ears.ended()
    expect(session.$state.get()).toEqual({ status: 'lost' })
    clock.advance(wait - 1)
    await settled()
    expect(sockets).toHaveLength(index + 1)
    clock.advance(1)
    await settled()
    expect(sockets).toHaveLength(index + 2)
  }
  last().ears.opened()
  answerJoin({ status: 'ok', response: {} })
  expect(session.$state.get()).toEqual({ status: 'joined' })
  last().ears.ended()
  clock.advance(1000)
  await settled()
  expect(sockets).toHaveLength(7)
})

test('a channel that the service ends is joined again', async () => {
  const { session, clock, sockets, settled, say, join } = openSession()
  await join()
  say('phx_error', {})
  expect(session.$state.get()).toEqual({ status: 'lost' })
  clock.advance(1000)
  await settled()
  expect(sockets).toHaveLength(2)
})

test('the connection is kept open, and its token is renewed before it ends', async () => {
  const { clock, settled, last, join } = openSession()
  await join()
  clock.advance(25_000)
  clock.advance(25_000)
  expect(last().sent.filter(({ event }) => event === 'heartbeat')).toHaveLength(2)
  clock.advance(8 * 60_000)
  await settled()
  expect(last().sent.find(({ event }) => event === 'access_token')).toMatchObject({
    payload: { access_token: 'token 2' },
  })
})

test('a token that can’t be renewed is told, and the channel stays', async () => {
  const { session, clock, tokens, messages, settled, join } = openSession()
  await join()
  tokens.refusal = new Error('Gone')
  clock.advance(8 * 60_000)
  await settled()
  expect(messages).toMatchObject([{ kind: 'system', isRefusal: true, payload: { message: 'Gone' } }])
  expect(session.$state.get()).toEqual({ status: 'joined' })
})

test('who leaves says so, and hears nothing more', async () => {
  const { session, clock, sockets, messages, settled, last, say, join } = openSession()
  await join()
  session.leave()
  expect(session.$state.get()).toEqual({ status: 'idle' })
  expect(last().sent.at(-1)).toMatchObject({ event: 'phx_leave' })
  expect(last().isClosed).toBe(true)
  clock.advance(600_000)
  await settled()
  expect(sockets).toHaveLength(1)
  expect(session.broadcast('hi', {})).toBe(false)
  say('broadcast', { event: 'late', payload: {} })
  expect(messages).toHaveLength(0)
})

test('a broadcast is sent only while the channel is joined; a refused one says why', async () => {
  const { session, messages, last, say, join } = openSession()
  expect(session.broadcast('hi', {})).toBe(false)
  await join()
  expect(session.broadcast('hi', { a: 1 })).toBe(true)
  const sent = last().sent.at(-1)
  expect(sent).toMatchObject({ event: 'broadcast', payload: { event: 'hi', payload: { a: 1 } } })
  say('phx_reply', { status: 'error', response: { reason: 'Too many' } }, sent?.ref ?? '')
  expect(messages).toMatchObject([{ kind: 'system', isRefusal: true, payload: { message: 'Too many' } }])
})

test('another channel takes the place of the one before, whose key may still be on its way', async () => {
  const { session, sockets, settled } = openSession()
  session.join(WISHES)
  session.join({ ...WISHES, channel: 'other' })
  await settled()
  expect(sockets).toHaveLength(1)
})
