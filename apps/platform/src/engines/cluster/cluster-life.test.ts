import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockDataDirectory } from '../data-directory-lock.js'
import type { Engine } from '../engine.js'
import { isAlive } from '../process-alive.js'
import { PostgresEngine } from '../server/postgres-engine.js'
import { killWhileCommitting } from '../testing/kill-while-committing.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster, urlOf } from '../testing/test-cluster.js'
import { readPostmaster } from './postmaster-file.js'

let directory: TemporaryDirectory
let engine: Engine
beforeEach(async () => {
  directory = await temporaryDirectory()
  engine = await testCluster(directory.path)
})
afterEach(async () => {
  await engine.close()
  await directory.remove()
})

const clusterOf = (ref = 'default'): string => join(directory.path, 'projects', ref, 'pg')

async function postmasterPid(ref?: string): Promise<number> {
  const postmaster = await readPostmaster(clusterOf(ref))
  if (!postmaster) throw new Error('No server runs.')
  return postmaster.pid
}

async function ask(query: string, from = engine, ref = 'default'): Promise<string | null | undefined> {
  const database = await from.open(ref)
  const { results } = await database.run({ runId: 'ask', query })
  return results.at(-1)?.rows[0]?.[0]
}

const gone = (pid: number): Promise<void> =>
  vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000, interval: 50 })

test('opening at the same time starts one server; each project has its own', async () => {
  const [first, second, other] = await Promise.all([engine.open('default'), engine.open('default'), engine.open('other')])
  expect(first).toBe(second)
  expect(other).not.toBe(first)
  await ask('create table only_here (id int)')
  expect(await ask(`select to_regclass('only_here')`, engine, 'other')).toBeNull()
  expect(await postmasterPid()).not.toBe(await postmasterPid('other'))
})

test('close leaves no process, and the rows are there at the next start', async () => {
  await ask('create table kept as select 42 as v')
  const pid = await postmasterPid()
  await engine.close()
  expect(isAlive(pid)).toBe(false)
  engine = await testCluster(directory.path)
  expect(await ask('select v from kept')).toBe('42')
})

test('an unused server is stopped, and started again when it is needed', async () => {
  await engine.close()
  engine = await testCluster(directory.path, { idleMs: 1 })
  await ask('create table kept as select 42 as v')
  await gone(await postmasterPid())
  expect(await ask('select v from kept')).toBe('42')
})

test('a platform killed with no warning leaves no server behind and no committed row is lost', async () => {
  const committed = await killWhileCommitting('cluster', directory.path, 50)
  const orphan = await readPostmaster(clusterOf())
  if (orphan) await gone(orphan.pid)
  await (await lockDataDirectory(directory.path)).release()
  const count = Number(await ask('select count(*) from committed'))
  expect(count).toBeGreaterThanOrEqual(committed)
})

test('a server that outlived its watcher is stopped before the next starts', async () => {
  await ask('create table kept as select 42 as v')
  const orphan = await postmasterPid()
  const parent = (await readFile(`/proc/${orphan}/stat`, 'utf8').catch(() => '')).split(' ')[3]
  const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(orphan)])
  process.kill(Number(parent ?? stdout), 'SIGKILL')
  await vi.waitFor(async () => expect(await ask('select v from kept')).toBe('42'), { timeout: 20_000 })
  expect(await postmasterPid()).not.toBe(orphan)
  expect(isAlive(orphan)).toBe(false)
})

test('a server that dies fails the run under way, and is started again', async () => {
  const database = await engine.open('default')
  const running = database.run({ runId: 'long', query: 'select pg_sleep(1000)' })
  process.kill(await postmasterPid(), 'SIGKILL')
  await expect(running).rejects.toMatchObject({ name: expect.stringMatching(/EngineError|DatabaseError/) })
  await vi.waitFor(async () => expect(await ask('select 42')).toBe('42'), { timeout: 20_000 })
})

test('a database of another PostgreSQL is refused with a sentence', async () => {
  await engine.open('default')
  await engine.close()
  engine = await testCluster(directory.path)
  await writeFile(join(clusterOf(), 'PG_VERSION'), '13\n')
  await expect(engine.open('default')).rejects.toMatchObject({
    code: 'version',
    message: expect.stringContaining('was made by PostgreSQL 13'),
  })
})

test('a database that another engine made is refused with a sentence', async () => {
  const project = join(directory.path, 'projects', 'default')
  await mkdir(project, { recursive: true })
  await writeFile(join(project, 'engine.json'), '{"engine": "pglite", "postgresMajor": 15}')
  await expect(engine.open('default')).rejects.toMatchObject({
    code: 'version',
    message: expect.stringContaining('--engine pglite'),
  })
})

test('a start that was interrupted while making the cluster begins anew', async () => {
  const unfinished = `${clusterOf()}.new`
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'rubbish'), '')
  expect(await ask('select 1')).toBe('1')
})

test('a data directory with a long path works', async () => {
  const longer = join(directory.path, 'x'.repeat(120))
  await mkdir(longer)
  const far = await testCluster(longer)
  try {
    expect(await ask('select 1', far)).toBe('1')
  } finally {
    await far.close()
  }
})

test('a changed password of the owner does not lock the dashboard out', async () => {
  const url = await urlOf(directory.path, 'default').catch(() => undefined)
  expect(url).toBeUndefined()
  await ask(`alter role postgres password 'another'`)
  const outside = new PostgresEngine({ databaseUrl: await urlOf(directory.path, 'default') })
  await expect(outside.open('default')).rejects.toMatchObject({ code: 'authentication' })
  await outside.close()
  await engine.close()
  engine = await testCluster(directory.path)
  expect(await ask('select current_user')).toBe('postgres')
})

test('a failed start says PostgreSQL’s own reason', async () => {
  await engine.open('default')
  await engine.close()
  engine = await testCluster(directory.path)
  await rename(join(clusterOf(), 'global'), join(clusterOf(), 'elsewhere'))
  await expect(engine.open('default')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('global/pg_control'),
  })
})

test.each(['../outside', 'a/b', '', '.', 'Upper', 'x'.repeat(64)])('the project reference %j is refused', async (ref) => {
  await expect(engine.open(ref)).rejects.toMatchObject({ code: 'directory' })
})
