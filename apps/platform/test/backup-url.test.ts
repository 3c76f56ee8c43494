/** Backups of a database on a server that the platform does not run, by its owner, who is no superuser. */
import {
  createBackup,
  createClient,
  listBackups,
  proveBackup,
  queryTyped,
  restoreBackup,
  type Backup,
  type Client,
} from '@basedeck/platform-client'
import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDumpPrograms } from '../src/backup/by-url/dump-programs.js'
import { temporaryDirectory, type TemporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { queryAt, startDatabaseServer, type DatabaseServer } from './database-by-url.js'
import { isRunning, startProgram, type Program } from './program.js'

const params = { ref: 'default' }
let directory: TemporaryDirectory
let server: DatabaseServer
let program: Program
let url: string
let client: Client
beforeAll(async () => {
  directory = await temporaryDirectory()
  server = await startDatabaseServer()
  await server.query('alter role maker createdb')
  url = await server.create('"the shop"')
  url = url.replace('%22the%20shop%22', 'the%20shop')
  const options = ['--port', '0', '--api-port', '0', '--data-dir', `${directory.path}/data`]
  const started = await startProgram([...options, '--database-url', url, '--prepare'])
  if (!isRunning(started)) throw new Error(started.output)
  program = started
  client = createClient({ baseUrl: program.url })
}, 60_000)
afterAll(async () => {
  await program?.end('SIGTERM')
  await server?.stop()
  await directory.remove()
})

const run = async (query: string) =>
  (await client.call(queryTyped, { params, body: { query, runId: crypto.randomUUID() } })).results.at(-1)
    ?.rows
async function made(): Promise<Backup> {
  const { id } = await client.call(createBackup, { params })
  const found = async () => (await client.call(listBackups, { params })).backups.find((one) => one.id === id)
  await expect.poll(async () => (await found())?.status, { timeout: 30_000 }).not.toBe('running')
  return (await found())!
}
const databases = async () =>
  (await server.query(`select datname from pg_database where datname ~ 'basedeck_|shop' order by 1`)).rows

test('it is dumped, proved on its server, and put back whole while a program is connected', async () => {
  await run(`create table notes (id int primary key, text text, at timestamptz, data jsonb, price numeric);
    insert into notes select n, 'Größe ' || n || E'\\n\\t\\\\', '2026-01-01Z', '{"a":true}', 1.10 from generate_series(1, 1000) n;
    create table kept (a int generated always as identity, b int); insert into kept (b) values (1)`)
  await queryAt(url, `alter database "the shop" set search_path to public, extensions`)
  await queryAt(
    url,
    `alter database "the shop" set work_mem to '7MB'; grant create on database "the shop" to anon`,
  )
  const before = (await queryAt(url, 'select md5(string_agg(n::text, chr(10) order by id)) from notes n'))
    .rows
  const backup = await made()
  expect(backup).toMatchObject({ status: 'completed', engine: 'postgres', error: null })

  const { proof } = await client.call(proveBackup, { params: { ...params, id: backup.id } })
  expect(proof).toMatchObject({ is_good: true, detail: expect.stringContaining('rows') as string })
  expect(await databases()).toEqual([{ datname: 'the shop' }])

  await run(`delete from notes where id > 10; drop table kept; create table later (a int)`)
  const other = new pg.Client(url)
  other.on('error', () => {})
  await other.connect()
  const restored = await client.call(restoreBackup, { params, body: { id: backup.id } })
  await other.end().catch(() => {})
  expect(
    (await queryAt(url, 'select md5(string_agg(n::text, chr(10) order by id)) from notes n')).rows,
  ).toEqual(before)
  expect(await run(`select to_regclass('later'), (select sum(b) from kept)`)).toEqual([[null, '1']])
  expect(await run('insert into kept (b) values (2) returning a')).toEqual([['2']])
  expect(
    (
      await queryAt(
        url,
        `select current_setting('work_mem'), current_setting('search_path'),
    has_database_privilege('anon', current_database(), 'create')`,
      )
    ).rows,
  ).toEqual([{ current_setting: 'public, extensions', has_database_privilege: true }])
  expect(await databases()).toEqual([{ datname: 'the shop' }])

  // What was there before is a backup.
  await client.call(restoreBackup, { params, body: { id: restored.kept } })
  expect(await run('select count(*) from notes')).toEqual([['10']])
  expect(await readdir(`${directory.path}/data/restoring`).catch(() => [])).toEqual([])
}, 120_000)

test('what can’t be restored leaves the database as it is, in PostgreSQL’s words', async () => {
  const backup = await made()
  await run('insert into notes (id) values (5000)')
  await server.query('alter role maker nocreatedb')
  const refused = await client
    .call(restoreBackup, { params, body: { id: backup.id } })
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 'backup_failed',
    message: expect.stringContaining('permission denied to create database') as string,
  })
  const { proof } = await client.call(proveBackup, { params: { ...params, id: backup.id } })
  expect(proof).toMatchObject({
    is_good: false,
    detail: expect.stringContaining('permission denied') as string,
  })
  await server.query('alter role maker createdb')
  expect(await run('select count(*) from notes where id = 5000')).toEqual([['1']])
  expect(await databases()).toEqual([{ datname: 'the shop' }])
}, 60_000)

test('a table that its owner may not read fails the backup, and says so', async () => {
  const { password } = new URL(url)
  await queryAt(
    url,
    `create table hidden (a int); revoke all on hidden from maker; alter table hidden force row level security; alter table hidden enable row level security`,
  )
  const backup = await made()
  expect(backup.status).toBe('failed')
  expect(backup.error).toMatch(/PostgreSQL said: .*hidden/)
  expect(backup.error).not.toContain(password)
  await queryAt(url, 'drop table hidden')
}, 60_000)

test('it is offered, and has no point in time', async () => {
  const listed = await client.call(listBackups, { params })
  expect(listed.unavailable).toBeUndefined()
  expect(listed.no_point_in_time).toContain('on another server')
})

test('programs that are too old are not taken', async () => {
  await expect(findDumpPrograms(99)).rejects.toThrow('pg_dump of PostgreSQL 99 or newer is needed')
})
