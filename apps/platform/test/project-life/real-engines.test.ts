/** The life of projects with real databases. */
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPostmaster } from '../../src/engines/cluster/postmaster-file.js'
import { usableBinariesOrReason } from '../../src/engines/cluster/usable-binaries.js'
import { openEngineRegistry, type EngineRegistry } from '../../src/engines/engine-registry.js'
import { encryptedFileSecrets } from '../../src/engines/secrets.js'
import { newRunId } from '../../src/engines/testing/subject.js'
import { portOf } from '../../src/engines/testing/test-cluster.js'
import { tracesOf } from '../../src/engines/testing/traces.js'
import type { ProjectLife } from '../../src/project-life/project-life.js'
import { asker, lifeStage, type LifeStage } from './life-stage.js'

let stage: LifeStage
let registry: EngineRegistry
let life: ProjectLife
beforeAll(async () => {
  stage = await lifeStage()
  const { dataDir } = stage.control
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const secrets = encryptedFileSecrets(join(dataDir, 'secrets'), stage.deps.box)
  registry = openEngineRegistry({
    dataDir,
    binaries: await usableBinariesOrReason(dataDir),
    secrets,
    wanted: 'auto',
    sync: false,
  })
  life = stage.life(registry)
})
afterAll(async () => {
  await life.close()
  await stage.control.remove()
})

async function value(ref: string, query: string): Promise<string | null | undefined> {
  const { results } = await (await life.database(ref)).run({ runId: newRunId(), query })
  return results.at(-1)?.rows[0]?.[0]
}

describe.each(['cluster', 'pglite'] as const)('engine %s', (engine) => {
  test('a project is created, keeps its data over a pause, and is deleted completely', async () => {
    const { ref } = await life.create(stage.request({ engine }), asker)
    await value(ref, 'create table kept as select 42 as v')
    expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')

    const shownPort = engine === 'cluster' ? await portOf(stage.control.dataDir, ref) : 0
    const running = value(ref, 'select pg_sleep(1000)').catch((error: unknown) => error)
    await life.pause(ref, asker)
    await life.settled()
    expect(await stage.status(ref)).toBe('INACTIVE')
    expect(await running).toBeInstanceOf(Error)
    const { db_host, db_port } = (await stage.row(ref)) ?? {}
    if (engine === 'cluster') expect([db_host, db_port]).toEqual(['127.0.0.1', shownPort])
    if (engine === 'cluster') await expect(portOf(stage.control.dataDir, ref)).rejects.toThrow('ENOENT')
    await expect(value(ref, 'select 1')).rejects.toMatchObject({ code: 'project_inactive' })

    await life.resume(ref, asker)
    expect(await value(ref, 'select v from kept')).toBe('42')
    // A connection string that was copied before stays right.
    if (engine === 'cluster') expect(await portOf(stage.control.dataDir, ref)).toBe(shownPort)

    await life.remove(ref, asker)
    await life.settled()
    expect(await tracesOf(stage.control.dataDir, ref)).toEqual([])
    expect(await stage.row(ref)).toBeUndefined()
  })
})

test('a project whose PostgreSQL is killed is unhealthy at once, and healthy again with the next call', async () => {
  const { ref } = await life.create(stage.request({ engine: 'cluster' }), asker)
  await value(ref, 'select 1')
  const directory = join(stage.control.dataDir, 'projects', ref, 'pg')
  process.kill((await readPostmaster(directory))?.pid ?? 0, 'SIGKILL')
  await stage.reaches(ref, 'ACTIVE_UNHEALTHY')
  expect((await stage.row(ref))?.status_reason).toContain('killed by SIGKILL')
  expect(await value(ref, 'select 42')).toBe('42')
  expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
  await life.remove(ref, asker)
  await life.settled()
})

test('a database is added by URL, lost, found again, and left unchanged', async () => {
  const { ref: own } = await life.create(
    stage.request({ engine: 'cluster', ownerPassword: 'hush-hush-hush' }),
    asker,
  )
  await value(own, 'create table kept as select 42 as v')
  const port = await portOf(stage.control.dataDir, own)
  const url = `postgresql://postgres:hush-hush-hush@127.0.0.1:${port}/postgres`
  const { ref: added } = await life.create(stage.request({ existing: { url, tls: undefined } }), asker)
  expect(await value(added, 'select v from kept')).toBe('42')

  await life.pause(own, asker)
  await life.settled()
  await expect(value(added, 'select 1')).rejects.toMatchObject({ name: 'EngineError' })
  await expect(value(added, 'select 1')).rejects.toMatchObject({ code: 'unreachable' })
  await stage.reaches(added, 'ACTIVE_UNHEALTHY')
  expect((await stage.row(added))?.status_reason).toContain(`at 127.0.0.1:${port}: connection refused`)

  await life.remove(added, asker)
  await life.settled()
  await life.resume(own, asker)
  expect(await value(own, 'select v from kept')).toBe('42')
  await life.remove(own, asker)
  await life.settled()
  expect(await readdir(join(stage.control.dataDir, 'projects'))).toEqual([])
})

test('a superuser’s URL is detected, until the SQL of Prepare has created an ordinary owner', async () => {
  const { ref: own } = await life.create(stage.request({ engine: 'cluster' }), asker)
  const server = await life.database(own)
  await server.run({
    runId: 'root',
    query: `create role root_user superuser login password 'hush'`,
    as: 'admin',
  })
  expect(await stage.row(own)).toMatchObject({ runs_as_superuser: false })
  const url = `postgresql://root_user:hush@127.0.0.1:${await portOf(stage.control.dataDir, own)}/postgres`
  const { ref: added } = await life.create(stage.request({ existing: { url, tls: undefined } }), asker)
  expect(await value(added, 'select session_user')).toBe('root_user')
  expect(await stage.row(added)).toMatchObject({ runs_as_superuser: true })

  const prepare = life.prepareSql(added)
  await (await life.database(added)).run({ runId: 'prepare', query: prepare })
  await life.pause(added, asker)
  await life.settled()
  await life.resume(added, asker)
  expect(await value(added, 'select session_user')).toBe(`basedeck_owner_${added}`)
  expect(await stage.row(added)).toMatchObject({ runs_as_superuser: false })
  const asReader = { runId: 'reader', query: 'select session_user', as: 'reader' } as const
  const { results } = await (await life.database(added)).run(asReader)
  expect(results[0]?.rows).toEqual([[`basedeck_reader_${added}`]])
  // It is for the superuser of the URL, now as before.
  expect(life.prepareSql(added)).toBe(prepare)
})

test('a database that is not there has failed with the reason', async () => {
  const url = 'postgresql://me:hush@127.0.0.1:1/db'
  const { ref } = await life.create(stage.request({ existing: { url, tls: undefined } }), asker)
  await life.settled()
  expect(await stage.row(ref)).toMatchObject({
    status: 'INIT_FAILED',
    status_reason:
      'No database answers at 127.0.0.1:1: connection refused. Check host and port in the URL, and that the server takes connections from here.',
  })
  await life.remove(ref, asker)
  await life.settled()
  expect(await stage.row(ref)).toBeUndefined()
})
