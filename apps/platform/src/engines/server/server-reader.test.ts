/** Read-only members in a database that was added by URL: refused until Prepare has created their login. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareSql } from '../../project-database/prepare-sql.js'
import { readerRoleOf } from '../../project-database/reader.js'
import type { Database, Engine, RunRequest } from '../engine.js'
import { fileSecrets } from '../secrets.js'
import { describeReaderAttacks, PREPARED_FOR_READER } from '../testing/contract-reader.js'
import { newRunId } from '../testing/subject.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster, urlOf } from '../testing/test-cluster.js'
import { PostgresEngine } from './postgres-engine.js'

let directory: TemporaryDirectory
let cluster: Engine
let server: Database
let ownerUrl: string
let adminUrl: string
beforeAll(async () => {
  directory = await temporaryDirectory()
  cluster = await testCluster(directory.path)
  server = await cluster.open('default')
  ownerUrl = await urlOf(directory.path, 'default')
  const password = await fileSecrets(`${directory.path}/secrets`).get('default.admin-password')
  adminUrl = ownerUrl.replace(/postgres:[^@]*@/, `basedeck_admin:${password}@`)
})
afterAll(async () => {
  await cluster.close()
  await directory.remove()
})

const run = (database: Database, query: string, more: Partial<RunRequest> = {}) =>
  database.run({ runId: newRunId(), query, ...more })
const rows = async (database: Database, query: string, more?: Partial<RunRequest>) =>
  (await run(database, query, more)).results.at(-1)?.rows ?? []
const asReader = { as: 'reader' } as const

/** A new database on the server, opened by the plain owner. */
async function shopOf(
  id: string,
): Promise<{ engine: Engine; database: Database; url: (url: string) => string }> {
  await run(server, `create database "${id}"`)
  const url = (text: string): string => text.replace(/\/postgres$/, `/${id}`)
  const engine = new PostgresEngine({ databaseUrl: url(ownerUrl), reader: readerOf(id) })
  const database = await engine.open(id)
  await run(
    database,
    `create table goods (id int); insert into goods values (1), (2);
     create table walled (id int); insert into walled values (1); alter table walled enable row level security`,
  )
  return { engine, database, url }
}

const readerOf = (id: string) => ({ role: readerRoleOf(id), password: `password of ${id}` })

test('before that, their SQL is refused with a sentence, and the owner’s is not', async () => {
  const { engine, database } = await shopOf('unprepared')
  await expect(run(database, 'select 1', asReader)).rejects.toMatchObject({
    code: 'no-reader',
    message: expect.stringContaining('can prepare it'),
  })
  const stream = database.stream({ runId: newRunId(), query: 'select 1', ...asReader })
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'no-reader' })
  expect(await rows(database, 'select count(*) from goods')).toEqual([['2']])
  await engine.close()
})

test('the SQL of Prepare holds no password', () => {
  const sql = prepareSql({ reader: readerOf('shop') })
  expect(sql).toContain('SCRAM-SHA-256$4096:')
  expect(sql).not.toContain('password of shop')
  expect(prepareSql({ reader: readerOf('shop') })).toBe(sql)
})

describe('prepared by the owner, who is no superuser', () => {
  test('they read all tables, including later ones, without reopening', async () => {
    const { engine, database } = await shopOf('plain')
    for (let time = 0; time < 2; time++) await run(database, prepareSql({ reader: readerOf('plain') }))
    expect(await rows(database, 'select count(*) from goods', asReader)).toEqual([['2']])
    await run(database, 'create schema more; create table more.later as select 3 as v')
    expect(await rows(database, 'select v from more.later', asReader)).toEqual([['3']])
    expect(await rows(database, 'select session_user', asReader)).toEqual([['basedeck_reader_plain']])
    await engine.close()
  })

  test('rows hidden by row-level security stay hidden, because only a superuser can change that', async () => {
    const { engine, database } = await shopOf('hiding')
    await run(database, prepareSql({ reader: readerOf('hiding') }))
    expect(await rows(database, 'table walled')).toEqual([['1']])
    expect(await rows(database, 'table walled', asReader)).toEqual([])
    await engine.close()
  })
})

test('prepared by a superuser they read past row-level security', async () => {
  const { engine, database, url } = await shopOf('whole')
  const admin = new PostgresEngine({ databaseUrl: url(adminUrl), prepare: true, reader: readerOf('whole') })
  await admin.open('whole')
  await admin.close()
  expect(await rows(database, 'table walled', asReader)).toEqual([['1']])
  await engine.close()
})

test('a login with further rights is not used', async () => {
  const { engine, database } = await shopOf('more')
  await run(database, prepareSql({ reader: readerOf('more') }))
  await run(server, `create role strong login; grant strong to basedeck_reader_more`)
  await expect(run(database, 'select 1', asReader)).rejects.toMatchObject({ code: 'no-reader' })
  await engine.close()
})

describe('all attacks fail', () => {
  let engine: Engine
  let opened: Database
  beforeAll(async () => {
    const shop = await shopOf('attacked')
    engine = shop.engine
    opened = shop.database
    await run(opened, prepareSql({ reader: readerOf('attacked') }))
    await run(opened, PREPARED_FOR_READER)
  })
  afterAll(() => engine.close())
  describeReaderAttacks({
    run: (query, more) => run(opened, query, more),
    rows: (query, more) => rows(opened, query, more),
  })
})
