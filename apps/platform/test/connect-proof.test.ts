/** What Connect shows is run as it is shown, with a password that is hard to write: direct, and through PgBouncer. */
import { getProjectSettings } from '@basedeck/platform-client'
import { CONNECTION_TYPES, connectionString, type ConnectionTarget } from '@basedeck/core/rules'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testAuthority } from '../src/engines/testing/certificates.js'
import { OTHER_MACHINE, otherMachine } from '../src/engines/testing/other-machine.js'
import type { Poolers } from '../src/poolers/poolers.js'
import { askByPsql, askByUri, PASSWORD, runFiles } from './connect-proof.js'
import { runApp, type RunningApp } from './running-app.js'
import { startTestPoolers } from './test-poolers.js'

const installationId = randomUUID()
const patience = { timeout: 20_000, interval: 50 }
/** Inside the checkout, so that the drivers are found. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))

let running: RunningApp
beforeAll(async () => {
  running = await runApp('cluster', { ownerPassword: PASSWORD, installationId })
})
afterAll(() => running.stop())

async function directTarget(): Promise<ConnectionTarget> {
  const settings = await running.client.call(getProjectSettings, { params: { ref: 'default' } })
  const { db_host: host, db_port: port, db_name: database, db_user: user } = settings
  return { host, port, database, user }
}

describe('direct', () => {
  test('psql and an address connect', async () => {
    const target = await directTarget()
    expect(await askByUri(target)).toBe('postgres!')
    expect(await askByPsql(target)).toBe('postgres')
  })

  test('the files of a server framework run', async () => {
    const choice = { framework: 'nextjs', using: 'app', with: 'pg' }
    const options = { within: CACHE, module: 'lib/db', envFile: '.env.local' }
    const now = await runFiles(await directTarget(), choice, options)
    expect(now).toMatch(/^\d{4}-\d\d-\d\d /)
  })

  test('every address and every keyword names the place that answers', async () => {
    const target = await directTarget()
    for (const type of CONNECTION_TYPES) {
      const { text } = connectionString(type, 'direct', target)
      expect(text).toContain(String(target.port))
      expect(text).not.toContain(PASSWORD)
    }
  })

  test('another password is refused', async () => {
    await expect(askByUri(await directTarget(), 'wrong')).rejects.toThrow('password authentication failed')
  })
})

// `npm test -- --allow-missing` on a machine where it can't be installed.
describe.runIf(process.env['BASEDECK_WITHOUT_PGBOUNCER'] === undefined)('through PgBouncer', () => {
  let poolers: Poolers
  let occupied: ReturnType<typeof createServer>
  let occupiedPort = 0
  beforeAll(async () => {
    occupied = createServer()
    await new Promise<void>((resolve) => void occupied.listen(0, '127.0.0.1', resolve))
    const address = occupied.address()
    occupiedPort = typeof address === 'object' && address ? address.port : 0
    poolers = await startTestPoolers(running, installationId, {
      ports: { transaction: occupiedPort, session: 0 },
    })
    await vi.waitUntil(() => poolers.shared('default')?.session.isRunning, patience)
  })
  afterAll(async () => {
    await poolers.close()
    occupied.close()
  })

  const pooled = async (mode: 'transaction' | 'session'): Promise<ConnectionTarget> => {
    const pair = poolers.shared('default')
    if (!pair) throw new Error('No shared pooler')
    return { ...(await directTarget()), port: pair[mode].port, database: pair.database }
  }

  test('both poolers take the same password, and an occupied port moved', async () => {
    // The login of the poolers is made a moment after they run.
    await vi.waitFor(async () => expect(await askByUri(await pooled('session'))).toBe('postgres!'), patience)
    for (const mode of ['transaction', 'session'] as const) {
      expect(await askByUri(await pooled(mode))).toBe('postgres!')
      expect(await askByPsql(await pooled(mode))).toBe('postgres')
      await expect(askByUri(await pooled(mode), 'wrong')).rejects.toThrow()
    }
    const { port, database } = await pooled('transaction')
    expect(port).not.toBe(occupiedPort)
    expect(database).toBe('postgres.default')
  })

  test('a user of the project can’t sign in as the platform, nor ask for stored passwords', async () => {
    const target = await pooled('session')
    await expect(askByUri({ ...target, user: 'basedeck_admin' })).rejects.toThrow()
    await expect(askByUri({ ...target, user: 'basedeck_reader' })).rejects.toThrow()
    const database = await running.life.database('default')
    await expect(
      database.run({ runId: randomUUID(), query: `select * from pgbouncer.login('postgres')` }),
    ).rejects.toThrow('permission denied')
  })

  test('one that dies is started again at its port', async () => {
    const { port } = await pooled('session')
    const pidFile = join(running.dataDir, 'poolers/shared-session/pgbouncer.pid')
    const pid = Number(await readFile(pidFile, 'utf8'))
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(poolers.shared('default')?.session.isRunning).toBe(false), patience)
    await vi.waitFor(() => expect(poolers.shared('default')?.session.isRunning).toBe(true), patience)
    expect(await askByUri(await pooled('session'))).toBe('postgres!')
    expect((await pooled('session')).port).toBe(port)
  })

  test('a paid project has one of its own, whose settings change', async () => {
    const setPlan = (plan: string) =>
      running.control.write([{ sql: 'update control.organizations set plan = $1', parameters: [plan] }])
    await setPlan('free')
    await vi.waitFor(() => expect(poolers.dedicated('default')).toBeUndefined(), patience)
    expect(await poolers.change('default', { default_pool_size: 3 })).toBe('no-pooler')
    await setPlan('pro')
    await vi.waitFor(() => expect(poolers.dedicated('default')?.isRunning).toBe(true), patience)
    const own = poolers.dedicated('default')
    expect(await askByUri({ ...(await directTarget()), port: own?.port ?? 0 })).toBe('postgres!')
    expect(await poolers.change('default', { default_pool_size: 3, pool_mode: 'session' })).toBe('changed')
    expect(poolers.dedicated('default')?.settings).toMatchObject({
      default_pool_size: 3,
      pool_mode: 'session',
    })
    const ini = await readFile(join(running.dataDir, 'poolers/default/pgbouncer.ini'), 'utf8')
    expect(ini).toContain('default_pool_size = 3\n')
    expect(ini).toContain('pool_mode = session\n')
  })

  test('a new password counts for new connections through the pooler, too', async () => {
    const { ownerLogin } = await running.life.database('default')
    await ownerLogin?.setPassword?.('another one, 2')
    await vi.waitFor(
      async () => expect(await askByUri(await pooled('session'), 'another one, 2')).toBe('postgres!'),
      patience,
    )
    await ownerLogin?.setPassword?.(PASSWORD)
  })

  test('other machines connect encrypted only, and programs of this one as before', async () => {
    await poolers.close()
    const authority = testAuthority()
    const host = 'db.example.com'
    poolers = await startTestPoolers(running, installationId, {
      access: { listen: OTHER_MACHINE, host, tls: authority.issue(host) },
      ports: { transaction: 0, session: 0 },
    })
    expect(poolers.host).toBe(host)
    await vi.waitUntil(() => poolers.shared('default')?.session.isRunning, patience)
    const { port, database } = await pooled('session')
    const other = (ssl: object | false) => otherMachine({ port, database, password: PASSWORD, ssl })
    const encrypted = other({ ca: authority.certificate, servername: host })
    await encrypted.connect()
    expect((await encrypted.query('select session_user as who')).rows).toEqual([{ who: 'postgres' }])
    await encrypted.end()
    await expect(other(false).connect()).rejects.toThrow(/no pg_hba|SSL|TLS|login rejected/i)
    expect(await askByUri(await pooled('session'))).toBe('postgres!')
  })
})
