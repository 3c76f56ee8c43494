/** Backups that are kept: made while the database is used, proved, restored, and to a second. */
import {
  copyBackup,
  createBackup,
  createProject,
  deleteBackup,
  listBackups,
  listOrganizations,
  proveBackup,
  queryTyped,
  restoreBackup,
  updateBackupSettings,
  type Backup,
} from '@basedeck/platform-client'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileSecrets } from '../src/engines/secrets.js'
import { urlOf } from '../src/engines/testing/test-cluster.js'
import { queryAt } from './database-by-url.js'
import { hostedOwner } from './hosted-owner.js'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }
/** The contract of backups runs on both; what only this file asks for runs on PGlite in `npm run test:full`. */
const ENGINES =
  process.env['BASEDECK_WHOLE_MATRIX'] === '1' ? (['cluster', 'pglite'] as const) : (['cluster'] as const)

describe.each(ENGINES)('%s', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine)
  }, 60_000)
  afterAll(() => running.stop())

  const run = async (query: string) =>
    (
      await running.client.call(queryTyped, { params, body: { query, runId: crypto.randomUUID() } })
    ).results.at(-1)?.rows
  const list = () => running.client.call(listBackups, { params })
  async function made(): Promise<Backup> {
    const { id } = await running.client.call(createBackup, { params })
    await expect.poll(async () => stateOf(id), { timeout: 30_000 }).not.toBe('running')
    return (await list()).backups.find((backup) => backup.id === id)!
  }
  const stateOf = async (id: string) => (await list()).backups.find((backup) => backup.id === id)?.status
  const fileOf = ({ id }: Backup) => running.backups.files.pathOf('default', id)

  test('a backup is whole, encrypted, and brings back what was there', async () => {
    await run(`create table notes (id int primary key, text text);
      insert into notes select n, 'a note that is secret ' || n from generate_series(1, 1000) n`)
    const backup = await made()
    expect(backup).toMatchObject({ status: 'completed', kind: 'manual', engine, error: null, proof: null })
    const bytes = await readFile(fileOf(backup))
    expect(bytes.length).toBe(backup.bytes)
    expect(bytes.includes('a note that is secret')).toBe(false)

    await run(`delete from notes where id > 10; create table later (a int)`)
    const restored = await running.client.call(restoreBackup, { params, body: { id: backup.id } })
    expect(await run('select count(*) from notes')).toEqual([['1000']])
    expect(await run(`select to_regclass('later')`)).toEqual([[null]])

    const undone = (await list()).backups.find(({ id }) => id === restored.kept)
    expect(undone).toMatchObject({ kind: 'before_restore', status: 'completed' })
    await running.client.call(restoreBackup, { params, body: { id: restored.kept } })
    expect(await run('select count(*) from notes')).toEqual([['10']])
    expect(await readdir(join(running.dataDir, 'replaced'))).toEqual([])
  }, 90_000)

  test('a proof restores it into a throw-away database, and finds what is damaged', async () => {
    const backup = await made()
    const proved = await running.client.call(proveBackup, { params: { ...params, id: backup.id } })
    expect(proved.proof).toMatchObject({ is_good: true, detail: expect.stringContaining('were read') })
    const lines = await running.lines.search({ project: params.ref, sources: ['jobs'], text: backup.id }, 9)
    expect(lines).toMatchObject({ value: [{ level: 'info', fields: { event: 'backup.made' } }] })
    expect(
      (await readdir(join(running.dataDir, 'projects'))).filter((name) => name.startsWith('proof-')),
    ).toEqual([])

    const bytes = await readFile(fileOf(backup))
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(fileOf(backup), bytes)
    const again = await running.client.call(proveBackup, { params: { ...params, id: backup.id } })
    expect(again.proof).toMatchObject({ is_good: false, detail: expect.stringContaining('changed') })

    await run('create table stays (a int)')
    await expect(
      running.client.call(restoreBackup, { params, body: { id: backup.id } }),
    ).rejects.toMatchObject({
      status: 422,
      code: 'backup_failed',
    })
    expect(await run(`select to_regclass('stays')`)).toEqual([['stays']])
    await running.client.call(deleteBackup, { params: { ...params, id: backup.id } })
    expect(await stateOf(backup.id)).toBeUndefined()
    await expect(readFile(fileOf(backup))).rejects.toMatchObject({ code: 'ENOENT' })
  }, 90_000)

  test('an unknown backup, a foreign id and a moment to come are refused', async () => {
    const id = crypto.randomUUID()
    const codes = await Promise.all([
      running.client.call(restoreBackup, { params, body: { id } }).catch(({ code }) => code),
      running.client.call(proveBackup, { params: { ...params, id } }).catch(({ code }) => code),
      running.client.call(deleteBackup, { params: { ...params, id } }).catch(({ code }) => code),
    ])
    expect(codes).toEqual(['backup_not_found', 'backup_not_found', 'backup_not_found'])
    const at = new Date(Date.now() + 60_000).toISOString()
    await expect(running.client.call(restoreBackup, { params, body: { at } })).rejects.toMatchObject({
      code: 'not_recoverable',
    })
  })
})

test('a database in PGlite can’t go back to a second, and says so', async () => {
  const running = await runApp('pglite')
  const change = running.client.call(updateBackupSettings, { params, body: { point_in_time: true } })
  await expect(change).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('PGlite'),
  })
  expect((await running.client.call(listBackups, { params })).settings.point_in_time).toBe(false)
  await running.stop()
}, 60_000)

test('a cluster goes back to a second, again and again', async () => {
  const running = await runApp('cluster')
  const run = async (query: string) =>
    (
      await running.client.call(queryTyped, { params, body: { query, runId: crypto.randomUUID() } })
    ).results.at(-1)?.rows
  const list = () => running.client.call(listBackups, { params })
  const whole = async (least: number): Promise<void> => {
    await expect
      .poll(async () => (await list()).backups.filter(({ status }) => status === 'completed').length, {
        timeout: 30_000,
      })
      .toBeGreaterThanOrEqual(least)
  }
  /** The server finishes its segment now, instead of in half a minute. */
  async function switchWal(): Promise<void> {
    const password = await fileSecrets(join(running.dataDir, 'secrets')).get('default.admin-password')
    const url = new URL(await urlOf(running.dataDir, 'default'))
    await queryAt(Object.assign(url, { username: 'basedeck_admin', password }).href, 'select pg_switch_wal()')
  }
  /** What is committed until now is in segments that are kept. */
  async function kept(): Promise<Date> {
    const [[now] = []] = (await run('select now()')) ?? []
    await run('insert into ticks values (1)')
    await switchWal()
    await expect
      .poll(
        async () => {
          await running.backups.collect('default')
          const { recoverable } = await list()
          return recoverable !== null && new Date(recoverable.to) > new Date(now ?? '')
        },
        { timeout: 30_000 },
      )
      .toBe(true)
    return new Date(now ?? '')
  }
  const rows = () => run('select string_agg(text, $$,$$ order by text) from notes')

  await run('create table notes (text text); create table ticks (a int)')
  expect((await list()).no_point_in_time).toBeNull()
  await running.client.call(updateBackupSettings, { params, body: { point_in_time: true } })
  await running.life.settled()
  expect(await run('show archive_mode')).toEqual([['on']])
  await run(`insert into notes values ('before')`)
  // The first backup is begun as soon as the log is kept.
  await whole(1)
  await run(`insert into notes values ('first')`)
  const first = await kept()
  await run(`insert into notes values ('second')`)
  await kept()
  await run(`delete from notes`)
  await kept()

  const at = first.toISOString()
  const restored = await running.client.call(restoreBackup, { params, body: { at } })
  expect(restored.restored_to).toBe(at)
  expect(await rows()).toEqual([['before,first']])

  // The restored database is on a line of its own, and goes back on that.
  await whole(3)
  await run(`insert into notes values ('third')`)
  const third = await kept()
  await run('drop table notes')
  await kept()
  await running.client.call(restoreBackup, { params, body: { at: third.toISOString() } })
  expect(await rows()).toEqual([['before,first,third']])
  await whole(5)
  // A moment before the first backup.
  const early = () => running.client.call(restoreBackup, { params, body: { at: '2020-01-01T00:00:00Z' } })
  // The backup that follows a restore may still be read back.
  await expect.poll(() => early().catch(({ code }: { code: string }) => code)).toBe('not_recoverable')
  await running.stop()
}, 120_000)

test.each(ENGINES)(
  'a copy of %s starts quiet: nobody is signed in, and nothing acts beside the original',
  async (engine) => {
    const running = await runApp(engine, { isPlatform: true, accountsOn: true })
    const client = await hostedOwner(running, 'Copies')
    const [{ slug = '' } = {}] = await client.call(listOrganizations, {})
    const { ref } = await client.call(createProject, {
      body: { name: 'Original', organization_slug: slug, engine },
    })
    await running.life.settled()
    const at = async (of: string, query: string) =>
      (await (await running.life.database(of)).run({ runId: crypto.randomUUID(), query })).results.at(-1)
        ?.rows
    await at(ref, `create table notes (a int); insert into notes values (1)`)
    await at(
      ref,
      `set role supabase_auth_admin;
       insert into auth.users (id, email) values ('11111111-1111-4111-8111-111111111111', 'ada@example.org');
       insert into auth.sessions (id, user_id) values (gen_random_uuid(), '11111111-1111-4111-8111-111111111111')`,
    )
    const { backup, done } = await running.backups.begin(ref, 'manual')
    expect(await done).toBe(true)
    const copy = await client.call(copyBackup, { params: { ref }, body: { name: 'Copy', id: backup.id } })
    expect(await at(copy.ref, 'select * from notes')).toEqual([['1']])
    expect(await at(copy.ref, 'select count(*) from auth.users')).toEqual([['1']])
    expect(await at(copy.ref, 'select count(*) from auth.sessions')).toEqual([['0']])
    expect(await at(ref, 'select count(*) from auth.sessions')).toEqual([['1']])
    await running.stop()
  },
  90_000,
)

test('hosted, going back to a second is an add-on, and reaches as far as it says', async () => {
  const running = await runApp('cluster', { isPlatform: true, accountsOn: true })
  const client = await hostedOwner(running, 'Seconds')
  const [{ slug = '' } = {}] = await client.call(listOrganizations, {})
  const { ref } = await client.call(createProject, {
    body: { name: 'Seconds', organization_slug: slug, engine: 'cluster' },
  })
  await running.life.settled()
  const params = { ref }
  const turnOn = () => client.call(updateBackupSettings, { params, body: { point_in_time: true } })
  expect(await client.call(listBackups, { params })).toMatchObject({ needs_addon: true })
  await expect(turnOn()).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('add-on') as string,
  })
  expect((await client.call(listBackups, { params })).settings.point_in_time).toBe(false)
  await running.control.write([
    {
      sql: `insert into control.addons (project_id, type, variant)
        select id, 'pitr', 'pitr_7' from control.projects where ref = $1`,
      parameters: [ref],
    },
  ])
  expect(await turnOn()).toMatchObject({ no_point_in_time: null, settings: { point_in_time: true } })
  const at = new Date(Date.now() - 8 * 24 * 60 * 60_000).toISOString()
  await expect(client.call(restoreBackup, { params, body: { at } })).rejects.toMatchObject({
    code: 'not_recoverable',
  })
  await running.stop()
}, 90_000)
