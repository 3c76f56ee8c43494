/** `basedeck migration`: a folder of files against a project’s history, and against a database by URL. */
import { queryTyped } from '@basedeck/platform-client'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCommand } from '../src/config/read-command.js'
import type { MigrationAction } from '../src/config/command.js'
import type { MigrationsQuestion, OperatorAnswer } from '../src/config/operator-socket.js'
import { OWN_REF } from '../src/control/own-installation.js'
import { PostgresEngine } from '../src/engines/server/postgres-engine.js'
import { fileSecrets } from '../src/engines/secrets.js'
import { temporaryDirectory, type TemporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { testCluster, urlOf } from '../src/engines/testing/test-cluster.js'
import type { ClusterEngine } from '../src/engines/cluster/cluster-engine.js'
import { runMigrationCommand } from '../src/migrations/migration-folder.js'
import { answerMigrations, migrationsOfUrl } from '../src/migrations/migrations-command.js'
import { runApp, type RunningApp } from './running-app.js'

const NOW = Date.parse('2026-01-02T03:04:05Z')
let directory: TemporaryDirectory
let folder: string
beforeEach(async () => {
  directory = await temporaryDirectory()
  folder = join(directory.path, 'supabase', 'migrations')
})
afterEach(() => directory.remove())

type Ask = (ask: MigrationsQuestion['ask']) => Promise<OperatorAnswer>
const runIn =
  (ask: Ask) =>
  (action: MigrationAction, more: { isDry?: boolean; format?: 'text' | 'json' } = {}) =>
    runMigrationCommand({ action, folder, isDry: false, format: 'text', now: NOW, ask, ...more })
async function files(given: Record<string, string>) {
  await mkdir(folder, { recursive: true })
  for (const [name, sql] of Object.entries(given)) await writeFile(join(folder, name), sql)
}

describe('of a project', () => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp('pglite')
  })
  afterAll(() => running.stop())
  const run = runIn((ask) => answerMigrations({ project: null, ask }, running))
  const sql = (query: string) =>
    running.client.call(queryTyped, { params: { ref: OWN_REF }, body: { query, runId: 'x' } })
  afterEach(() =>
    sql('drop schema if exists supabase_migrations cascade; drop table if exists public.one, public.two'),
  )

  test('new makes an empty file in a folder that it makes, and never writes over one', async () => {
    const made = join(folder, '20260102030405_add_orders.sql')
    expect(await run({ verb: 'new', name: 'Add orders' })).toEqual({ lines: [`Made ${made}`], exitCode: 0 })
    expect(await readFile(made, 'utf8')).toBe('')
    await writeFile(made, 'select 1')
    await run({ verb: 'new', name: '../../Add orders' })
    expect(await readdir(folder)).toEqual(['20260102030405_add_orders.sql', '20260102030406_add_orders.sql'])
    expect(await run({ verb: 'new', name: '…' })).toMatchObject({ exitCode: 2 })
  })

  test('up applies what is pending in its order, and stops at the first that fails', async () => {
    await files({
      '2_two.sql': 'create table two (a int references one);',
      '1_one.sql': '-- first\ncreate table one (a int primary key);',
      '3_bad.sql': 'create table three (a int); select 1 / 0;',
      '4_more.sql': 'select 1;',
      'README.md': 'no migration',
    })
    expect(await run({ verb: 'up' }, { isDry: true })).toEqual({
      lines: ['1_one.sql', '2_two.sql', '3_bad.sql', '4_more.sql'].map((file) => `Would apply ${file}`),
      exitCode: 0,
    })
    expect(await run({ verb: 'up' })).toEqual({
      lines: ['Applied 1_one.sql', 'Applied 2_two.sql'],
      problem: '3_bad.sql: Statement 2 of 2 failed: division by zero',
      exitCode: 1,
    })
    const { lines, exitCode } = await run({ verb: 'status' })
    expect([lines, exitCode]).toEqual([
      [
        'applied  1_one.sql',
        'applied  2_two.sql',
        'pending  3_bad.sql',
        'pending  4_more.sql',
        '2 of 4 migrations differ',
      ],
      1,
    ])
    await rm(join(folder, '3_bad.sql'))
    expect(await run({ verb: 'up' })).toEqual({ lines: ['Applied 4_more.sql'], exitCode: 0 })
    expect(await run({ verb: 'status' })).toMatchObject({ exitCode: 0 })
    expect(await run({ verb: 'up' })).toEqual({ lines: ['Nothing is pending'], exitCode: 0 })
  })

  test('a changed file, two of one version, and one that comes late stop it before anything runs', async () => {
    await files({ '5_one.sql': 'create table one (a int);' })
    await run({ verb: 'up' })
    await files({
      '5_one.sql': 'create table one (a bigint);',
      '3_late.sql': 'select 1',
      '7_a.sql': 'create table two (a int)',
      '7_b.sql': 'select 1',
      '8_good.sql': 'create table two (a int)',
    })
    const { lines, exitCode } = await run({ verb: 'up' })
    expect(exitCode).toBe(1)
    expect(lines.slice(0, 5)).toEqual([
      'Nothing was applied, because these files need a decision first:',
      'late     3_late.sql',
      'changed  5_one.sql',
      'double   7_a.sql',
      'double   7_b.sql',
    ])
    const status = JSON.parse((await run({ verb: 'status' }, { format: 'json' })).lines[0] ?? '') as object
    expect(status).toMatchObject({ passed: false, migrations: expect.any(Array) })
    expect((await sql(`select to_regclass('two')`)).results[0]?.rows[0]?.[0]).toBeNull()
  })

  test('diff prints what no migration explains, and nothing once there is one', async () => {
    await files({ '1_one.sql': 'create table one (a int primary key);' })
    await run({ verb: 'up' })
    expect(await run({ verb: 'diff' })).toEqual({
      lines: ['-- The history of 1 migration explains the database.'],
      exitCode: 0,
    })
    await sql('alter table one add b text')
    expect(await run({ verb: 'diff' })).toEqual({
      lines: ['-- ACCESS EXCLUSIVE', 'ALTER TABLE "public"."one" ADD COLUMN "b" text;'],
      exitCode: 1,
    })
    await sql(
      `update supabase_migrations.schema_migrations set statements = '{"select nothing from nowhere"}'`,
    )
    expect(await run({ verb: 'diff' })).toMatchObject({
      exitCode: 2,
      problem: expect.stringContaining('1 can’t be replayed'),
    })
  }, 60_000)

  test('a folder or a project that is not there is said', async () => {
    expect(await run({ verb: 'status' })).toMatchObject({
      exitCode: 2,
      problem: expect.stringContaining('could not be read'),
    })
    const other = runIn((ask) => answerMigrations({ project: 'nobody', ask }, running))
    await files({})
    expect(await other({ verb: 'status' })).toMatchObject({ exitCode: 2, problem: expect.any(String) })
  })
})

describe('of a database by URL', () => {
  let data: TemporaryDirectory
  let engine: ClusterEngine
  let url: string
  const sql = async (query: string) =>
    (await (await engine.open('added')).run({ runId: 'x', query, as: 'admin' })).results.at(-1)?.rows
  beforeAll(async () => {
    data = await temporaryDirectory()
    engine = await testCluster(data.path)
    await engine.open('added')
    url = await urlOf(data.path, 'added')
  })
  afterAll(async () => {
    await engine.close()
    await data.remove()
  })

  test('drift is found beside it, statements about the server are left out, and nothing of it stays', async () => {
    const run = runIn((ask) => migrationsOfUrl(url, { project: null, ask }))
    await files({
      '1_role.sql': `create role app_role login; create table one (a int); grant select on one to app_role`,
    })
    expect(await run({ verb: 'up' })).toMatchObject({ exitCode: 0 })
    await sql('alter role app_role nologin')
    const { lines, exitCode, problem } = await run({ verb: 'diff' })
    expect(problem).toBeUndefined()
    expect([exitCode, lines]).toEqual([
      0,
      [
        '-- The history of 1 migration explains the database.',
        '-- Not compared: schema auth, extensions, realtime, storage',
        '-- Not compared: all of the kind default privilege, event trigger',
        '-- Left out, because it is about the whole server: a statement of 1',
      ],
    ])
    expect(await sql(`select rolcanlogin from pg_roles where rolname = 'app_role'`)).toEqual([['f']])
    expect(await sql(`select datname from pg_database where datname like 'basedeck_scratch%'`)).toEqual([])
  }, 60_000)

  test('where the URL names a superuser, a history is replayed with the rights of members', async () => {
    const admin = new URL(url)
    admin.username = 'basedeck_admin'
    admin.password = (await fileSecrets(join(data.path, 'secrets')).get('added.admin-password')) ?? ''
    const plainOwner = { role: 'basedeck_owner_added', password: 'of the members' }
    const added = new PostgresEngine({ databaseUrl: admin.href, prepare: true, plainOwner })
    const scratch = await (await added.open('added')).scratch()
    const who = `select current_user, current_database() like 'basedeck_scratch%', rolsuper from pg_roles where rolname = current_user`
    const { results } = await scratch.database.run({ runId: 'who', query: who })
    await scratch.drop()
    await added.close()
    expect(results[0]?.rows).toEqual([[plainOwner.role, 't', 'f']])
  }, 60_000)

  test('whose user may make no database is told why', async () => {
    await sql(`create role plain login password 'plain'; grant all on schema public to plain`)
    const plain = new URL(url)
    plain.username = plain.password = 'plain'
    const run = runIn((ask) => migrationsOfUrl(plain.href, { project: null, ask }))
    const { problem, exitCode } = await run({ verb: 'diff' })
    expect([exitCode, problem]).toEqual([
      2,
      'No database can be made to replay the history in: permission denied to create database',
    ])
  })
})

test('its options are read, and what is no command is refused with the form', () => {
  expect(readCommand(['migration', 'new', 'add', 'orders', '--folder', 'm'], {})).toMatchObject({
    type: 'migration',
    action: { verb: 'new', name: 'add orders' },
    folder: 'm',
  })
  expect(
    readCommand(['migration', 'up', '--dry-run', '--project', 'shop', '--format', 'json'], {}),
  ).toMatchObject({
    action: { verb: 'up' },
    folder: 'supabase/migrations',
    isDry: true,
    project: 'shop',
    format: 'json',
  })
  for (const args of [
    [],
    ['new'],
    ['new', ' '],
    ['down'],
    ['up', 'x'],
    ['status', '--dry-run'],
    ['up', '--format', 'sarif'],
    ['up', '--folder', ''],
    ['up', '--project', 'a', '--db-url', 'postgresql://u@h/d'],
  ])
    expect(readCommand(['migration', ...args], {})).toMatchObject({ type: 'invalid' })
})
