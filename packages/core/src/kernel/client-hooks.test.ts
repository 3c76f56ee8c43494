import {
  askAssistant,
  createClient,
  getHealth,
  getProject,
  IMPORT_PATH,
  listFolders,
  listProjects,
  PlatformError,
  QUERY_PATH,
  runLints,
  signIn,
  type Client,
  type ImportPlan,
} from '@basedeck/platform-client'
import { describe, expect, test, vi } from 'vitest'
import { isAway, withHooks, type CalledEndpoint, type ClientHooks } from './client-hooks.js'

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

describe('every kind of call', () => {
  const params = { ref: 'default' }
  const query = { params, body: { query: 'select 1', runId: 'run' } }
  const plan = { params, plan: {} as ImportPlan }
  const kinds: [
    string,
    CalledEndpoint['path'],
    (client: Client, signal?: AbortSignal) => Promise<unknown>,
  ][] = [
    ['a call', listProjects.path, (client, signal) => client.call(listProjects, {}, signal && { signal })],
    [
      'events',
      askAssistant.path,
      (client, signal) => read(client.events(askAssistant, chat, signal && { signal })),
    ],
    ['rows', QUERY_PATH, (client, signal) => read(client.rows(query, signal && { signal }))],
    [
      'an import',
      IMPORT_PATH,
      (client, signal) => read(client.importRows(plan, 'id\n1\n', signal && { signal })),
    ],
  ]

  /** A client that refuses its first call, and then answers with what it was given. */
  function echoing(hooks: ClientHooks): Client {
    let isFirst = true
    const answer = (...given: unknown[]) => {
      if (!isFirst) return given
      isFirst = false
      throw signedOut
    }
    async function* pieces(...given: unknown[]) {
      yield answer(...given)
    }
    const call = async (...given: unknown[]) => answer(...given)
    const direct = { baseUrl: 'http://fake', call, events: pieces, rows: pieces, importRows: pieces }
    return withHooks(direct as unknown as Client, hooks)
  }

  test.each(kinds)(
    '%s is sent again as it was, and the hook is told where to and until when',
    async (_, path, send) => {
      const sessionLost = vi.fn<Required<ClientHooks>['sessionLost']>(async () => true)
      const { signal } = new AbortController()
      const whole = await send(echoing({ sessionLost }), signal)
      expect(JSON.stringify(whole)).toContain('signal')
      expect(sessionLost.mock.calls[0]?.[0]).toMatchObject({ endpoint: { path }, signal, error: signedOut })
      await send(echoing({ sessionLost }))
      expect(sessionLost.mock.calls[1]?.[0].signal).toBeUndefined()
    },
  )

  test.each(kinds)('%s is refused as it was where nothing listens', async (_, _path, send) => {
    await expect(send(echoing({}))).rejects.toBe(signedOut)
  })
})

test.each(['signed_out', 'project_not_found'])(
  'a mistake of the program with the code %s tells nothing',
  async (code) => {
    const mistake = Object.assign(new Error('x'), { code })
    const told = { sessionLost: vi.fn(async () => true), projectLost: vi.fn(), away: vi.fn() }
    await expect(read(streamOf([[mistake]], told).events)).rejects.toBe(mistake)
    expect(Object.values(told).map((hook) => hook.mock.calls.length)).toEqual([0, 0, 0])
  },
)

test.each([
  ['the platform can’t be reached', new PlatformError('network', 'x'), true],
  ['a gateway answers', new PlatformError('http', 'x', { status: 502 }), true],
  ['an answer has no status', new PlatformError('http', 'x'), false],
  ['an answer can’t be read', new PlatformError('invalid', 'x', { status: 502 }), false],
  ['the program is wrong', Object.assign(new Error('x'), { kind: 'network' }), false],
  ['something else was thrown', undefined, false],
])('%s: away, %#', (_, error, away) => {
  expect(isAway(error)).toBe(away)
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

test('a refusal for a project that the call does not name, or that nothing listens for, is thrown as it is', async () => {
  const projectLost = vi.fn<(ref: string) => void>()
  const reply = refused(404, 'project_not_found')
  const { client } = clientOf([reply], { projectLost })
  await expect(client.call(listProjects, {})).rejects.toThrow('project_not_found')
  expect(projectLost).not.toHaveBeenCalled()
  await expect(clientOf([reply], {}).client.call(listFolders, folders)).rejects.toThrow('project_not_found')
})

test('the project’s own call reports its loss itself, and other failures say nothing of the project', async () => {
  const projectLost = vi.fn<(ref: string) => void>()
  const { client } = clientOf([refused(404, 'project_not_found'), refused(500, 'internal')], { projectLost })
  const params = { ref: 'gone' }
  await expect(client.call(getProject, { params })).rejects.toThrow('project_not_found')
  await expect(client.call(runLints, { params })).rejects.toThrow('internal')
  expect(projectLost).not.toHaveBeenCalled()
})
