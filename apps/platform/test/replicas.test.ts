/** Read replicas of a project: made step by step, used, promoted, and what ends them. */
import {
  createBackup,
  deleteFormerPrimary,
  listBackups,
  listDatabases,
  listReplicas,
  pauseProject,
  promoteReplica,
  queryTyped,
  removeReplica,
  restartReplica,
  restoreBackup,
  resyncReplica,
  resumeProject,
  setupReplica,
  type PlatformError,
} from '@basedeck/platform-client'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '../src/engines/testing/test-cluster.js'
import { queryAt } from './database-by-url.js'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }
let running: RunningApp
let id = ''

beforeAll(async () => {
  running = await runApp('cluster')
}, 60_000)
afterAll(() => running.stop())

const list = async () => (await running.client.call(listReplicas, { params })).replicas
const one = async (which = id) => (await list()).find(({ identifier }) => identifier === which)
const statusOf = async (which = id) => (await one(which))?.status
const body = () => ({ database_identifier: id })
const databaseOf = async (which: string) =>
  (await running.client.call(listDatabases, { params })).find(({ identifier }) => identifier === which)

async function run(query: string, which?: string) {
  const handle = which === undefined ? undefined : (await databaseOf(which))?.connectionString
  const call = { params, body: { query, runId: crypto.randomUUID() } }
  const headers: Record<string, string> = handle === undefined ? {} : { 'x-connection-encrypted': handle }
  return running.client.call(queryTyped, call, { headers }).then(
    ({ results }) => results.at(-1)?.rows as unknown,
    ({ status, code, body: said }: PlatformError) => ({ status, code, body: said }),
  )
}

async function made(region = 'ap-southeast-1'): Promise<string> {
  const { identifier } = await running.client.call(setupReplica, {
    params,
    body: { read_replica_region: region },
  })
  await running.replicas.settled()
  return identifier
}

test('it is made from a project that is written meanwhile, and answers with the same rows', async () => {
  await run('create table notes (a int primary key); insert into notes select generate_series(1, 1000)')
  id = await made()
  expect(await one()).toMatchObject({
    status: 'ACTIVE_HEALTHY',
    status_reason: null,
    step: 'CompletedReadReplicaSetup',
    lag: { bytes: expect.any(Number) },
  })
  expect((await one())?.db_port).toBeGreaterThan(0)
  await run('insert into notes values (1001)')
  await expect.poll(() => run('select count(*) from notes', id)).toEqual([['1001']])
}, 60_000)

test('a write there is refused with what to do', async () => {
  expect(await run('insert into notes values (1002)', id)).toMatchObject({
    status: 400,
    code: '25006',
    body: { hint: expect.stringContaining('This is a read replica') },
  })
})

test('other programs reach it at its own port', async () => {
  const url = new URL(await urlOf(running.dataDir, 'default'))
  url.port = String((await databaseOf(id))?.db_port)
  expect((await queryAt(url.href, 'select pg_is_in_recovery() as is')).rows).toEqual([{ is: true }])
})

test('it stops and starts with its project', async () => {
  await running.client.call(pauseProject, { params })
  await running.life.settled()
  expect(await run('select 1', id)).toMatchObject({ status: 409 })
  await running.client.call(resumeProject, { params })
  await running.life.settled()
  expect(await run('select count(*) from notes', id)).toEqual([['1001']])
  await running.client.call(restartReplica, { params, body: body() })
  await running.replicas.settled()
  await expect
    .poll(async () => {
      await running.replicas.look()
      return statusOf()
    })
    .toBe('ACTIVE_HEALTHY')
}, 60_000)

test('one whose files are of another history is unhealthy, until it is copied anew', async () => {
  await writeFile(join(running.dataDir, 'projects', id, 'resync'), '')
  await running.client.call(restartReplica, { params, body: body() })
  await running.replicas.settled()
  expect(await one()).toMatchObject({
    status: 'ACTIVE_UNHEALTHY',
    status_reason: expect.stringContaining('Resync it'),
  })
  expect(await run('select 1', id)).toMatchObject({ status: 409, code: 'replica_not_healthy' })
  await running.client.call(resyncReplica, { params, body: body() })
  await running.replicas.settled()
  expect(await statusOf()).toBe('ACTIVE_HEALTHY')
  expect(await run('select count(*) from notes', id)).toEqual([['1001']])
}, 60_000)

test('it takes the place of its primary with every committed row, at the same address', async () => {
  const before = await databaseOf('default')
  await run('insert into notes values (1002)')
  const promoted = await running.client.call(promoteReplica, { params, body: body() })
  expect(promoted).toMatchObject({ identifier: 'default' })
  expect(await run('select count(*) from notes')).toEqual([['1002']])
  expect(await run('insert into notes values (1003) returning a')).toEqual([['1003']])
  expect(await databaseOf('default')).toMatchObject({
    type: 'PRIMARY',
    region: 'ap-southeast-1',
    db_port: before?.db_port,
  })
  expect(await list()).toEqual([])
  expect(await readdir(join(running.dataDir, 'projects'))).toEqual(['default'])
  const former = { params: { ...params, former: promoted.former_primary } }
  await running.client.call(deleteFormerPrimary, former)
  expect(await readdir(join(running.dataDir, 'former', 'default'))).toEqual([])
}, 60_000)

test('without the name of the project, a promotion is not forced', async () => {
  id = await made('eu-west-1')
  const forced = { ...body(), force: true, name: 'Another' }
  await expect(running.client.call(promoteReplica, { params, body: forced })).rejects.toMatchObject({
    code: 'name_mismatch',
  })
  expect(await run('select count(*) from notes', id)).toEqual([['1003']])
}, 60_000)

test('after a restore in place it has to be resynced', async () => {
  const { id: backup } = await running.client.call(createBackup, { params })
  const stateOf = async () =>
    (await running.client.call(listBackups, { params })).backups.find((one) => one.id === backup)?.status
  await expect.poll(stateOf, { timeout: 30_000 }).toBe('completed')
  await running.client.call(restoreBackup, { params, body: { id: backup } })
  await run('select 1')
  await running.replicas.look()
  expect(await one()).toMatchObject({
    status: 'ACTIVE_UNHEALTHY',
    status_reason: expect.stringContaining('Resync it'),
  })
  await running.client.call(resyncReplica, { params, body: body() })
  await running.replicas.settled()
  expect(await run('select count(*) from notes', id)).toEqual([['1003']])
}, 60_000)

test('files of a replica that no row knows are deleted at the next start', async () => {
  await mkdir(join(running.dataDir, 'projects', 'default-rr-eu-west-1-ffffff'))
  await running.replicas.resumeUnfinished()
  expect((await readdir(join(running.dataDir, 'projects'))).toSorted()).toEqual(['default', id].toSorted())
}, 30_000)

test('removed, nothing of it is left', async () => {
  await running.client.call(removeReplica, { params, body: body() })
  await running.replicas.settled()
  expect(await list()).toEqual([])
  expect(await readdir(join(running.dataDir, 'projects'))).toEqual(['default'])
  expect(await run('select slot_name from pg_replication_slots')).toEqual([])
}, 60_000)

test('a primary that can’t be started is replaced by force, with the name of the project', async () => {
  id = await made()
  await running.registry.stop({ id: 'default', engine: 'cluster' })
  await writeFile(join(running.dataDir, 'projects', 'default', 'pg', 'global', 'pg_control'), 'damaged')
  await expect(running.client.call(promoteReplica, { params, body: body() })).rejects.toMatchObject({
    code: 'primary_unreachable',
  })
  expect(await list()).toHaveLength(1)
  const forced = { ...body(), force: true, name: 'Default project' }
  await running.client.call(promoteReplica, { params, body: forced })
  expect(await run('select count(*) from notes')).toEqual([['1003']])
  expect(await run('select pg_is_in_recovery()')).toEqual([['f']])
  expect(await list()).toEqual([])
}, 60_000)
