/** A database with a superuser's URL: only confirmed runs can affect its server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareSql } from '../../project-database/prepare-sql.js'
import type { Database, Engine, RunRequest } from '../engine.js'
import { fileSecrets } from '../secrets.js'
import { reportOf } from '../testing/database-error.js'
import { newRunId } from '../testing/subject.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster, urlOf } from '../testing/test-cluster.js'
import { PostgresEngine, type PostgresEngineOptions } from './postgres-engine.js'

let directory: TemporaryDirectory
let cluster: Engine
let url: string
beforeAll(async () => {
  directory = await temporaryDirectory()
  cluster = await testCluster(directory.path)
  const server = await cluster.open('default')
  await server.run({ runId: newRunId(), query: 'create database shop' })
  const password = await fileSecrets(`${directory.path}/secrets`).get('default.admin-password')
  url = (await urlOf(directory.path, 'default'))
    .replace(/postgres:[^@]*@/, `basedeck_admin:${password}@`)
    .replace(/\/postgres$/, '/shop')
})
afterAll(async () => {
  await cluster.close()
  await directory.remove()
})

const logins = {
  reader: { role: 'basedeck_reader_shop', password: 'of the reader' },
  plainOwner: { role: 'basedeck_owner_shop', password: 'of the owner' },
}

async function within<T>(
  options: Partial<PostgresEngineOptions>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const engine = new PostgresEngine({ databaseUrl: url, ...logins, ...options })
  try {
    return await work(await engine.open('shop'))
  } finally {
    await engine.close()
  }
}

const run = (database: Database, query: string, more: Partial<RunRequest> = {}) =>
  database.run({ runId: newRunId(), query, ...more })
const rows = async (database: Database, query: string, more?: Partial<RunRequest>) =>
  (await run(database, query, more)).results.at(-1)?.rows

const REACHING = [
  `do $$ begin execute 'copy (select 1) to program ''cat'''; end $$`,
  `copy (select 1) to program 'cat'`,
  `select pg_read_file('PG_VERSION')`,
  `select pg_catalog.pg_read_binary_file('PG_VERSION')`,
  `select query_to_xml('select pg_read_file(''PG_VERSION'')', true, true, '')`,
  `load '/nowhere/library'`,
  'select pg_reload_conf()',
  `select lo_import('/etc/passwd')`,
]

describe('until it is prepared', () => {
  test('it opens and reports the superuser', async () => {
    await within({}, async (database) => {
      expect(database.runsAsSuperuser).toBe(true)
      expect(await rows(database, 'select 1', { readOnly: true })).toEqual([['1']])
    })
  })

  test.each([...REACHING, `set session_preload_libraries = 'x'`])(
    'an unconfirmed run is refused, so that the dashboard asks: %s',
    async (text) => {
      await within({}, async (database) => {
        const report = await reportOf(run(database, text, { readOnly: true }))
        expect(report).toMatchObject({
          code: '25006',
          message: expect.stringContaining('used as a superuser'),
        })
      })
    },
  )

  test('an export is refused too', async () => {
    await within({}, async (database) => {
      const stream = database.stream({ runId: newRunId(), query: `select pg_read_file('PG_VERSION')` })
      await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ report: { code: '25006' } })
    })
  })

  test('read-only members can’t run anything', async () => {
    await within({}, async (database) => {
      await expect(run(database, 'select 1', { as: 'reader' })).rejects.toMatchObject({ code: 'no-reader' })
    })
  })

  test('confirmed runs work, and the flag removes the refusal', async () => {
    const file = `select pg_read_file('PG_VERSION') <> ''`
    await within({}, async (database) => expect(await rows(database, file)).toEqual([['t']]))
    await within({ allowSuperuser: true }, async (database) => {
      expect(await rows(database, file, { readOnly: true })).toEqual([['t']])
      expect(database.runsAsSuperuser).toBe(true)
    })
  })
})

describe('prepared', () => {
  test('members’ SQL runs as an ordinary owner, who can’t reach the server', async () => {
    await within({}, (database) => run(database, 'create table goods (id int); insert into goods values (1)'))
    for (let time = 0; time < 2; time++) {
      await within({ prepare: true }, async (database) => {
        expect(database.runsAsSuperuser).toBe(false)
        expect(await rows(database, 'select session_user')).toEqual([['basedeck_owner_shop']])
      })
    }
    await within({}, async (database) => {
      for (const text of REACHING) expect((await reportOf(run(database, text))).code).toBe('42501')
    })
  })

  test('it uses existing objects, creates its own, and acts as the API’s roles', async () => {
    await within({}, async (database) => {
      await run(database, 'insert into goods values (2); create table mine (id int); drop table mine')
      expect(await rows(database, 'select count(*) from goods')).toEqual([['2']])
      const anon = { type: 'rest', role: 'anon', claims: {} } as const
      expect(await rows(database, 'select current_user', { role: anon })).toEqual([['anon']])
      expect(await rows(database, 'select count(*) from auth.users')).toEqual([['0']])
    })
  })

  test('read-only members read everything, even rows hidden by row-level security', async () => {
    await within({}, async (database) => {
      await run(
        database,
        'create table walled (id int); insert into walled values (1); alter table walled enable row level security',
      )
      expect(await rows(database, 'table walled', { as: 'reader' })).toEqual([['1']])
      expect(await rows(database, 'select count(*) from goods', { as: 'reader' })).toEqual([['2']])
    })
  })
})

test('the SQL of Prepare names no password', () => {
  const sql = prepareSql({ reader: logins.reader, owner: logins.plainOwner })
  expect(sql).not.toMatch(/of the (reader|owner)'/)
})
