/** The data API in two processes on one control plane: either answers, and what one changes holds at the other. */
import {
  createApiKey,
  createProject,
  deleteApiKey,
  getProject,
  queryTyped,
  rotateApiKey,
  setUp,
  updateDataApiConfig,
  type DataApiSettings,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { answerOf } from './served-data.js'
import { PASSWORD } from './test-api.js'
import { startTwoProcesses, type TwoProcesses, type Visitor } from './two-processes.js'

vi.setConfig({ testTimeout: 60_000 })
const BOTH = [0, 1] as const
let two: TwoProcesses
let owner: Visitor
/** Held by the first process. */
let ref: string
let key: { id: string; api_key: string }
beforeAll(async () => {
  two = await startTwoProcesses()
  owner = two.visitor()
  const setup_code = /set-up\?code=(\S+)/.exec(two.processes[0].output())?.[1] ?? ''
  const person = { email: 'owner@example.com', password: PASSWORD, first_name: 'Olive' }
  await owner.at(0).call(setUp, { body: { setup_code, ...person, organization_name: 'Two' } })
  const body = { name: 'Held', organization_slug: 'two' }
  ref = (await owner.at(0).call(createProject, { body })).ref
  await vi.waitUntil(
    async () => (await owner.client.call(getProject, { params: { ref } })).status === 'ACTIVE_HEALTHY',
    { timeout: 40_000, interval: 100 },
  )
  key = await newKey('one')
  await sql(
    `create table todos (id int primary key, task text); insert into todos values (1, 'milk'), (2, 'tea')`,
  )
  await change(0, { enabled: true })
}, 120_000)
afterAll(() => two?.stop())

async function newKey(name: string) {
  const made = await owner.at(0).call(createApiKey, { params: { ref }, body: { name, type: 'secret' } })
  return { id: made.id, api_key: made.api_key ?? '' }
}
async function sql(query: string): Promise<void> {
  await owner.at(0).call(queryTyped, { params: { ref }, body: { query, runId: crypto.randomUUID() } })
}
async function change(which: 0 | 1, body: Partial<DataApiSettings>): Promise<void> {
  await owner.at(which).call(updateDataApiConfig, { params: { ref }, body })
}
const apiOf = (which: 0 | 1) =>
  /project API +(http:\/\/127\.0\.0\.1:\d+)/.exec(two.processes[which].output())?.[1] ?? ''
const ask = (which: 0 | 1, path: string, init?: RequestInit, secret = key.api_key) =>
  answerOf(`${apiOf(which)}/${ref}/rest/v1${path}`, secret, init)
const atBoth = async (path: string, secret?: string) =>
  Promise.all(BOTH.map((which) => ask(which, path, undefined, secret)))
const statusesAtBoth = async (path: string, secret?: string) =>
  (await atBoth(path, secret)).map(({ status }) => status)

test('a request to the process that does not hold the project is answered by the one that does', async () => {
  await expect.poll(() => statusesAtBoth('/todos')).toEqual([200, 200])
  for (const which of BOTH) {
    const id = 10 + which
    const row = { method: 'POST', body: JSON.stringify({ id, task: 'ä "quoted"' }) }
    expect((await ask(which, '/todos', row)).status).toBe(201)
    const written = { status: 200, body: [{ id, task: 'ä "quoted"' }] }
    expect(await atBoth(`/todos?id=eq.${id}`)).toEqual([written, written])
    const again = { status: 409, body: { code: '23505' } }
    expect(await ask(which, '/todos', row)).toMatchObject(again)
  }
  const raw = await fetch(`${apiOf(1)}/${ref}/rest/v1/todos?order=id&limit=1`, {
    headers: { apikey: key.api_key, prefer: 'count=exact', 'accept-encoding': 'identity' },
  })
  expect([raw.status, raw.headers.get('content-range')]).toEqual([206, '0-0/4'])
  expect(await raw.text()).toBe('[{"id":1,"task":"milk"}]')
})

test('settings that one process changed hold at the other', async () => {
  const rows = async () => (await atBoth('/todos')).map(({ body }) => (body as unknown[]).length)
  for (const which of BOTH) {
    await change(which, { max_rows: 1 + which })
    await expect.poll(rows).toEqual([1 + which, 1 + which])
  }
  await change(1, { enabled: false })
  await expect.poll(() => statusesAtBoth('/todos')).toEqual([503, 503])
  await change(0, { enabled: true, max_rows: 1000 })
  await expect.poll(() => statusesAtBoth('/todos')).toEqual([200, 200])
})

test('a table that was made through one process is known to both', async () => {
  await sql('create table later (word text)')
  await expect.poll(() => statusesAtBoth('/later')).toEqual([200, 200])
})

test('a key that was deleted or rotated is refused by both at the next request', async () => {
  const made = await newKey('two')
  expect(await statusesAtBoth('/todos', made.api_key)).toEqual([200, 200])
  const rotation = { params: { ref, id: made.id }, body: { grace_seconds: 0 } }
  const next = await owner.at(1).call(rotateApiKey, rotation)
  expect(await statusesAtBoth('/todos', made.api_key)).toEqual([401, 401])
  expect(await statusesAtBoth('/todos', next.api_key ?? '')).toEqual([200, 200])
  await owner.at(0).call(deleteApiKey, { params: { ref, id: next.id } })
  const refused = { status: 401, body: { code: 'PGRST301', details: null, hint: null } }
  expect(await atBoth('/todos', next.api_key ?? '')).toMatchObject([refused, refused])
})

test('when the process that holds the project is away, the other says so in the family’s words', async () => {
  await two.processes[0].end('SIGKILL')
  const answer = await ask(1, '/todos')
  expect(answer).toMatchObject({ status: 503, body: { code: 'holder_away', details: null, hint: null } })
})
