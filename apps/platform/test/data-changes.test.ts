/** The data API of a running program while others change its database, kill its server, or pause its project. */
import { pauseProject, resetDatabasePassword, resumeProject } from '@basedeck/platform-client'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { portOf } from '../src/engines/testing/test-cluster.js'
import { isRunning, startProgram, type Program } from './program.js'
import { askData, type Answered, type ServedData } from './served-data.js'

vi.setConfig({ testTimeout: 60_000 })
const PASSWORD = 'a long password of the owner'
let directory: TemporaryDirectory
let program: Program
let data: ServedData
beforeAll(async () => {
  directory = await temporaryDirectory()
  const options = ['--port', '0', '--api-port', '0', '--engine', 'cluster', '--data-dir', directory.path]
  const started = await startProgram(options)
  if (!isRunning(started)) throw new Error(started.output)
  program = started
  data = await askData(program)
  await data.client.call(resetDatabasePassword, {
    params: { ref: 'default' },
    body: { password: PASSWORD },
  })
  await asOwner(async (owner) => {
    await owner.query(`create table todos (id int primary key, task text); insert into todos values (1, 'milk');
      create function nap() returns void language sql as 'select pg_sleep(30)'`)
  })
  await data.change({ enabled: true })
  await vi.waitUntil(async () => (await data.ask('/todos')).status === 200)
}, 90_000)
afterAll(async () => {
  await program?.end('SIGTERM')
  await directory.remove()
})

/** As a program of the project's owner, beside Basedeck. */
async function asOwner(work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const port = await portOf(directory.path, 'default')
  const name = 'postgres'
  const owner = new pg.Client({ host: '127.0.0.1', port, user: name, database: name, password: PASSWORD })
  owner.on('error', () => {})
  await owner.connect()
  await work(owner).finally(() => owner.end())
}

/** Of the project's server. */
async function postmaster(): Promise<number> {
  const file = await readFile(`${directory.path}/projects/default/pg/postmaster.pid`, 'utf8')
  return Number(file.split('\n')[0])
}

const IN_FAMILY_WORDS = {
  code: expect.any(String),
  message: expect.any(String),
  hint: null,
  details: null,
}

test('what a program of the owner changes is known, also to requests that miss no name', async () => {
  const columns = async () => {
    const { body } = await data.ask('/')
    const { definitions } = body as { definitions: Record<string, { properties: object } | undefined> }
    return Object.keys(definitions['todos']?.properties ?? {})
  }
  await asOwner(async (owner) => {
    await owner.query('alter table todos add column done bool default false')
    await expect.poll(columns).toEqual(['id', 'task', 'done'])
    expect(await data.ask('/todos?done=is.false')).toEqual({
      status: 200,
      body: [{ id: 1, task: 'milk', done: false }],
    })
    await owner.query('alter table todos drop column done')
    await expect.poll(columns).toEqual(['id', 'task'])
    expect((await data.ask('/todos')).body).toEqual([{ id: 1, task: 'milk' }])
    expect(await data.ask('/todos?done=is.false')).toMatchObject({ status: 400, body: { code: '42703' } })
    await owner.query('create table brief (word text)')
    await expect.poll(async () => (await data.ask('/brief')).status).toBe(200)
    await owner.query('drop table brief')
    await expect.poll(async () => (await data.ask('/brief')).body).toMatchObject({ code: 'PGRST205' })
  })
})

test('while the schema changes, each request is answered by the old one or the new one', async () => {
  const asked: Promise<Answered>[] = []
  await asOwner(async (owner) => {
    for (let turn = 0; turn < 25; turn++) {
      for (const path of ['/todos', '/todos?more=is.null', '/todos?select=*', '/passing'])
        asked.push(data.ask(path))
      await owner.query('alter table todos add column more text; create table passing (word text)')
      asked.push(data.ask('/todos'), data.ask('/passing?select=word'))
      await owner.query('alter table todos drop column more; drop table passing')
    }
  })
  const answers = await Promise.all(asked)
  expect(answers).toHaveLength(150)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { body } of refused)
    expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  const codes = new Set(refused.map(({ status, body }) => `${status} ${(body as { code: string }).code}`))
  for (const code of codes) expect(['400 42703', '404 42P01', '404 PGRST205']).toContain(code)
  expect((await data.ask('/todos')).body).toEqual([{ id: 1, task: 'milk' }])
})

test('requests of a server that is killed are refused in the family’s words, and the next ones answered', async () => {
  const waiting = Array.from({ length: 5 }, () => data.ask('/rpc/nap', { method: 'POST', body: '{}' }))
  await asOwner(async (owner) => {
    const naps = `select from pg_stat_activity where state = 'active' and query like '%"nap"%' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await owner.query(naps)).rowCount, { timeout: 10_000 }).toBe(5)
    process.kill(await postmaster(), 'SIGKILL')
  })
  for (const { status, body } of await Promise.all(waiting)) {
    expect([500, 503]).toContain(status)
    expect(body).toEqual(IN_FAMILY_WORDS)
  }
  const answers: Answered[] = []
  await expect
    .poll(
      async () => {
        answers.push(await data.ask('/todos'))
        return answers.at(-1)?.status
      },
      { timeout: 20_000 },
    )
    .toBe(200)
  for (const { body } of answers.slice(0, -1)) expect(body).toEqual(IN_FAMILY_WORDS)
  await asOwner(async (owner) => {
    await owner.query('create table after_the_end (word text)')
  })
  await expect.poll(async () => (await data.ask('/after_the_end')).status).toBe(200)
})

test('a paused project refuses with that reason, and answers when it was resumed', async () => {
  const params = { ref: 'default' }
  await data.client.call(pauseProject, { params })
  await expect
    .poll(() => data.ask('/todos'), { timeout: 20_000 })
    .toMatchObject({ status: 409, body: { code: 'project_inactive', details: null, hint: null } })
  await data.client.call(resumeProject, { params })
  await expect.poll(async () => (await data.ask('/todos')).status, { timeout: 30_000 }).toBe(200)
  await asOwner(async (owner) => {
    await owner.query('alter table todos add column resumed text')
  })
  await expect.poll(async () => (await data.ask('/todos?select=resumed')).status).toBe(200)
})
