/** A database that gives few connections: applications with a large pool wait, and the dashboard's users still get theirs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../src/engines/engine.js'
import { PostgresEngine } from '../src/engines/server/postgres-engine.js'
import { newRunId } from '../src/engines/testing/subject.js'
import { temporaryDirectory, type TemporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { testCluster, urlOf } from '../src/engines/testing/test-cluster.js'
import { createProjectSessions } from '../src/project-api/sessions/project-sessions.js'
import { prepareSql } from '../src/project-database/prepare-sql.js'
import { serviceRoleOf } from '../src/project-database/service-login.js'

const SERVICE = { role: serviceRoleOf('shop'), password: 'password of shop' }
const LIMIT = 12
let directory: TemporaryDirectory
let cluster: Engine
let engine: Engine

beforeAll(async () => {
  directory = await temporaryDirectory()
  cluster = await testCluster(directory.path)
  const server = await cluster.open('default')
  await server.run({ runId: newRunId(), query: 'create database shop' })
  await server.run({ runId: newRunId(), query: `alter database shop connection limit ${LIMIT}` })
  const databaseUrl = (await urlOf(directory.path, 'default')).replace(/\/postgres$/, '/shop')
  engine = new PostgresEngine({ databaseUrl, service: SERVICE })
})
afterAll(async () => {
  await engine.close()
  await cluster.close()
  await directory.remove()
})

test('forty requests of applications and ten runs at once are all answered', async () => {
  const database = await engine.open('shop')
  await database.run({ runId: newRunId(), query: prepareSql({ service: SERVICE }) })
  const sessions = createProjectSessions({
    async signIn() {
      const signIn = await database.serviceSignIn?.()
      if (!signIn) throw new Error('no login')
      return signIn
    },
    serve: () => Promise.reject(new Error('not asked')),
    cancel: async () => false,
    used: () => {},
  })
  const limits = { connections: 100, waiting: 20, waitMs: 30_000 }
  const request = () =>
    sessions.serve('shop', limits, {
      // Each statement holds its connection for a moment, so that many are wanted at once.
      statements: [{ text: 'select pg_sleep(0.05), $1::text', values: ['one'] }],
      mostBytes: 1_000_000,
      timeoutMs: 30_000,
      signal: new AbortController().signal,
    })
  const run = () => database.run({ runId: newRunId(), query: 'select pg_sleep(0.05)' })
  const answered = await Promise.allSettled([
    ...Array.from({ length: 40 }, request),
    ...Array.from({ length: 10 }, run),
  ])
  expect(answered.filter(({ status }) => status === 'rejected')).toEqual([])
  sessions.close()
})
