/** The services of a project whose database was added by URL: they sign in once Prepare has made their login. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareSql } from '../../project-database/prepare-sql.js'
import { serviceRoleOf } from '../../project-database/service-login.js'
import type { Database, Engine } from '../engine.js'
import { describeServices } from '../testing/contract-services.js'
import { newRunId, type Subject } from '../testing/subject.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster, urlOf } from '../testing/test-cluster.js'
import { PostgresEngine } from './postgres-engine.js'

const SERVICE = { role: serviceRoleOf('shop'), password: 'password of shop' }
let directory: TemporaryDirectory
let cluster: Engine
let engine: PostgresEngine
let database: Database
let databaseUrl: string

beforeAll(async () => {
  directory = await temporaryDirectory()
  cluster = await testCluster(directory.path)
  const server = await cluster.open('default')
  await server.run({ runId: newRunId(), query: 'create database shop' })
  databaseUrl = (await urlOf(directory.path, 'default')).replace(/\/postgres$/, '/shop')
  engine = new PostgresEngine({ databaseUrl, service: SERVICE })
  database = await engine.open('shop')
  // Of another project on the same server, and prepared twice.
  for (const role of [serviceRoleOf('other'), SERVICE.role, SERVICE.role])
    await subject.run(prepareSql({ service: { ...SERVICE, role } }))
})
afterAll(async () => {
  await engine.close()
  await cluster.close()
  await directory.remove()
})

const subject: Subject = {
  get database() {
    return database
  },
  run: (query, more) => database.run({ runId: newRunId(), query, ...more }),
  rows: async (query, more) => (await subject.run(query, more)).results.at(-1)?.rows ?? [],
  value: async (query, more) => (await subject.rows(query, more))[0]?.[0] ?? null,
}

const asService = (opened: Database) =>
  opened.batch({ runId: newRunId(), as: 'service', statements: [{ query: 'select session_user' }] })

describeServices(subject)

test('the SQL of Prepare holds no password', () => {
  const sql = prepareSql({ service: SERVICE })
  expect(sql).toContain('SCRAM-SHA-256$4096:')
  expect(sql).not.toContain(SERVICE.password)
})

test.each([
  ['it is not there', { ...SERVICE, role: serviceRoleOf('unprepared') }, ''],
  ['its password is another one', { ...SERVICE, password: 'other' }, ''],
  ['it was given more rights', SERVICE, `alter role "${SERVICE.role}" createdb`],
])('a service stays off with a sentence: %s', async (_, service, change) => {
  if (change !== '') await subject.run(change)
  const other = new PostgresEngine({ databaseUrl, service })
  await expect(asService(await other.open('shop'))).rejects.toMatchObject({
    code: 'no-service',
    message: expect.stringContaining('can prepare the database'),
  })
  await other.close()
})
