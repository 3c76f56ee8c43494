/** Migrations on real databases: what runs, what is kept when something fails, whom it waits for, and what none explains. */
import {
  cancelQuery,
  createMigration,
  findDrift,
  getMigration,
  listMigrations,
  newId,
  queryTyped,
  PlatformError,
} from '@basedeck/platform-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: OWN_REF }

describe.each(['cluster', 'pglite'] as const)('of %s', (kind) => {
  let running: RunningApp
  let version = 0
  const sql = (query: string) => running.client.call(queryTyped, { params, body: { query, runId: newId() } })
  const apply = (text: string, more: { mode?: 'run' | 'record'; version?: string; runId?: string } = {}) =>
    running.client.call(createMigration, {
      params,
      body: { name: 'x', sql: text, mode: 'run', runId: newId(), version: String(++version), ...more },
    })
  const failed = async (work: Promise<unknown>): Promise<PlatformError> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!(error instanceof PlatformError)) throw new Error('It did not fail')
    return error
  }
  const versions = async () =>
    (await running.client.call(listMigrations, { params })).migrations.map((one) => one.version)
  const tableIs = async (name: string) =>
    (await sql(`select to_regclass('${name}') is not null`)).results[0]?.rows[0]?.[0] === 't'
  const drift = () => running.client.call(findDrift, { params })

  beforeAll(async () => {
    running = await runApp(kind)
  })
  afterAll(() => running.stop())
  afterEach(async () => {
    await sql(
      'drop schema if exists supabase_migrations cascade; drop schema if exists app cascade; drop table if exists public.kept, public.one, public.two',
    )
  })

  test('one that fails half-way leaves nothing, and says at which statement', async () => {
    const error = await failed(apply('create table kept (a int); insert into kept values (1); select 1 / 0'))
    expect(error.message).toBe('Statement 3 of 3 failed: division by zero')
    expect(error.body).toMatchObject({ code: '22012', statementIndex: 2 })
    expect([await tableIs('kept'), await versions()]).toEqual([false, []])
  })

  test('what ran before a statement that must run alone is kept, and the message says so', async () => {
    const error = await failed(
      apply('create table kept (a int); create index concurrently i on kept (a); select 1 / 0'),
    )
    expect(error.message).toMatch(
      /^Statement 3 of 3 failed: division by zero The 2 statements before it were kept/,
    )
    expect([await tableIs('kept'), await tableIs('i'), await versions()]).toEqual([true, true, []])
  })

  test('statements that can’t run in a transaction run, first, between and last', async () => {
    await apply('vacuum; create table kept (a int); create index concurrently i on kept (a)')
    await apply(
      `create type public.mood_of_test as enum ('a'); alter type public.mood_of_test add value 'b'; create table one (m public.mood_of_test default 'b')`,
    )
    expect([await tableIs('i'), (await versions()).length]).toEqual([true, 2])
    await sql('drop table one; drop type public.mood_of_test')
  })

  test('a file with BEGIN and COMMIT around it is one migration', async () => {
    const made = await apply('begin;\ncreate table kept (a int);\ncomment on table kept is $$a;b$$;\ncommit;')
    expect(made.statements).toEqual(['create table kept (a int)', 'comment on table kept is $$a;b$$'])
    expect(await tableIs('kept')).toBe(true)
  })

  test('names with quotes, dots, 63 bytes and other scripts are kept as they are', async () => {
    const odd = `"it's; -- \\" جدول ${'é'.repeat(20)} %s $1 {}`
    const { version: made } = await running.client.call(createMigration, {
      params,
      body: {
        name: odd,
        sql: `create schema app; create table app."${odd.replaceAll('"', '""').slice(0, 40)}" (a int)`,
        mode: 'run',
        runId: newId(),
      },
    })
    const stored = await running.client.call(getMigration, { params: { ...params, version: made } })
    expect(stored.name).toBe(odd)
    expect(stored.statements).toHaveLength(2)
  })

  test('a history of an older shape is read, and gets the columns that it lacks', async () => {
    await sql(
      `create schema supabase_migrations; create table supabase_migrations.schema_migrations (version text primary key); insert into supabase_migrations.schema_migrations values ('0')`,
    )
    expect((await running.client.call(listMigrations, { params })).migrations).toEqual([
      { version: '0', name: null, created_by: null, statements: null },
    ])
    expect((await drift()).failed).toMatchObject({ version: '0', statement: '' })
    await apply('create table kept (a int)')
    expect(await versions()).toEqual([String(version), '0'])
  })

  test('a table of that name that is no history is said, and nothing runs', async () => {
    await sql(`create schema supabase_migrations; create table supabase_migrations.schema_migrations (a int)`)
    expect(await failed(running.client.call(listMigrations, { params }))).toMatchObject({
      status: 409,
      code: 'history_unreadable',
    })
    expect(await failed(apply('create table kept (a int)'))).toMatchObject({ code: 'history_unreadable' })
    expect(await tableIs('kept')).toBe(false)
  })

  test('a history that is a view with a function of the owner’s is read READ ONLY', async () => {
    await sql(`create table kept (a int); create schema supabase_migrations;
      create function supabase_migrations.spy() returns text language sql as $$insert into public.kept values (1) returning '1'$$;
      create view supabase_migrations.schema_migrations as select supabase_migrations.spy() as version`)
    expect(await failed(running.client.call(listMigrations, { params }))).toMatchObject({ code: '25006' })
    expect((await sql('select count(*) from kept')).results[0]?.rows).toEqual([['0']])
  })

  test('a migration that takes another role does not write the history as that role', async () => {
    await apply(
      'create table kept (a int); grant insert on kept to anon; set local role anon; insert into kept values (1)',
    )
    expect(await versions()).toEqual([String(version)])
  })

  test('a migration can’t put functions of its own before those that write the history', async () => {
    await apply(
      `create schema app; create function app.jsonb_array_elements_text(jsonb) returns table (value text) language sql as $$select 'forged'$$; set search_path to app, pg_catalog`,
    )
    const stored = await running.client.call(getMigration, {
      params: { ...params, version: String(version) },
    })
    expect(stored.statements?.[0]).toBe('create schema app')
  })

  test('the history explains what it made, and nothing else', async () => {
    await apply(
      'create table one (a int primary key); create schema app; create view app.v as select a from one',
    )
    expect((await drift()).changes).toEqual([])
    await sql(`alter table one add b text; create table two (id bigint); create policy p on one using (true)`)
    const found = await drift()
    expect(found.failed).toBeNull()
    expect(found.changes.map(({ kind, verb, name }) => [kind, verb, name])).toEqual(
      expect.arrayContaining([
        ['column', 'create', 'one.b'],
        ['table', 'create', 'two'],
        ['policy', 'create', 'one.p'],
      ]),
    )
    const text = found.changes.map((change) => `${change.sql};`).join('\n')
    await apply(text, { mode: 'record' })
    expect((await drift()).changes).toEqual([])
  }, 60_000)

  test('replaying leaves the roles, passwords and databases of the server as they are', async () => {
    await sql('create role made_by_hand')
    await apply(
      `grant made_by_hand to postgres; create role app_role login; create table one (a int); grant select on one to made_by_hand, app_role`,
    )
    const before = await sql(`select rolname, rolcanlogin from pg_roles order by 1`)
    const databases = await sql('select datname from pg_database order by 1')
    // What the history says of a role that has changed since is not done again.
    await sql('alter role app_role nologin')
    const found = await drift()
    expect(found.failed).toBeNull()
    expect(found.changes).toEqual([])
    const after = await sql(`select rolname, rolcanlogin from pg_roles order by 1`)
    const role = (rows: (string | null)[][] | undefined) => rows?.find(([name]) => name === 'app_role')
    expect(role(before.results[0]?.rows)).toEqual(['app_role', 't'])
    expect(role(after.results[0]?.rows)).toEqual(['app_role', 'f'])
    expect((await sql('select datname from pg_database order by 1')).results[0]?.rows).toEqual(
      databases.results[0]?.rows,
    )
    await sql('drop table one; drop role app_role; drop role made_by_hand')
  }, 60_000)

  test('a migration that can’t be replayed is named with its statement', async () => {
    await apply('create table one (a int)')
    await apply('alter table one add column missing.b int', { mode: 'record' })
    expect((await drift()).failed).toMatchObject({
      version: String(version),
      statement: expect.stringContaining('missing'),
    })
  }, 60_000)

  test('nothing stays of the databases that were thrown away', async () => {
    await drift()
    const states = await running.registry.states()
    expect(states.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  }, 60_000)

  // PGlite has one session, in which nobody waits for a lock.
  test.each(kind === 'cluster' ? ['lock'] : [])(
    'one that waits for a %s gives up, and says who holds it',
    async () => {
      await sql('create table one (a int)')
      const database = await running.life.database(OWN_REF)
      const holder = database.run({ runId: 'holder', query: 'begin; lock table one; select pg_sleep(60)' })
      const holds = async () =>
        (await sql(`select count(*) from pg_locks where relation = 'one'::regclass and granted`)).results[0]
          ?.rows[0]?.[0]
      while ((await holds()) !== '1');
      const error = await failed(apply('alter table one add b int'))
      await database.cancel('holder')
      await holder.catch(() => {})
      expect(error.body).toMatchObject({
        code: '55P03',
        hint: expect.stringMatching(/held by session \d+, postgres/),
      })
      expect(await versions()).toEqual([])
    },
    60_000,
  )

  test('one that runs can be cancelled, and leaves nothing', async () => {
    const runId = newId()
    const work = failed(apply('create table kept (a int); select pg_sleep(60)', { runId }))
    while (!(await running.client.call(cancelQuery, { params: { ...params, runId } })).cancelled);
    expect(await work).toMatchObject({ code: '57014' })
    expect([await tableIs('kept'), await versions()]).toEqual([false, []])
  }, 60_000)
})
