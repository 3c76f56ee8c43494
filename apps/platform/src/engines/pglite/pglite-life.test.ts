import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lockDataDirectory } from '../data-directory-lock.js'
import { killWhileCommitting } from '../testing/kill-while-committing.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import type { PgliteDatabase } from './pglite-database.js'
import { PgliteEngine } from './pglite-engine.js'
import { STEP_LIMITS, WorkerThread } from './worker-thread.js'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** One database is created; the others are copies of its closed files. */
let directory: TemporaryDirectory
let engine: PgliteEngine
beforeAll(async () => {
  directory = await temporaryDirectory()
  const maker = new PgliteEngine({ dataDir: directory.path })
  await maker.open('made')
  await maker.close()
  for (const id of ['a', 'b', 'c']) await cp(projectOf('made'), projectOf(id), { recursive: true })
  engine = new PgliteEngine({ dataDir: directory.path, maxOpen: 2 })
})
afterAll(async () => {
  await engine.close()
  await directory.remove()
})

const projectOf = (id: string): string => join(directory.path, 'projects', id)
const open = async (id: string): Promise<PgliteDatabase> => (await engine.open(id)) as PgliteDatabase

let runs = 0
async function ask(database: PgliteDatabase, query: string): Promise<string | null | undefined> {
  const { results } = await database.run({ runId: `ask-${++runs}`, query })
  return results.at(-1)?.rows[0]?.[0]
}

test('opening at the same time opens one database', async () => {
  const [first, second] = await Promise.all([open('a'), open('a')])
  expect(first).toBe(second)
})

test('at the maximum, the least recently used database is closed, and reopened on next use', async () => {
  const a = await open('a')
  const b = await open('b')
  await ask(a, 'create table only_in_a as select 42 as v')
  await ask(b, 'select 1')
  const c = await open('c')
  expect([a, b, c].map(({ isOpen }) => isOpen)).toEqual([false, true, true])
  expect(await ask(a, 'select v from only_in_a')).toBe('42')
  expect([a, b, c].map(({ isOpen }) => isOpen)).toEqual([true, false, true])
})

test('a database in use is never closed for another', async () => {
  const databases = [await open('a'), await open('b')]
  const working = databases.map((database) => database.run({ runId: 'long', query: 'select pg_sleep(1000)' }))
  await expect(ask(await open('c'), 'select 1')).rejects.toMatchObject({ code: 'busy' })
  for (const database of databases) await database.cancel('long')
  await Promise.allSettled(working)
  expect(await ask(await open('c'), 'select 1')).toBe('1')
})

test('an idle database is closed, and reopened on next use', async () => {
  const impatient = new PgliteEngine({ dataDir: directory.path, idleMs: 1 })
  try {
    const made = (await impatient.open('made')) as PgliteDatabase
    await vi.waitFor(() => expect(made.isOpen).toBe(false), { timeout: 60_000, interval: 20 })
    expect(await ask(made, 'select 42')).toBe('42')
  } finally {
    await impatient.close()
  }
})

test('a process killed with no warning loses no committed row', async () => {
  const elsewhere = await temporaryDirectory()
  await cp(projectOf('made'), join(elsewhere.path, 'projects', 'default'), { recursive: true })
  const committed = await killWhileCommitting('pglite', elsewhere.path, 50)
  await (await lockDataDirectory(elsewhere.path)).release()
  const survivor = new PgliteEngine({ dataDir: elsewhere.path })
  try {
    const count = await ask(
      (await survivor.open('default')) as PgliteDatabase,
      'select count(*) from committed',
    )
    expect(Number(count)).toBeGreaterThanOrEqual(committed)
  } finally {
    await survivor.close()
    await elsewhere.remove()
  }
})

test('a superuser’s COPY … PROGRAM is refused, and the session keeps working', async () => {
  const a = await open('a')
  for (const query of [
    `copy (select 1) to program 'cat'`,
    `copy pg_temp.x from program 'cat'`,
    `do $$ begin execute 'copy (select 1) to program ''cat'''; end $$`,
  ]) {
    await expect(
      a.run({ runId: 'copy', query: `create temp table x (v text); ${query}`, as: 'admin' }),
    ).rejects.toThrow('could not execute command "cat"')
    expect(await ask(a, 'select current_user')).toBe('postgres')
  }
})

test('work of the superuser does not change the owner', async () => {
  const a = await open('a')
  const { results } = await a.run({ runId: 'admin', query: 'select current_user, session_user', as: 'admin' })
  expect(results[0]?.rows).toEqual([['basedeck_admin', 'basedeck_admin']])
  await expect(ask(a, 'set session authorization basedeck_admin')).rejects.toThrow('permission denied')
})

test('imports leave no files', async () => {
  const a = await open('a')
  const { sink, rows } = await a.copyIn('copy auth.users (email) from stdin')
  sink.end('a@example.org\n')
  expect(await rows).toBe(1)
  await vi.waitFor(async () => expect(await readdir(join(projectOf('a'), 'spool'))).toEqual([]))
})

test('a database that another engine made is refused with a sentence', async () => {
  await mkdir(projectOf('foreign'), { recursive: true })
  await writeFile(join(projectOf('foreign'), 'engine.json'), '{"engine": "cluster", "postgresMajor": 18}')
  await expect(open('foreign')).rejects.toMatchObject({
    code: 'version',
    message: expect.stringContaining('--engine cluster'),
  })
})

test('a worker that ends fails its call; one that does not open in time is ended', async () => {
  const settings = {
    directory: join(projectOf('made'), 'pglite'),
    templatesDirectory: join(directory.path, 'templates'),
    prepared: 'project' as const,
  }
  const thread = await WorkerThread.start(settings)
  const never = new AbortController().signal
  const sleep = { runId: 'long', query: 'select pg_sleep(1000)' }
  const [underWay] = await Promise.allSettled([thread.call('run', sleep, never), thread.terminate()])
  expect(underWay).toMatchObject({ status: 'rejected', reason: { code: 'lost' } })
  expect(thread.isAlive).toBe(false)
  await expect(thread.call('run', sleep, never)).rejects.toMatchObject({ code: 'lost' })
  const late = WorkerThread.start(settings, { ...STEP_LIMITS, openMs: 0 })
  await expect(late).rejects.toMatchObject({ code: 'unavailable' })
})

test('a damaged database is not opened, and says why', async () => {
  await mkdir(join(projectOf('damaged'), 'pglite'), { recursive: true })
  await writeFile(join(projectOf('damaged'), 'pglite', 'PG_VERSION'), '18')
  await expect(open('damaged')).rejects.toMatchObject({ code: 'unavailable' })
})

test('an id that could name another directory is not removed', async () => {
  for (const id of ['', '.', '..', '../projects', 'a/../../projects', 'A'])
    await expect(engine.remove(id)).rejects.toMatchObject({ code: 'directory' })
  expect(await readdir(join(directory.path, 'projects'))).toContain('a')
})

test('the given password is the owner’s', async () => {
  const database = await engine.open('given', { ownerPassword: `it's "mine"` })
  const { results } = await database.run({
    runId: 'has-password',
    query: `select rolpassword like 'SCRAM-SHA-256$%' from pg_authid where rolname = 'postgres'`,
    as: 'admin',
  })
  expect(results[0]?.rows).toEqual([['t']])
  await engine.remove('given')
})

test('after close nothing starts', async () => {
  const a = await open('a')
  await engine.close()
  await expect(ask(a, 'select 1')).rejects.toMatchObject({ code: 'closed' })
  await expect(open('b')).rejects.toMatchObject({ code: 'closed' })
})
