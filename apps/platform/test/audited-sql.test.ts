/** SQL that may write has its line in the audit log before it runs, in each form of the call; SQL that reads has none. */
import { createAccessToken, listAudit, type Client } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeEngine } from './fake-engine.js'
import { addProject, testApi, type TestApi } from './test-api.js'

let api: TestApi
let owner: Client
let token: string
/** Lines of the log that were there when the database got a statement. */
let linesAtRun: number[] = []

beforeAll(async () => {
  const engine = createFakeEngine(async () => {
    linesAtRun.push((await lines()).length)
    return { results: [], durationMs: 1 }
  })
  api = await testApi({ engine })
  owner = await api.owner()
  await addProject(api.control, 'acmeproject')
  token = (await owner.call(createAccessToken, { body: { name: 'script', access: 'write' } })).token
})
afterAll(() => api.remove())

async function lines() {
  const { entries } = await owner.call(listAudit, {
    params: { slug: 'acme' },
    query: { search: 'database.write' },
  })
  return entries
}

async function run(body: object, version?: '2'): Promise<number> {
  const answer = await api.browser().fetch('/platform/pg-meta/acmeproject/query', {
    method: 'POST',
    body: JSON.stringify(version ? { runId: 'a', ...body } : body),
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(version ? { version } : {}),
    },
  })
  return answer.status
}

test.each([
  ['the typed form', '2'],
  ['the plain form', undefined],
] as const)('%s: the log has the line before the database gets the text', async (_, version) => {
  const before = (await lines()).length
  linesAtRun = []
  expect(await run({ query: `delete from t where id = '${version ?? 1}'` }, version)).toBe(200)
  const [line] = await lines()
  expect(line).toMatchObject({
    actor: { email: 'owner@example.com' },
    project_ref: 'acmeproject',
    target: `delete from t where id = '${version ?? 1}'`,
    detail: { sql: `delete from t where id = '${version ?? 1}'` },
  })
  expect(linesAtRun).toEqual([before + 1])
})

test('what reads has no line', async () => {
  const before = (await lines()).length
  await run({ query: 'select 1' })
  await run({ query: 'select 1' }, '2')
  await run({ query: 'delete from t', readOnly: true }, '2')
  expect(await lines()).toHaveLength(before)
})

test('the role of a run is logged', async () => {
  await run({ query: 'delete from t', role: { type: 'database', name: 'clerk' } }, '2')
  expect((await lines())[0]?.detail).toMatchObject({ role: 'clerk' })
})

test('twenty at once have twenty lines', async () => {
  const before = (await lines()).length
  const all = await Promise.all(Array.from({ length: 20 }, () => run({ query: 'delete from t' })))
  expect(all).toEqual(Array.from({ length: 20 }, () => 200))
  const { entries } = await owner.call(listAudit, {
    params: { slug: 'acme' },
    query: { search: 'database.write', limit: 100 },
  })
  expect(entries).toHaveLength(before + 20)
})
