/** When the owner's SQL locks the database, the platform can still connect, says what is wrong, and repairs it. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database, OpenOptions } from '../engine.js'
import type { ClusterEngine } from './cluster-engine.js'
import { newRunId } from '../testing/subject.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster } from '../testing/test-cluster.js'

let directory: TemporaryDirectory
let engine: ClusterEngine
let database: Database
beforeAll(async () => {
  directory = await temporaryDirectory()
  await again()
  await ask('create table kept as select 42 as v')
})
afterAll(async () => {
  await engine.close()
  await directory.remove()
})

async function again(options?: OpenOptions): Promise<void> {
  await engine?.close()
  engine = await testCluster(directory.path)
  database = await engine.open('default', options)
}

const ask = async (query: string, as: 'owner' | 'admin' | 'reader' = 'owner') =>
  (await database.run({ runId: newRunId(), query, as })).results.at(-1)?.rows[0]?.[0]

describe('is repaired by opening it again', () => {
  test.each([
    ['alter role postgres nologin', 'its owner postgres may not log in'],
    ['alter role postgres connection limit 0', 'its owner postgres may have only 0 connections'],
    ['alter database postgres connection limit 0', 'its database takes only 0 connections'],
    [`alter role postgres set statement_timeout = '1ms'`, 'statement_timeout is so short'],
    [`alter database postgres set statement_timeout = '1ms'`, 'statement_timeout is so short'],
  ])('%s', async (text, what) => {
    // Newer versions don't let the owner do some of this.
    await ask(text).catch(() => ask(text, 'admin'))
    const blocked = { code: 'blocked', message: expect.stringContaining(what) }
    await expect(again()).rejects.toMatchObject(blocked)
    await again({ repair: true })
    expect(await ask('select v from kept')).toBe('42')
    await again()
    expect(await ask('select v from kept', 'reader')).toBe('42')
  })

  test('a closed database', async () => {
    await ask('create database other')
    await ask(`update pg_database set datallowconn = false where datname = 'postgres'`, 'admin')
    await expect(again()).rejects.toMatchObject({
      code: 'blocked',
      message: expect.stringContaining('takes no connections'),
    })
    await again({ repair: true })
    expect(await ask('select v from kept')).toBe('42')
  })
})

describe('does not lock the platform out', () => {
  test.each([
    `alter database postgres set local_preload_libraries = 'nope'`,
    `alter role postgres set local_preload_libraries = 'nope'`,
    `alter database postgres set role = 'anon'`,
    'alter database postgres set default_transaction_read_only = on',
    `alter database postgres set idle_session_timeout = '1ms'`,
    `alter database postgres set standard_conforming_strings = off`,
  ])('%s', async (text) => {
    await ask(text).catch(() => ask(text, 'admin'))
    await again()
    expect(await ask('select v from kept')).toBe('42')
    expect(await ask('select v from kept', 'reader')).toBe('42')
    expect(await ask('select session_user', 'admin')).toBe('basedeck_admin')
    await ask('alter database postgres reset all; alter role postgres reset all', 'admin')
  })
})

test('functions of the owner never run with the platform’s rights, whatever the search path', async () => {
  await ask(`create schema evil;
    create function evil.to_regrole(text) returns regrole language plpgsql as
      $$ begin alter role postgres superuser; return 'postgres'; end $$;
    create function evil.to_regclass(text) returns regclass language plpgsql as
      $$ begin alter role postgres superuser; return 'kept'; end $$;
    create function evil.current_setting(text) returns text language plpgsql as
      $$ begin alter role postgres superuser; return '180000'; end $$;
    alter database postgres set search_path = evil, pg_catalog;
    alter role postgres set search_path = evil, public, pg_catalog`)
  await again()
  expect(await ask('select rolsuper from pg_roles where rolname = session_user')).toBe('f')
  await ask(
    'alter database postgres reset search_path; alter role postgres reset search_path; drop schema evil cascade',
  )
})

test('a failed sign-in of the owner is explained without a path of the machine', async () => {
  await again()
  const running = ['a', 'b'].map((runId) =>
    database.run({ runId, query: 'select pg_sleep(1000)', timeoutMs: 0 }),
  )
  // The session must exist before the step below ends it.
  await vi.waitFor(async () => {
    const sleeping = await ask(
      `select count(*) from pg_stat_activity where usename = 'postgres' and query like '%pg_sleep%'`,
      'admin',
    )
    expect(sleeping).toBe('2')
  })
  await ask('alter role postgres nologin', 'admin')
  const ended = Promise.allSettled(running)
  await ask(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'`, 'admin')
  await ended
  const failed = await ask('select 1').catch((error: Error) => error)
  expect(failed).toMatchObject({ code: 'blocked', message: expect.stringContaining('may not log in') })
  expect(String(failed)).not.toMatch(/\/\w/)
  await again({ repair: true })
  expect(await ask('select v from kept')).toBe('42')
})

test('a renamed database is reported as renamed', async () => {
  await ask(`update pg_database set datname = 'elsewhere' where datname = 'postgres'`, 'admin')
  await expect(again({ repair: true })).rejects.toMatchObject({
    code: 'blocked',
    message: expect.stringContaining('“postgres” was renamed or dropped; the server has'),
  })
})
