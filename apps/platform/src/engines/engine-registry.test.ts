import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usableBinariesOrReason } from './cluster/usable-binaries.js'
import { openEngineRegistry, type DatabaseTarget, type EngineRegistry } from './engine-registry.js'
import { fileSecrets, lateSecrets, type Secrets } from './secrets.js'
import { parseProjectUrl } from './server/project-url.js'
import { newRunId } from './testing/subject.js'
import { temporaryDirectory, type TemporaryDirectory } from './testing/temporary-directory.js'
import { urlOf } from './testing/test-cluster.js'
import { leaveFiles, tracesOf } from './testing/traces.js'

let directory: TemporaryDirectory
let registry: EngineRegistry | undefined
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(async () => {
  await registry?.close()
  await directory.remove()
})

async function open(
  wanted: 'auto' | 'cluster' | 'pglite' = 'auto',
  secrets = fileSecrets(join(directory.path, 'secrets')),
): Promise<EngineRegistry> {
  const dataDir = directory.path
  registry = openEngineRegistry({
    dataDir,
    binaries: await usableBinariesOrReason(dataDir),
    secrets,
    wanted,
    sync: false,
  })
  return registry
}

async function ask(target: DatabaseTarget, query: string): Promise<string | null | undefined> {
  const database = await registry?.open(target)
  const outcome = await database?.run({ runId: newRunId(), query })
  return outcome?.results.at(-1)?.rows[0]?.[0]
}

test('a project that is begun has no engine until the secrets can be read; then it is opened once', async () => {
  let give = (_secrets: Secrets) => {}
  const coming = new Promise<Secrets>((resolve) => (give = resolve))
  await open('cluster', lateSecrets(coming))
  await registry?.begin('one')
  const files = join(directory.path, 'projects', 'one')
  await vi.waitFor(async () => expect((await readdir(files)).join()).toMatch(/^pg\..*\.new$/))
  expect(await registry?.madeBy('one')).toBeUndefined()
  const opening = ask({ id: 'one', engine: 'cluster' }, 'select 1')
  give(fileSecrets(join(directory.path, 'secrets')))
  expect(await opening).toBe('1')
  expect(await registry?.madeBy('one')).toBe('cluster')
  expect((await readdir(files)).filter((name) => name.startsWith('pg'))).toEqual(['pg', 'pg.log'])
})

test('the server of a project that is begun again starts before the secrets can be read', async () => {
  await open('cluster')
  await ask({ id: 'one', engine: 'cluster' }, 'create table kept as select 7 as n')
  await registry?.close()
  let give = (_secrets: Secrets) => {}
  const coming = new Promise<Secrets>((resolve) => (give = resolve))
  await open('cluster', lateSecrets(coming))
  await registry?.begin('one')
  const postmaster = join(directory.path, 'projects', 'one', 'pg', 'postmaster.pid')
  await vi.waitFor(async () => expect(await readFile(postmaster, 'utf8')).toMatch(/^ready/m))
  give(fileSecrets(join(directory.path, 'secrets')))
  expect(await ask({ id: 'one', engine: 'cluster' }, 'select n from kept')).toBe('7')
})

test('a project that is begun and not wanted is stopped', async () => {
  await open('pglite')
  await ask({ id: 'one', engine: 'pglite' }, 'select 1')
  await registry?.close()
  await open('pglite')
  await registry?.begin('one')
  await registry?.stop({ id: 'one', engine: 'pglite' })
  expect(await registry?.states()).toEqual([])
})

test('without its secrets, a project that is begun leaves no server and no engine', async () => {
  await open('cluster', lateSecrets(Promise.reject(new Error('The key is lost.'))))
  await registry?.begin('one')
  await expect(ask({ id: 'one', engine: 'cluster' }, 'select 1')).rejects.toThrow('The key is lost.')
  expect(await registry?.madeBy('one')).toBeUndefined()
})

test('querying the registry opens and creates nothing', async () => {
  const { offers, preferred, preferredReason } = await open()
  expect(offers.map(({ kind, available }) => [kind, available])).toEqual([
    ['cluster', true],
    ['pglite', true],
    ['postgres', true],
  ])
  expect([preferred, preferredReason]).toEqual(['cluster', 'PostgreSQL is installed here.'])
  expect((await readdir(directory.path)).filter((name) => name !== 'postgresql')).toEqual([])
})

test('the configured engine is preferred', async () => {
  expect(await open('pglite')).toMatchObject({
    preferred: 'pglite',
    preferredReason: 'Chosen with --engine.',
  })
})

test('without a usable PostgreSQL the reason is given, and PGlite is preferred', async () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {}
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' })
  try {
    const { offers, preferred, preferredReason } = await open()
    const reason = 'The engine cluster does not run on Windows.'
    expect(offers[0]).toEqual({ kind: 'cluster', available: false, reason })
    expect(preferred).toBe('pglite')
    expect(preferredReason).toContain(reason)
    const refusal = { code: 'unavailable', message: reason }
    await expect(ask({ id: 'own', engine: 'cluster' }, 'select 1')).rejects.toMatchObject(refusal)
    await leaveFiles(directory.path, 'own', ['engine.json', 'pg/PG_VERSION'])
    await registry?.remove({ id: 'own', engine: 'cluster' })
    expect(await tracesOf(directory.path, 'own')).toEqual([])
    await expect(open('cluster')).rejects.toMatchObject(refusal)
  } finally {
    Object.defineProperty(process, 'platform', platform)
  }
})

test('projects of all three engines work side by side', async () => {
  const { madeBy, stop, remove } = await open()
  const own: DatabaseTarget = { id: 'own', engine: 'cluster' }
  const small: DatabaseTarget = { id: 'small', engine: 'pglite' }
  expect(await madeBy('own')).toBeUndefined()
  await ask(own, 'create table here as select 1 as v')
  const url = parseProjectUrl(await urlOf(directory.path, 'own'))
  const added: DatabaseTarget = { id: 'added', engine: 'postgres', url }
  expect(await ask(added, 'select v from here')).toBe('1')
  expect(await ask(small, `select to_regclass('here')`)).toBeNull()
  expect(await Promise.all(['own', 'small', 'added'].map(madeBy))).toEqual(['cluster', 'pglite', undefined])

  await remove(added)
  expect(await ask(own, 'select v from here')).toBe('1')
  await stop(small)
  expect(await ask(small, 'select 42')).toBe('42')
  await remove(small)
  await remove(own)
  for (const id of ['own', 'small', 'added']) expect(await tracesOf(directory.path, id)).toEqual([])
})

test('after a stop, an added database is opened by its new URL', async () => {
  const { stop } = await open('cluster')
  const own: DatabaseTarget = { id: 'own', engine: 'cluster' }
  await ask(own, 'create database other')
  const right = await urlOf(directory.path, 'own')
  const target = (text: string): DatabaseTarget => ({
    id: 'added',
    engine: 'postgres',
    url: parseProjectUrl(text),
  })
  expect(await ask(target(right), 'select current_database()')).toBe('postgres')
  const moved = target(right.replace(/postgres$/, 'other'))
  expect(await ask(moved, 'select current_database()')).toBe('postgres')
  await stop(moved)
  expect(await ask(moved, 'select current_database()')).toBe('other')
})

test('after close nothing opens', async () => {
  const { close } = await open('pglite')
  await close()
  await close()
  await expect(ask({ id: 'late', engine: 'pglite' }, 'select 1')).rejects.toMatchObject({ code: 'closed' })
  expect(await tracesOf(directory.path, 'late')).toEqual([])
})
