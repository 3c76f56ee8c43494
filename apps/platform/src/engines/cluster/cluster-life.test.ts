import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { lockDataDirectory } from '../data-directory-lock.js'
import type { Engine } from '../engine.js'
import { isAlive } from '../process-alive.js'
import { PostgresEngine } from '../server/postgres-engine.js'
import { killWhileCommitting } from '../testing/kill-while-committing.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster, urlOf } from '../testing/test-cluster.js'
import { tracesOf } from '../testing/traces.js'
import { readPostmaster } from './postmaster-file.js'

/** Most tests share one cluster; each opens it with a separate engine. */
let directory: TemporaryDirectory
let engine: Engine
beforeAll(async () => {
  directory = await temporaryDirectory()
})
afterAll(() => directory.remove())
beforeEach(async () => {
  engine = await testCluster(directory.path)
})
afterEach(() => engine.close())

const patience = { timeout: 20_000, interval: 50 }

const clusterOf = (id = 'default', dataDir = directory.path): string => join(dataDir, 'projects', id, 'pg')

async function projectOf(id: string): Promise<string> {
  const directoryOf = dirname(clusterOf(id))
  await mkdir(directoryOf, { recursive: true })
  return directoryOf
}

/** Linux reports it in `/proc`, other systems by `ps`. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat !== undefined) return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return Number((await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(pid)])).stdout)
}

async function postmasterPid(id?: string): Promise<number> {
  const postmaster = await readPostmaster(clusterOf(id))
  if (!postmaster) throw new Error('No server runs.')
  return postmaster.pid
}

async function ask(query: string, from = engine, id = 'default'): Promise<string | null | undefined> {
  const database = await from.open(id)
  const { results } = await database.run({ runId: 'ask', query })
  return results.at(-1)?.rows[0]?.[0]
}

test('opening at the same time starts one server; each project has its own', async () => {
  const [first, second, other] = await Promise.all([
    engine.open('default'),
    engine.open('default'),
    engine.open('other'),
  ])
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
  engine = await testCluster(directory.path, { idleMs: 1 })
  await engine.open('default')
  await vi.waitFor(async () => expect(await readPostmaster(clusterOf())).toBeUndefined(), patience)
  expect(await ask('select 42')).toBe('42')
})

test('a server that outlived its watcher is stopped before the next starts', async () => {
  await engine.open('default')
  const orphan = await postmasterPid()
  process.kill(await parentOf(orphan), 'SIGKILL')
  await vi.waitFor(async () => {
    expect(await ask('select 42')).toBe('42')
    expect(await postmasterPid()).not.toBe(orphan)
  }, patience)
  expect(isAlive(orphan)).toBe(false)
})

test('a server that dies fails the current run, and is started again', async () => {
  const database = await engine.open('default')
  const running = database.run({ runId: 'long', query: 'select pg_sleep(1000)' })
  const working = `select count(*) from pg_stat_activity where state = 'active' and query = 'select pg_sleep(1000)'`
  await vi.waitFor(async () => expect(await ask(working)).toBe('1'), patience)
  process.kill(await postmasterPid(), 'SIGKILL')
  await expect(running).rejects.toThrow(
    /connection to the database was lost|server stopped|unexpected postmaster exit/,
  )
  await vi.waitFor(async () => expect(await ask('select 42')).toBe('42'), patience)
})

test('a platform killed with no warning leaves no server behind and no committed row is lost', async () => {
  const elsewhere = await temporaryDirectory()
  const survivor = await testCluster(elsewhere.path)
  try {
    const committed = await killWhileCommitting('cluster', elsewhere.path, 50)
    const orphan = await readPostmaster(clusterOf('default', elsewhere.path))
    if (orphan) await vi.waitFor(() => expect(isAlive(orphan.pid)).toBe(false), patience)
    await (await lockDataDirectory(elsewhere.path)).release()
    const count = await ask('select count(*) from committed', survivor)
    expect(Number(count)).toBeGreaterThanOrEqual(committed)
  } finally {
    await survivor.close()
    await elsewhere.remove()
  }
})

test('a database of another PostgreSQL is refused with a sentence', async () => {
  await writeFile(join(await projectOf('old'), 'engine.json'), '{"engine": "cluster", "postgresMajor": 13}')
  await expect(engine.open('old')).rejects.toMatchObject({
    code: 'version',
    message: expect.stringContaining('was made by PostgreSQL 13'),
  })
})

test('a cluster of another PostgreSQL that lost its record is refused, too', async () => {
  await mkdir(clusterOf('lost'), { recursive: true })
  await writeFile(join(clusterOf('lost'), 'PG_VERSION'), '13\n')
  await expect(engine.open('lost')).rejects.toMatchObject({ code: 'version' })
})

test('a database that another engine made is refused with a sentence', async () => {
  await writeFile(
    join(await projectOf('foreign'), 'engine.json'),
    '{"engine": "pglite", "postgresMajor": 18}',
  )
  await expect(engine.open('foreign')).rejects.toMatchObject({
    code: 'version',
    message: expect.stringContaining('--engine pglite'),
  })
})

test.each([
  `select set_config('transaction_' || 'read_only', null, false); select nextval('hidden')`,
  `do $$ begin execute 'reset transaction_' || 'read_only'; end $$; select nextval('hidden')`,
])('a hidden RESET of READ ONLY is noticed before the next statement: %s', async (query) => {
  const database = await engine.open('default')
  await database.run({ runId: 'make', query: 'create sequence if not exists hidden; select 1' })
  await expect(database.run({ runId: 'attack', query, readOnly: true })).rejects.toMatchObject({
    // From PostgreSQL 16 on the RESET itself is refused, as not supported.
    report: { code: expect.stringMatching(/^(25|0A)/) },
  })
  expect(await ask('select is_called from hidden')).toBe('f')
})

test('writes after a READ ONLY run are stored', async () => {
  const database = await engine.open('default')
  await database.run({ runId: 'read', query: 'select 1', readOnly: true })
  expect(
    await ask(
      'create table if not exists after_reading (a int); insert into after_reading values (1) returning a',
    ),
  ).toBe('1')
})

test('a start that was interrupted while making the cluster starts over', async () => {
  const unfinished = `${clusterOf('again')}.new`
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'rubbish'), '')
  expect(await ask('select 1', engine, 'again')).toBe('1')
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
  await ask(`alter role postgres password 'another'`)
  const outside = new PostgresEngine({ databaseUrl: await urlOf(directory.path, 'default') })
  await expect(outside.open('default')).rejects.toMatchObject({ code: 'authentication' })
  await outside.close()
  await engine.close()
  engine = await testCluster(directory.path)
  expect(await ask('select current_user')).toBe('postgres')
})

test.each(['../outside', 'a/b', '', '.', 'Upper', 'x'.repeat(64)])(
  'the project reference %j is refused',
  async (id) => {
    await expect(engine.open(id)).rejects.toMatchObject({ code: 'directory' })
    await expect(engine.remove(id)).rejects.toMatchObject({ code: 'directory' })
  },
)

test('the first given password is the owner’s, and later ones are ignored', async () => {
  const password = `it's "mine" \\ 'hush'; -- %`
  await engine.open('given', { ownerPassword: password })
  await engine.stop('given')
  await engine.open('given', { ownerPassword: 'another one' })
  const url = new URL(await urlOf(directory.path, 'given'))
  for (const [given, outcome] of [
    [password, '42'],
    ['another one', 'authentication'],
  ] as const) {
    url.password = encodeURIComponent(given)
    const outside = new PostgresEngine({ databaseUrl: url.href })
    const asked = ask('select 42', outside).catch(({ code }: { code: string }) => code)
    expect(await asked).toBe(outcome)
    await outside.close()
  }
  await engine.remove('given')
})

test('a server that outlived its program is stopped before its database is removed', async () => {
  await engine.open('left')
  const orphan = await postmasterPid('left')
  process.kill(await parentOf(orphan), 'SIGKILL')
  const other = await testCluster(directory.path)
  await other.remove('left')
  expect(isAlive(orphan)).toBe(false)
  expect(await tracesOf(directory.path, 'left')).toEqual([])
  await other.close()
})

test('a socket directory outside of the project is removed with its server', async () => {
  const temporary = join(directory.path, 't')
  const longer = join(directory.path, 'y'.repeat(120))
  await mkdir(temporary)
  await chmod(temporary, 0o755)
  await mkdir(longer)
  vi.stubEnv('TMPDIR', temporary)
  const far = await testCluster(longer)
  await far.open('default')
  expect(await readdir(temporary)).toHaveLength(1)
  await far.stop('default')
  expect(await readdir(temporary)).toEqual([])
  vi.unstubAllEnvs()
  await far.close()
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
