/** Who only reads a database: their SQL is READ ONLY and ends by itself, whatever the call asks for. */
import { createAccessToken } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertProject } from '../src/control/projects.js'
import { READERS_LONGEST_MS, STATEMENT_TIMEOUT_MS } from '../src/routes/query.js'
import { createFakeEngine } from './fake-engine.js'
import { testApi, type TestApi } from './test-api.js'

const asked: { readOnly: boolean | undefined; timeoutMs: number | undefined }[] = []
let api: TestApi
let tokens: Record<'read' | 'write', string>
beforeAll(async () => {
  const engine = createFakeEngine(async ({ readOnly, timeoutMs }) => {
    asked.push({ readOnly, timeoutMs })
    return { results: [], durationMs: 1 }
  })
  api = await testApi({ engine })
  const owner = await api.owner()
  await api.control.write([
    insertProject({
      ref: 'acmeproject',
      name: 'Acme',
      organizationId: 1,
      region: 'local',
      engine: 'pglite',
      installationId: null,
      database: { host: 'x', port: 1, name: 'x', user: 'x' },
    }),
  ])
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
  expect(await run('read', version, { ...body, readOnly: false })).toEqual({ readOnly: true, timeoutMs })
})

test.each([
  [2, { timeoutMs: 0 }],
  [1, { disable_statement_timeout: true }],
] as const)('who may write may wait for as long as it takes: version %i', async (version, body) => {
  expect(await run('write', version, body)).toEqual({ readOnly: false, timeoutMs: 0 })
})
