/** The reader's login on a real server: what it may do outside of our transactions, and to whom. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database, Engine, RunRequest } from '../engine.js'
import { fileSecrets } from '../secrets.js'
import { ServerConnection } from '../server/connection.js'
import { Session } from '../session/session.js'
import { TypeNames } from '../session/type-names.js'
import { reportOf } from '../testing/database-error.js'
import { readerAttacks } from '../testing/reader-attacks.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { portOf, testCluster } from '../testing/test-cluster.js'

let directory: TemporaryDirectory
let engine: Engine
let database: Database
beforeAll(async () => {
  directory = await temporaryDirectory()
  engine = await testCluster(directory.path)
  database = await engine.open('default')
  await rows(`create table kept (id int); create sequence counter; create table walled (id int);
    insert into walled values (1); alter table walled enable row level security;
    create function invoker_exec(q text) returns int language plpgsql as $$ begin execute q; return 1; end $$`)
})
afterAll(async () => {
  await engine.close()
  await directory.remove()
})

let runs = 0
async function rows(query: string, as: RunRequest['as'] = 'owner'): Promise<(string | null)[][]> {
  const { results } = await database.run({ runId: `reader-${++runs}`, query, as })
  return results.at(-1)?.rows ?? []
}

/** A direct session of the login, without the engine in between. */
async function signedIn<T>(use: (session: Session) => Promise<T>): Promise<T> {
  const password = await fileSecrets(join(directory.path, 'secrets')).get('default.reader-password')
  const connection = await ServerConnection.open({
    host: '127.0.0.1',
    port: await portOf(directory.path, 'default'),
    database: 'postgres',
    user: 'basedeck_reader',
    password: password ?? '',
    ssl: false,
  })
  try {
    return await use(new Session(connection, new TypeNames()))
  } finally {
    connection.close()
  }
}

test.each([
  'insert into kept values (1)',
  'update kept set id = 2',
  'delete from kept',
  'truncate kept',
  'select id from kept for update',
  'begin; lock table kept in row exclusive mode',
  `select nextval('counter')`,
  `select setval('counter', 5)`,
  'create table stolen (id int)',
  'create temp table stolen (id int)',
  'create schema stolen',
  'create role stolen',
  'create database stolen',
  'set role postgres',
  'set session authorization postgres',
  'grant postgres to basedeck_reader',
  'alter role postgres nologin',
  'alter database postgres connection limit 0',
  'select pg_terminate_backend(pid) from pg_stat_activity',
  'select pg_cancel_backend(pid) from pg_stat_activity',
  `select pg_read_file('PG_VERSION')`,
  `copy (select 1) to '/tmp/stolen'`,
  'select rolpassword from pg_authid',
])('the login itself, in a transaction that may write, is refused: %s', async (text) => {
  await signedIn(async (session) => {
    await expect(session.ask(text)).rejects.toMatchObject({ report: { code: '42501' } })
  })
})

describe('beside others', () => {
  test('no text of a reader ends or cancels a run of the owner or of another reader', async () => {
    const others = (['owner', 'reader'] as const).map((as) => ({ runId: `victim-${as}`, as }))
    const underWay = others.map((one) =>
      reportOf(database.run({ ...one, query: `select pg_sleep(1000), 'victim'`, timeoutMs: 0 })),
    )
    const sleeping = `select count(*) from pg_stat_activity where state = 'active' and query like '%''victim''%' and pid <> pg_backend_pid()`
    await vi.waitFor(async () => expect(await rows(sleeping)).toEqual([['2']]), { timeout: 20_000 })
    for (const text of readerAttacks['signals'] ?? []) await rows(text, 'reader').catch(() => {})
    expect(await rows(sleeping)).toEqual([['2']])
    for (const { runId } of others) expect(await database.cancel(runId)).toBe(true)
    for (const report of await Promise.all(underWay))
      expect(report.message).toBe('canceling statement due to user request')
  })

  test('readers have separate connections, so waiting readers don’t block the owner', async () => {
    const waiting = Array.from({ length: 15 }, (_, index) => `waiting-${index}`)
    const underWay = waiting.map((runId) =>
      reportOf(database.run({ runId, query: 'select pg_sleep(1000)', as: 'reader', timeoutMs: 0 })),
    )
    expect(await rows('select 1')).toEqual([['1']])
    for (const runId of waiting) await database.cancel(runId)
    await Promise.all(underWay)
  })

  test('a reader’s lock ends with its statement, so writers don’t wait longer', async () => {
    await rows('select pg_sleep(0), count(*) from kept', 'reader')
    await rows(`set lock_timeout = '1s'; alter table kept add column v int; alter table kept drop column v`)
  })
})

describe('the login over time', () => {
  async function again(): Promise<void> {
    await engine.close()
    engine = await testCluster(directory.path)
    database = await engine.open('default')
  }

  test('an older project gets the login at its next opening, with its grants', async () => {
    await rows(
      `drop owned by basedeck_reader; drop role basedeck_reader;
       drop owned by basedeck_reader_acting; drop role basedeck_reader_acting;
       grant temporary on database postgres to public`,
      'admin',
    )
    await again()
    expect(await rows('select id from walled', 'reader')).toEqual([['1']])
    expect(await rows(`select has_database_privilege(current_database(), 'temporary')`, 'reader')).toEqual([
      ['f'],
    ])
    expect(await rows('create temp table mine (id int); select 1')).toEqual([['1']])
  })

  test('changes by the owner are repaired at the next opening', async () => {
    await rows(
      `alter role basedeck_reader nologin nobypassrls createrole connection limit 0 valid until '2001-01-01' password 'other'`,
      'admin',
    )
    await again()
    expect(await rows('select id from walled', 'reader')).toEqual([['1']])
    expect(await rows(`select rolcreaterole from pg_roles where rolname = 'basedeck_reader'`)).toEqual([
      ['f'],
    ])
  })

  test('the right to read the server’s paths, given by an older program, is revoked', async () => {
    await rows('grant pg_monitor to basedeck_reader', 'admin')
    expect(await rows('show data_directory', 'reader')).toHaveLength(1)
    await again()
    expect((await reportOf(rows('show data_directory', 'reader'))).code).toBe('42501')
  })

  test('a role that is created later can be used from the next opening on', async () => {
    await rows('create role desk nologin; grant desk to postgres; grant select on kept to desk')
    await again()
    const role = { type: 'database', name: 'desk' } as const
    const acting = (query: string) => database.run({ runId: `acting-${++runs}`, query, as: 'reader', role })
    expect((await acting('select current_user')).results[0]?.rows).toEqual([['desk']])
    expect((await reportOf(acting('table walled'))).code).toBe('42501')
    expect(await rows('select id from walled', 'reader')).toEqual([['1']])
  })
})
