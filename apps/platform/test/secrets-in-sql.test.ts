/** A secret in SQL is in no line of the audit log, in no line of the server's log and in no list of what runs. */
import {
  createAccessToken,
  createClient,
  listAudit,
  listRunning,
  queryTyped,
  type Client,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeEngine } from './fake-engine.js'
import { addProject, ORIGIN, testApi, type TestApi } from './test-api.js'

const params = { ref: 'acmeproject' }
let running: string[] = []
let api: TestApi
let owner: Client
let reader: Client
beforeAll(async () => {
  const engine = createFakeEngine(
    async ({ query }) => {
      running.push(query)
      return { results: [], durationMs: 1 }
    },
    {
      running: async () =>
        running.map((query, at) => ({
          id: String(at),
          query,
          user: 'postgres',
          application: '',
          state: 'running' as const,
          forMs: 1,
          blockedBy: [],
          locks: [],
          canCancel: true,
        })),
    },
  )
  api = await testApi({ engine })
  owner = await api.owner()
  await addProject(api.control, params.ref)
  const { token } = await owner.call(createAccessToken, { body: { name: 'reads', access: 'read' } })
  reader = createClient({
    baseUrl: ORIGIN,
    fetch: ((path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${token}`)
      return api.browser().fetch(path, { ...init, headers })
    }) as never,
  })
})
afterAll(() => api.remove())

const SECRET = 'hunter2'
const STRINGS = [
  `'${SECRET}'`,
  `E'\\'${SECRET}'`,
  `U&'!0041${SECRET}' uescape '!'`,
  `$x$${SECRET}$x$`,
  `'a'\n'${SECRET}'`,
]
const FORMS = [
  'alter role a password §',
  'create subscription s connection § publication p',
  'alter subscription s connection §',
  'alter server s options (set key §)',
  'set "my.password" = §',
  'alter role a set my.password to §',
  'select set_config(§, §, true)',
  'execute p(§)',
  'insert into accounts (name, password) values (§, §)',
  'do $$ begin alter role a password §; end $$',
]

test('no list and no log holds the secret', async () => {
  for (const form of FORMS)
    for (const constant of STRINGS) {
      const query = form.replaceAll('§', () => constant)
      await owner.call(queryTyped, { params, body: { query, runId: `r${running.length}` } })
    }
  expect(running).toHaveLength(FORMS.length * STRINGS.length)
  const lines = await owner.call(listAudit, {
    params: { slug: 'acme' },
    query: { search: 'database.write', limit: 100 },
  })
  expect(lines.entries).toHaveLength(running.length)
  const shown = await owner.call(listRunning, { params })
  expect(shown[0]?.query).toBe("alter role a password '…'")
  for (const told of [lines, shown, await reader.call(listRunning, { params }), api.logged])
    expect(JSON.stringify(told)).not.toContain(SECRET)
})

test('members who only read see of statements that run keywords and structure', async () => {
  running = ["update customers set note = 'sick' where id = 5"]
  expect((await owner.call(listRunning, { params }))[0]?.query).toBe(running[0])
  expect((await reader.call(listRunning, { params }))[0]?.query).toBe("update … set … = '…' where … = …")
})

test('a statement whose text PostgreSQL has cut is shown without constants', async () => {
  running = ["select a from t where b in ('x', 'y"]
  expect((await owner.call(listRunning, { params }))[0]?.query).toBe("select a from t where b in ('…', '…'")
})
