import {
  askAssistant,
  createClient,
  getHealth,
  getProject,
  listFolders,
  listProjects,
  PlatformError,
  runLints,
  signIn,
} from '@basedeck/platform-client'
import { expect, test, vi } from 'vitest'
import { withHooks, type ClientHooks } from './client-hooks.js'

/** A client whose calls are answered in turn by `replies`; the last one answers all that follow. */
function clientOf(replies: (() => Response)[], hooks: ClientHooks) {
  let asked = 0
  const reply = async () => replies[Math.min(asked++, replies.length - 1)]?.()
  const client = createClient({ baseUrl: 'http://fake', fetch: reply as never })
  return { client: withHooks(client, hooks), asked: () => asked }
}

/** The events of a client whose streams, in turn, yield these pieces; an error among them ends the stream. */
function streamOf(streams: unknown[][], hooks: ClientHooks) {
  let opened = 0
  const direct = createClient({ baseUrl: 'http://fake' })
  async function* events() {
    for (const piece of streams[opened++] ?? []) {
      if (piece instanceof Error) throw piece
      yield piece
    }
  }
  const client = withHooks({ ...direct, events: events as typeof direct.events }, hooks)
  return { events: client.events(askAssistant, chat), opened: () => opened }
}

const ok = (body: unknown) => () => new Response(JSON.stringify(body))
const refused = (status: number, code: string) => () =>
  new Response(JSON.stringify({ message: code, code }), { status })
const noAnswer = () => {
  throw new TypeError('fetch failed')
}
const signedOut = new PlatformError('http', 'Sign in to continue', { status: 401, code: 'signed_out' })
const chat = { params: { ref: 'default' }, body: { messages: [] } }
const folders = { params: { ref: 'gone' }, query: { type: 'sql' } } as const

async function read(events: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const event of events) found.push(event)
  return found
}

test('an answer is told to what the call began with, and a stream tells every piece', async () => {
  const answered = vi.fn<() => void>()
  const sent = vi.fn<Required<ClientHooks>['sent']>(() => answered)
  await clientOf([ok({ status: 'ok' })], { sent }).client.call(getHealth, {})
  expect([sent.mock.calls.length, answered.mock.calls.length]).toEqual([1, 1])
  expect(await read(streamOf([['a', 'b']], { sent }).events)).toEqual(['a', 'b'])
  expect([sent.mock.calls.length, answered.mock.calls.length]).toEqual([2, 3])
})

test.each([
  ['no answer', noAnswer, true],
  ['a gateway without a platform', () => new Response('Bad gateway', { status: 502 }), true],
  ['a platform that stops', refused(503, 'stopping'), true],
  ['a refusal of the platform', refused(503, 'engine_busy'), false],
  ['a fault of the platform', refused(500, 'internal'), false],
])('%s: the platform is away, %#', async (_, reply, isAway) => {
  const replaced = new PlatformError('network', 'Replaced')
  const away = vi.fn(() => replaced)
  const { client } = clientOf([reply], { away })
  const failures = [client.call(getHealth, {}), read(client.events(askAssistant, chat))].map((asked) =>
    asked.catch((error: unknown) => error),
  )
  expect((await Promise.all(failures)).map((error) => error === replaced)).toEqual([isAway, isAway])
  expect(away).toHaveBeenCalledTimes(isAway ? 2 : 0)
})

test('a call that finds the session ended is sent again when the hook says so', async () => {
  const sessionLost = vi.fn<Required<ClientHooks>['sessionLost']>(async () => true)
  const { client, asked } = clientOf([refused(401, 'signed_out'), ok([])], { sessionLost })
  expect(await client.call(listProjects, {})).toEqual([])
  expect(asked()).toBe(2)
  expect(sessionLost.mock.lastCall?.[0]).toMatchObject({
    endpoint: listProjects,
    error: { code: 'signed_out' },
  })
})

test('it fails as it was refused when the hook says no, and a wrong password is no lost session', async () => {
  const sessionLost = vi.fn(async () => false)
  const { client, asked } = clientOf([refused(401, 'signed_out'), refused(401, 'wrong_credentials')], {
    sessionLost,
  })
  await expect(client.call(listProjects, {})).rejects.toMatchObject({ code: 'signed_out' })
  const body = { email: 'ada@example.com', password: 'wrong' }
  await expect(client.call(signIn, { body })).rejects.toMatchObject({ code: 'wrong_credentials' })
  expect([asked(), sessionLost.mock.calls.length]).toEqual([2, 1])
})

test('a stream is opened again before its first piece, and never after it', async () => {
  const sessionLost = vi.fn(async () => true)
  const { events, opened } = streamOf([[signedOut], ['a', signedOut], ['a', 'b']], { sessionLost })
  expect((await events.next()).value).toBe('a')
  await expect(events.next()).rejects.toBe(signedOut)
  expect([opened(), sessionLost.mock.calls.length]).toEqual([2, 1])
})

test('a project that a call does not find is lost', async () => {
  const projectLost = vi.fn<(ref: string) => void>()
  const { client } = clientOf([refused(404, 'project_not_found')], { projectLost })
  await expect(client.call(listFolders, folders)).rejects.toThrow('project_not_found')
  await expect(read(client.events(askAssistant, chat))).rejects.toThrow('project_not_found')
  expect(projectLost.mock.calls).toEqual([['gone'], ['default']])
})

test('the project’s own call reports its loss itself, and other failures say nothing of the project', async () => {
  const projectLost = vi.fn<(ref: string) => void>()
  const { client } = clientOf([refused(404, 'project_not_found'), refused(500, 'internal')], { projectLost })
  const params = { ref: 'gone' }
  await expect(client.call(getProject, { params })).rejects.toThrow('project_not_found')
  await expect(client.call(runLints, { params })).rejects.toThrow('internal')
  expect(projectLost).not.toHaveBeenCalled()
})
