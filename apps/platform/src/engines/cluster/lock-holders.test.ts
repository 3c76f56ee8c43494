/** Which session holds a lock that a change of a table waits for. PGlite has one session, which waits for no other. */
import { lockHoldersIn, lockHoldersStatement } from '@basedeck/core/sql'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../engine.js'
import { newRunId } from '../testing/subject.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster, urlOf } from '../testing/test-cluster.js'
import type { ClusterEngine } from './cluster-engine.js'

let directory: TemporaryDirectory
let engine: ClusterEngine
let database: Database
let other: pg.Client
beforeAll(async () => {
  directory = await temporaryDirectory()
  engine = await testCluster(directory.path)
  database = await engine.open('default')
  await run('create table public.held (id int8); create table public.free (id int8)')
  other = new pg.Client({
    connectionString: await urlOf(directory.path, 'default'),
    application_name: 'a shell',
  })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await engine.close()
  await directory.remove()
})

const run = (query: string, parameters?: (string | null)[]) =>
  database.run({ runId: newRunId(), query, as: 'owner', ...(parameters ? { parameters } : {}) })

async function holders(tables: string[], lock: 'ACCESS EXCLUSIVE' | 'SHARE ROW EXCLUSIVE') {
  const { query, parameters } = lockHoldersStatement(tables, lock)
  return lockHoldersIn((await run(query, parameters)).results[0]?.rows ?? [])
}

test('the session that holds a lock is found, and only for locks that go against it', async () => {
  expect(await holders(['public.held'], 'ACCESS EXCLUSIVE')).toEqual([])
  await other.query('begin; select * from public.held')
  expect(await holders(['public.free', 'public.held'], 'ACCESS EXCLUSIVE')).toEqual([
    {
      pid: expect.stringMatching(/^\d+$/),
      user: 'postgres',
      application: 'a shell',
      state: 'idle in transaction',
      seconds: expect.any(Number),
    },
  ])
  expect(await holders(['public.free'], 'ACCESS EXCLUSIVE')).toEqual([])
  expect(await holders(['public.held'], 'SHARE ROW EXCLUSIVE')).toEqual([])
  await other.query('insert into public.held values (1)')
  expect(await holders(['public.held'], 'SHARE ROW EXCLUSIVE')).toHaveLength(1)
  await other.query('rollback')
  expect(await holders(['public.held'], 'ACCESS EXCLUSIVE')).toEqual([])
})
