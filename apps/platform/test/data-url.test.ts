/** The data API of a database that the program was started with by URL. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClusterEngine } from '../src/engines/cluster/cluster-engine.js'
import { fileSecrets } from '../src/engines/secrets.js'
import { temporaryDirectory, type TemporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { testCluster, urlOf } from '../src/engines/testing/test-cluster.js'
import { isRunning, startProgram, type Program } from './program.js'
import { askData, type ServedData } from './served-data.js'

const PASSWORD = 'hush'
let directory: TemporaryDirectory
let cluster: ClusterEngine
let superuserUrl: string
beforeAll(async () => {
  directory = await temporaryDirectory()
  cluster = await testCluster(directory.path)
  await cluster.open('one')
  const password = await fileSecrets(`${directory.path}/secrets`).get('one.admin-password')
  const url = Object.assign(new URL(await urlOf(directory.path, 'one')), { password })
  superuserUrl = Object.assign(url, { username: 'basedeck_admin' }).href
  await asSuperuser(`create role maker login createrole password '${PASSWORD}'`)
}, 60_000)
afterAll(async () => {
  await cluster?.close()
  await directory.remove()
})

async function asSuperuser(query: string): Promise<void> {
  const client = new pg.Client(superuserUrl)
  await client.connect()
  await client.query(query).finally(() => client.end())
}

/** A database of a user who is no superuser, and so may not make an event trigger. */
async function newDatabase(name: string): Promise<string> {
  await asSuperuser(`create database ${name} owner maker`)
  const url = Object.assign(new URL(superuserUrl), { username: 'maker', password: PASSWORD })
  return Object.assign(url, { pathname: `/${name}` }).href
}

async function started(name: string, url: string, more: string[] = []): Promise<Program> {
  const options = ['--port', '0', '--api-port', '0', '--data-dir', `${directory.path}/data-${name}`]
  const program = await startProgram([...options, '--database-url', url, ...more])
  if (!isRunning(program)) throw new Error(program.output)
  return program
}

describe('prepared by a user who is no superuser', () => {
  let program: Program
  let owner: pg.Client
  let data: ServedData
  beforeAll(async () => {
    const url = await newDatabase('prepared')
    program = await started('prepared', url, ['--prepare'])
    owner = new pg.Client(url)
    await owner.connect()
    await owner.query(`create table todos (id int primary key, task text, owner text);
      insert into todos values (1, 'milk', 'ada'), (2, 'bread', 'bob');
      alter table todos enable row level security;
      create policy hers on todos for select to anon using (owner = 'ada');
      grant select on todos to anon; grant all on todos to service_role`)
    data = await askData(program)
  }, 90_000)
  afterAll(async () => {
    await owner?.end()
    await program?.end('SIGKILL')
  })

  test('it is off until somebody turns it on, and then follows at once', async () => {
    expect(await data.ask('/todos')).toMatchObject({ status: 503, body: { code: 'data_api_off' } })
    await data.change({ enabled: true })
    await expect.poll(async () => (await data.ask('/todos')).status).toBe(200)
  })

  test('each key reads and writes what its role may', async () => {
    const read = (key?: string) => data.ask('/todos?select=task&order=id', key ? { key } : {})
    expect(await read()).toEqual({ status: 200, body: [{ task: 'milk' }, { task: 'bread' }] })
    expect(await read(data.anon)).toEqual({ status: 200, body: [{ task: 'milk' }] })
    const row = { method: 'POST', body: '{"id": 3, "task": "tea"}' }
    expect(await data.ask('/todos', { ...row, key: data.anon })).toMatchObject({
      status: 401,
      body: { code: '42501' },
    })
    expect((await data.ask('/todos', row)).status).toBe(201)
    const shown = { method: 'DELETE', headers: { prefer: 'return=representation' } }
    expect(await data.ask('/todos?id=eq.3&select=task', shown)).toEqual({
      status: 200,
      body: [{ task: 'tea' }],
    })
  })

  test('NOTIFY makes a new table known, also to what misses no name', async () => {
    await owner.query(`create table told (word text); notify pgrst, 'reload schema'`)
    await expect
      .poll(async () => (await data.ask('/')).body)
      .toMatchObject({ definitions: { told: { properties: { word: {} } } } })
  })

  test('without NOTIFY the next request that misses a name finds it', async () => {
    expect((await owner.query('select evtname from pg_event_trigger')).rows).toEqual([])
    await owner.query(`create table silent (word text); grant select on silent to service_role`)
    await expect
      .poll(async () => await data.ask('/silent'), { timeout: 3000 })
      .toEqual({ status: 200, body: [] })
    await owner.query('alter table silent add column later text')
    await expect
      .poll(async () => (await data.ask('/silent?select=later')).status, { timeout: 3000 })
      .toBe(200)
    await owner.query('drop table silent')
    await expect.poll(async () => (await data.ask('/silent')).status, { timeout: 3000 }).toBe(404)
  })

  test('where service_role can’t bypass row-level security, a secret key is refused with that reason', async () => {
    await asSuperuser('alter role service_role nobypassrls')
    try {
      await owner.query(`notify pgrst, 'reload schema'`)
      await expect
        .poll(() => data.ask('/todos'))
        .toMatchObject({
          status: 409,
          body: {
            code: 'service_role_restricted',
            message: expect.stringContaining('alter role service_role bypassrls'),
          },
        })
      expect((await data.ask('/todos?select=task', { key: data.anon })).body).toEqual([{ task: 'milk' }])
    } finally {
      await asSuperuser('alter role service_role bypassrls')
    }
    await expect.poll(async () => (await data.ask('/todos')).status, { timeout: 3000 }).toBe(200)
  })
})

test('a database that was not prepared is refused with what it needs, never with an empty list', async () => {
  const url = await newDatabase('unprepared')
  const program = await started('unprepared', url)
  try {
    const data = await askData(program)
    await data.change({ enabled: true })
    for (const key of [data.anon, data.service])
      await expect
        .poll(() => data.ask('/todos', { key }))
        .toMatchObject({
          status: 409,
          body: { code: 'services_not_prepared', message: expect.stringContaining('need a login') },
        })
  } finally {
    await program.end('SIGKILL')
  }
}, 90_000)
