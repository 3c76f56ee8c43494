/** Read-only members: their SQL runs as the reader with a timeout, whatever the call asks for. */
import {
  acceptInvitation,
  cancelQuery,
  createAccessToken,
  createInvitation,
  queryProgress,
  type Client,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STATEMENT_TIMEOUT_MS } from '../src/routes/query.js'
import { READERS_LONGEST_MS } from '../src/services/readers-limits.js'
import type { RunRequest } from '../src/engines/engine.js'
import { createFakeEngine } from './fake-engine.js'
import { addProject, PASSWORD, testApi, type TestApi } from './test-api.js'

const asked: { [Name in 'as' | 'readOnly' | 'timeoutMs']: RunRequest[Name] | undefined }[] = []
const underWay = new Set<string>()
let api: TestApi
let owner: Client
let tokens: Record<'read' | 'write', string>
beforeAll(async () => {
  const engine = createFakeEngine(
    async ({ runId, as, readOnly, timeoutMs }) => {
      asked.push({ as, readOnly, timeoutMs })
      underWay.add(runId)
      return { results: [], durationMs: 1 }
    },
    {
      cancel: async (runId) => underWay.has(runId),
      progress: (runId) => (underWay.has(runId) ? { state: 'running', forMs: 1 } : undefined),
    },
  )
  api = await testApi({ engine })
  owner = await api.owner()
  await addProject(api.control, 'acmeproject')
  const make = async (access: 'read' | 'write') =>
    (await owner.call(createAccessToken, { body: { name: access, access } })).token
  tokens = { read: await make('read'), write: await make('write') }
})
afterAll(() => api.remove())

async function run(who: 'read' | 'write', version: 1 | 2, body: object) {
  asked.length = 0
  const answer = await api.browser().fetch('/platform/pg-meta/acmeproject/query', {
    method: 'POST',
    body: JSON.stringify({ query: 'select 1', ...(version === 2 ? { runId: 'a' } : {}), ...body }),
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tokens[who]}`,
      ...(version === 2 ? { version: '2' } : {}),
    },
  })
  expect(answer.status).toBe(200)
  return asked[0]
}

test.each([
  ['the usual time', 2, {}, STATEMENT_TIMEOUT_MS],
  ['a shorter one', 2, { timeoutMs: 1000 }, 1000],
  ['a longer one', 2, { timeoutMs: READERS_LONGEST_MS * 2 }, READERS_LONGEST_MS],
  ['none at all', 2, { timeoutMs: 0 }, READERS_LONGEST_MS],
  ['none at all, in the plain form', 1, { disable_statement_timeout: true }, READERS_LONGEST_MS],
] as const)('a reader who asks for %s', async (_, version, body, timeoutMs) => {
  expect(await run('read', version, { ...body, readOnly: false })).toEqual({
    as: 'reader',
    readOnly: undefined,
    timeoutMs,
  })
})

test('a caller can’t follow or cancel another person’s run, even with its id', async () => {
  await run('write', 2, { runId: 'known' })
  await owner.call(createInvitation, {
    params: { slug: 'acme' },
    body: { email: 'other@example.com', role_id: 'developer' },
  })
  const { client: other } = api.browser()
  await other.call(acceptInvitation, {
    params: { token: api.mailedToken() },
    body: { first_name: 'Other', password: PASSWORD },
  })
  const params = { ref: 'acmeproject', runId: 'known' }
  expect(await other.call(queryProgress, { params })).toEqual({ state: 'ended' })
  expect(await other.call(cancelQuery, { params })).toEqual({ cancelled: false })
  expect(await owner.call(queryProgress, { params })).toMatchObject({ state: 'running' })
  expect(await owner.call(cancelQuery, { params })).toEqual({ cancelled: true })
})

test.each([
  [2, { timeoutMs: 0 }],
  [1, { disable_statement_timeout: true }],
] as const)('members who may write have no timeout: version %i', async (version, body) => {
  expect(await run('write', version, body)).toMatchObject({ as: undefined, timeoutMs: 0 })
})
