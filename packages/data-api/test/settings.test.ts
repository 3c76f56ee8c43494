/** What the owner decides: limits, aggregates, the function before requests, timeouts, and roles that are none. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataSchema, DataSettings } from '../src/index.js'
import { answerTo, readSchema, SETTINGS, type TestRequest } from './answer-request.js'
import { startCluster, type TestCluster } from './cluster.js'
import { overPg, type TestDatabase } from './database.js'
import { loadFixture } from './load-fixture.js'

let cluster: TestCluster
let database: TestDatabase
let schema: DataSchema

beforeAll(async () => {
  cluster = await startCluster()
  database = overPg(await cluster.connect())
  await loadFixture(database)
  await database.exec(`alter role reader set statement_timeout = '7s';
    alter role reader set default_transaction_isolation = 'repeatable read'`)
  schema = await readSchema(database)
})

afterAll(async () => {
  await database.close()
  await cluster.stop()
})

const asked = (request: TestRequest, settings: Partial<DataSettings> = {}) =>
  answerTo(database, schema, request, { ...SETTINGS, ...settings })
const setting = async (name: string, settings: Partial<DataSettings> = {}) =>
  JSON.parse((await asked({ url: `/rpc/setting?name=${name}` }, settings)).body) as unknown

test('rows are limited on every level of a read', async () => {
  const url = '/clients?select=id,projects(id)&order=id&projects.order=id'
  const { body, headers } = await asked({ url, headers: { prefer: 'count=exact' } }, { maxRows: 1 })
  expect(JSON.parse(body)).toEqual([{ id: 1, projects: [{ id: 1 }] }])
  expect(headers['Content-Range']).toBe('0-0/3')
  const values = await asked({ url: '/rpc/numbers?up_to=5' }, { maxRows: 2 })
  expect(JSON.parse(values.body)).toEqual([1, 2])
  const wider = await asked(
    { url: '/people?select=id&order=id&limit=3', headers: { range: '0-9' } },
    { maxRows: 2 },
  )
  expect(JSON.parse(wider.body)).toEqual([{ id: 1 }, { id: 2 }])
})

test('what a write returns has no limit', async () => {
  const request = { method: 'PATCH', url: '/people?select=id', role: 'writer', body: '{"name":"x"}' }
  const headers = { prefer: 'return=representation, tx=rollback' }
  expect(JSON.parse((await asked({ ...request, headers }, { maxRows: 1 })).body)).toHaveLength(3)
})

test('an estimated count is exact up to the limit of rows, and the planner’s beyond it', async () => {
  const request = { url: '/tasks?select=id', headers: { prefer: 'count=estimated' } }
  const few = await asked(request, { maxRows: 100 })
  expect(few.headers['Content-Range']).toBe('0-4/5')
  const many = await asked(request, { maxRows: 2 })
  const total = Number(many.headers['Content-Range']?.split('/')[1])
  expect(total).toBeGreaterThan(5)
})

test('aggregates are refused where the owner has not allowed them', async () => {
  for (const url of [
    '/people?select=count()',
    '/clients?select=projects(count())',
    '/tasks?select=...projects(big.max())',
  ]) {
    const { status, body } = await asked({ url }, { aggregates: false })
    expect([status, (JSON.parse(body) as { code: string }).code]).toEqual([400, 'PGRST123'])
  }
})

test('the function before requests sees them, refuses them and sets headers', async () => {
  for (const preRequest of ['shop.check_request', 'check_request']) {
    const { headers, status } = await asked({ url: '/people' }, { preRequest })
    expect([status, headers['X-Checked']]).toEqual([200, 'yes'])
    const refused = await asked({ url: '/people', headers: { 'x-forbidden': 'yes' } }, { preRequest })
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([403, { message: 'not you' }])
  }
})

test('settings of the role hold, and the owner’s timeout goes before them', async () => {
  expect(await setting('statement_timeout')).toBe('7s')
  expect(await setting('transaction_isolation')).toBe('repeatable read')
  expect(await setting('statement_timeout', { statementTimeouts: { reader: 1500 } })).toBe('1500ms')
  expect(await setting('app.settings.key', { appSettings: { 'app.settings.key': "it's" } })).toBe("it's")
  const { body } = await asked({ url: '/rpc/isolated' })
  expect(JSON.parse(body)).toBe('serializable')
})

test('nothing of a request is left for the next one', async () => {
  await asked({ url: '/people', claims: { sub: 'first' } })
  const [row] = await database.query({
    text: "select current_user as role, current_setting('request.jwt.claims', true) as claims, current_setting('statement_timeout') as timeout",
    values: [],
  })
  expect(row).toEqual({ role: 'postgres', claims: '', timeout: '0' })
})

test.each(['none', 'NONE', '', 'no\0ne', 'none\0'])(
  'a role that would be the login itself is refused: %j',
  async (role) => {
    const { status, body } = await asked({ url: '/rpc/who', role })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body).not.toContain('"postgres"')
  },
)

test('a role that does not exist is refused', async () => {
  const { status, body } = await asked({ url: '/people', role: 'nobody_at_all' })
  expect([status, JSON.parse(body)]).toMatchObject([400, { code: '22023' }])
})

test('a rollback that the owner does not permit is not followed', async () => {
  const request = {
    method: 'POST',
    url: '/kept',
    role: 'writer',
    body: '{"id":50}',
    headers: { prefer: 'tx=rollback' },
  }
  expect((await asked(request, { mayRollBack: false })).headers['Preference-Applied']).toBeUndefined()
  expect(JSON.parse((await asked({ url: '/kept?id=eq.50&select=id' })).body)).toEqual([{ id: 50 }])
})

test('the depth of relations is limited by the owner', async () => {
  const url = '/clients?select=projects(tasks(id))'
  expect((await asked({ url }, { maxEmbedDepth: 2 })).status).toBe(200)
  expect((await asked({ url }, { maxEmbedDepth: 1 })).status).toBe(400)
})
