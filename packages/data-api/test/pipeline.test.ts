/** All statements of a request can be sent at once: no answer is waited for before the next one is sent. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planRequest, type DataPlan, type DataSchema } from '../src/index.js'
import { readSchema, SETTINGS } from './answer-request.js'
import { startCluster, type TestCluster } from './cluster.js'
import { overPg } from './database.js'
import { loadFixture } from './load-fixture.js'

let cluster: TestCluster
let client: Client
let schema: DataSchema

beforeAll(async () => {
  cluster = await startCluster()
  client = new Client({
    host: cluster.host,
    user: 'postgres',
    database: 'postgres',
    pipeline: true,
  } as object)
  await client.connect()
  await loadFixture(overPg(client))
  schema = await readSchema(overPg(client))
})

afterAll(async () => {
  await client.end()
  await cluster.stop()
})

function planOf(method: string, path: string, query: string, headers = {}, body = ''): DataPlan {
  const bytes = new TextEncoder().encode(body)
  const request = { method, path, query, headers, body: bytes, role: 'writer', claims: {} }
  return planRequest(schema, SETTINGS, request)
}

/** Sends opening, main, count and commit without waiting, then reads what came. */
async function atOnce({ opening, main, counting, answer }: DataPlan) {
  const before = opening.map((statement) => client.query(statement))
  const row = client.query<Record<string, string>>(main)
  const counted = counting && client.query<Record<string, unknown>>(counting)
  const end = client.query('commit')
  const all = await Promise.allSettled([...before, row, ...(counted ? [counted] : []), end])
  const failed = all.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason as Error
  const first = (await counted)?.rows[0]
  return answer({ row: (await row).rows[0] ?? {}, counted: first && Object.values(first)[0] })
}

test('a read, its estimate and the commit', async () => {
  const plan = planOf('GET', '/projects', 'select=id,clients(name)&id=lt.3&order=id', {
    prefer: 'count=planned',
  })
  expect(plan.end).toBe('commit')
  const { body, headers } = await atOnce(plan)
  expect(JSON.parse(body)).toHaveLength(2)
  expect(Object.fromEntries(headers)['Content-Range']).toMatch(/^0-1\/\d+$/)
})

test('a write', async () => {
  const plan = planOf('POST', '/people', '', { prefer: 'return=representation' }, '{"id":9,"name":"Zoe"}')
  expect(plan.end).toBe('commit')
  expect((await atOnce(plan)).body).toBe('[{"id":9,"name":"Zoe"}]')
})

test('a write that fails leaves nothing, and the connection goes on', async () => {
  const plan = planOf('POST', '/people', '', {}, '[{"id":10,"name":"a"},{"id":9,"name":"b"}]')
  await expect(atOnce(plan)).rejects.toMatchObject({ code: '23505' })
  const { body } = await atOnce(planOf('GET', '/people', 'select=id&id=gt.8'))
  expect(JSON.parse(body)).toEqual([{ id: 9 }])
})

test('many requests one behind the other each have their own role and claims', async () => {
  const paths = Array.from({ length: 20 }, (_, index) => index)
  const answers = await Promise.all(
    paths.map((index) =>
      atOnce(planOf('GET', '/rpc/setting', 'name=request.headers', { 'x-index': String(index) })),
    ),
  )
  for (const [index, { body }] of answers.entries())
    expect(JSON.parse(JSON.parse(body) as string)).toEqual({ 'x-index': String(index) })
})

test('the pages of a list are one statement', () => {
  const pages = ['limit=10&offset=10', 'limit=20&offset=40'].map(
    (page) => planOf('GET', '/people', page).main,
  )
  expect(pages[0]?.text).toBe(pages[1]?.text)
  expect(pages[0]?.values).not.toEqual(pages[1]?.values)
})
