import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EngineError } from '../engine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster } from '../testing/test-cluster.js'
import type { ClusterEngine } from './cluster-engine.js'
import { readPostmaster } from './postmaster-file.js'

const PASSWORD = 'p@:/?#% é😀'
const IDLE_MS = 50
const patience = { timeout: 20_000, interval: 20 }

let directory: TemporaryDirectory
let engine: ClusterEngine
let mayWake = true
beforeEach(async () => {
  directory = await temporaryDirectory()
  mayWake = true
  engine = await newEngine()
})
afterEach(async () => {
  await engine.close()
  await directory.remove()
})

function newEngine(idleMs = IDLE_MS): Promise<ClusterEngine> {
  return testCluster(directory.path, {
    idleMs,
    async onKnock(id) {
      if (!mayWake) throw new EngineError('closed', 'The project is paused')
      return engine.open(id)
    },
  })
}

const isRunning = async () => (await readPostmaster(`${directory.path}/projects/default/pg`)) !== undefined
const closed = () => vi.waitFor(async () => expect(await isRunning()).toBe(false), patience)

/** As another program: over the network, by password. */
async function connect(port: number): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    password: PASSWORD,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * A moment after the server ended its port is watched, and on a slow machine the server ends before a program has signed
 * in: then it tries again.
 */
function connected(port: number): Promise<pg.Client> {
  return vi.waitFor(() => connect(port), patience)
}

async function portOf(): Promise<number> {
  const { address } = await engine.open('default', { ownerPassword: PASSWORD })
  if (!address) throw new Error('The cluster has no address')
  return address.port
}

test('a session of another program keeps its database open, and a connection opens a closed one, at the same port', async () => {
  const port = await portOf()
  const first = await connected(port)
  // Ten times as long as an unused database stays open.
  const { rows } = await first.query('select pg_sleep(0.5), 1 as one')
  expect(rows[0].one).toBe(1)
  expect(await isRunning()).toBe(true)
  await first.end()
  await closed()

  const second = await connected(port)
  expect((await second.query('select 2 as two')).rows[0].two).toBe(2)
  await second.end()
  await closed()
  // As after a start of the program, which has opened nothing yet.
  await engine.close()
  engine = await newEngine()
  await engine.watch('default')
  const later = await connected(port)
  expect((await later.query('select 3 as three')).rows[0].three).toBe(3)
  await later.end()
})

test('a paused project is not opened: the connection ends', async () => {
  const port = await portOf()
  await closed()
  mayWake = false
  await expect(connect(port)).rejects.toThrow()
  expect(await isRunning()).toBe(false)
  await engine.stop('default')
  await expect(connect(port)).rejects.toThrow()
})

test('opening takes the port back, and a reset of the password counts at once', async () => {
  const port = await portOf()
  await closed()
  await engine.close()
  engine = await newEngine(60_000)
  await engine.watch('default')
  const database = await engine.open('default')
  expect(database.address?.port).toBe(port)
  const { ownerLogin } = database
  await ownerLogin?.setPassword?.('another one, 2')
  await expect(connect(port)).rejects.toThrow('password authentication failed')
  await ownerLogin?.tryAt({ host: '127.0.0.1', port, user: 'postgres' })
  await database.run({ runId: 'x', query: `alter role postgres password 'changed by SQL'` })
  await expect(ownerLogin?.tryAt({ host: '127.0.0.1', port, user: 'postgres' })).rejects.toThrow('password')
})
