/** Open dashboards are told when a call may have changed the schema, in each form of the call. */
import { queryBatch, queryPlain, queryTyped, type Client } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tellDataChange } from '../src/control/data-changes.js'
import { tellingProjectChanges } from '../src/control/project-changes.js'
import { DatabaseError } from '../src/engines/engine.js'
import { createFakeEngine } from './fake-engine.js'
import { addProject, testApi, type TestApi } from './test-api.js'
import { testControl } from './test-control.js'

let api: TestApi
let owner: Client
let projects = 0
const told: string[] = []

beforeAll(async () => {
  const own = await testControl()
  const { control, changes } = tellingProjectChanges(own)
  changes.onData(({ topic, ref }) => told.push(`${topic} ${ref}`))
  const run = async (query: string) => {
    if (query.includes('fail'))
      throw new DatabaseError({ message: 'no', code: '42601', formattedError: 'no' })
    const command = query.startsWith('create') ? 'CREATE TABLE' : 'INSERT'
    return { results: [{ command, rowCount: 0, fields: [], notices: [], rows: [] }], durationMs: 1 }
  }
  const engine = createFakeEngine(({ query }) => run(query), {
    batch: async ({ statements }) => ({ type: 'committed', ...(await run(statements[0]?.query ?? '')) }),
  })
  api = await testApi({ engine, control: { ...own, ...control }, projectChanges: changes })
  owner = await api.owner()
})
afterAll(() => api.remove())

async function toldOf(call: (params: { ref: string }) => Promise<unknown>): Promise<boolean> {
  const ref = `reported${projects++}`
  await addProject(api.control, ref)
  await call({ ref }).catch((error: unknown) => expect(error).toMatchObject({ status: 400 }))
  // What is told later comes later.
  await api.control.append([tellDataChange({ topic: 'storage', ref })])
  await vi.waitFor(() => expect(told).toContain(`storage ${ref}`))
  return told.includes(`schema ${ref}`)
}

test.each([
  ['create table t ()', true],
  ['insert into t values (1)', false],
  // What came before the error may have been kept.
  ['create table t (); fail', true],
  ['insert into t values (1); fail', false],
])('%s', async (query, isTold) => {
  const typed = { query, runId: 'a' }
  expect([
    await toldOf((params) => owner.call(queryTyped, { params, body: typed })),
    await toldOf((params) => owner.call(queryPlain, { params, body: { query } })),
    await toldOf((params) =>
      owner.call(queryBatch, { params, body: { runId: 'b', statements: [{ query }] } }),
    ),
  ]).toEqual([isTold, isTold, isTold])
  expect(
    await toldOf((params) => owner.call(queryTyped, { params, body: { ...typed, readOnly: true } })),
  ).toBe(false)
})
