import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MIGRATIONS } from '../../project-database/migrations/index.js'
import type { Database, Engine } from '../engine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster, urlOf } from '../testing/test-cluster.js'
import { PostgresEngine } from './postgres-engine.js'

let runs = 0
async function rows(database: Database, query: string): Promise<(string | null)[][]> {
  const { results } = await database.run({ runId: `life-${++runs}`, query })
  return results.at(-1)?.rows ?? []
}

describe('a server that is added by URL', () => {
  let directory: TemporaryDirectory
  let cluster: Engine
  let owner: Database
  let url: string
  beforeAll(async () => {
    directory = await temporaryDirectory()
    cluster = await testCluster(directory.path)
    owner = await cluster.open('default')
    url = await urlOf(directory.path, 'default')
    await rows(owner, 'drop database if exists shop').catch(() => {})
    await owner.run({ runId: 'create', query: 'create database shop' })
  })
  afterAll(async () => {
    await cluster.close()
    await directory.remove()
  })
  const shop = (more: object = {}): PostgresEngine =>
    new PostgresEngine({ databaseUrl: url.replace(/\/postgres$/, '/shop'), ...more })

  const fingerprint = `select (select string_agg(nspname, ',' order by nspname) from pg_namespace where nspname !~ '^pg_'),
    (select count(*) from pg_class), (select count(*) from pg_proc), (select count(*) from pg_db_role_setting)`

  test('opening and reading it changes nothing', async () => {
    const engine = shop()
    try {
      const database = await engine.open('default')
      const before = await rows(database, fingerprint)
      expect(before[0]?.[0]).toBe('information_schema,public')
      await engine.close()
      const again = shop()
      expect(await rows(await again.open('default'), fingerprint)).toEqual(before)
      await again.close()
    } finally {
      await engine.close()
    }
  })

  test('preparing it creates what a project needs, and is idempotent', async () => {
    for (let time = 0; time < 2; time++) {
      const engine = shop({ prepare: true })
      try {
        const database = await engine.open('default')
        expect(await rows(database, 'select auth.uid(), (select count(*) from auth.users)')).toEqual([
          [null, '0'],
        ])
        expect(await rows(database, 'set role authenticated; select current_user')).toEqual([
          ['authenticated'],
        ])
        expect(await rows(database, 'select count(*) from basedeck.migrations')).toEqual([
          [String(MIGRATIONS.length)],
        ])
      } finally {
        await engine.close()
      }
    }
  })

  test('a wrong password is an authentication error that does not repeat it', async () => {
    const engine = new PostgresEngine({ databaseUrl: url.replace(/:[^:@]+@/, ':hush-hush@') })
    const opening = engine.open('default')
    await expect(opening).rejects.toMatchObject({
      code: 'authentication',
      message: expect.stringContaining('127.0.0.1:'),
    })
    await expect(opening).rejects.not.toThrow('hush')
    await engine.close()
  })

  test('a connection that drops fails its run only; the next connects again', async () => {
    const engine = new PostgresEngine({ databaseUrl: url })
    try {
      const database = await engine.open('default')
      const running = rows(database, 'select pg_sleep(1000)')
      const [lost] = await Promise.allSettled([running, terminated(owner, 'pg_sleep')])
      expect(String(lost.status === 'rejected' && lost.reason)).toContain('terminating connection')
      expect(await rows(database, 'select 42')).toEqual([['42']])
    } finally {
      await engine.close()
    }
  })
})

/** Ends the session that runs a query of that text, once there is one. */
async function terminated(by: Database, text: string): Promise<void> {
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
    where state = 'active' and pid <> pg_backend_pid() and query like '%${text}%'`
  await vi.waitFor(async () => expect(await rows(by, terminate)).toEqual([['t']]), { timeout: 20_000 })
}

describe('a server that can’t be used', () => {
  let server: Server
  let answer: (socket: Socket) => void
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => {})
      answer(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())
  const engineAt = (port: number): PostgresEngine =>
    new PostgresEngine({ databaseUrl: `postgres://me:hush@127.0.0.1:${port}/db?sslmode=disable` })
  const port = (): number => (server.address() as AddressInfo).port

  test('a port without a server is reported with host and port', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const free = (closed.address() as AddressInfo).port
    closed.close()
    await once(closed, 'close')
    await expect(engineAt(free).open('default')).rejects.toMatchObject({
      code: 'unreachable',
      message: `No database answers at 127.0.0.1:${free}: connection refused. Check host and port in the URL, and that the server takes connections from here.`,
    })
  })

  test('a server that hangs up is unreachable', async () => {
    answer = (socket) => socket.destroy()
    await expect(engineAt(port()).open('default')).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('a server of version 13 is refused', async () => {
    answer = (socket) => {
      let started = false
      socket.on('data', () => {
        socket.write(
          started ? versionAnswer('130011') : Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1'),
        )
        started = true
      })
    }
    await expect(engineAt(port()).open('default')).rejects.toMatchObject({
      code: 'version',
      message: expect.stringContaining('is version 13.11; version 14 or later is needed'),
    })
  })
})

function versionAnswer(version: string): Buffer {
  const message = (code: string, body: string): Buffer => {
    const header = Buffer.alloc(5)
    header.write(code, 'latin1')
    header.writeUInt32BE(body.length + 4, 1)
    return Buffer.concat([header, Buffer.from(body, 'latin1')])
  }
  const text25 = `v\0${'\0'.repeat(6)}\0\0\0\x19\xff\xff\xff\xff\xff\xff\0\0`
  return Buffer.concat([
    message('T', `\0\x01${text25}`),
    message('D', `\0\x01\0\0\0${String.fromCharCode(version.length)}${version}`),
    message('C', 'SHOW\0'),
    message('Z', 'I'),
  ])
}
