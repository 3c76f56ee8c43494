/** A cluster that other machines reach: encrypted, and never as its superuser. */
import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { DatabaseAddress } from '../engine.js'
import { fileSecrets } from '../secrets.js'
import { testAuthority } from '../testing/certificates.js'
import { OTHER_MACHINE, otherMachine } from '../testing/other-machine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster } from '../testing/test-cluster.js'
import type { ClusterEngine } from './cluster-engine.js'
import { readPostmaster } from './postmaster-file.js'

const PASSWORD = 'p@:/?#% é😀'
const authority = testAuthority()
const encrypted = { ca: authority.certificate, servername: 'db.example.com' }

let directory: TemporaryDirectory
let engine: ClusterEngine
let server: DatabaseAddress | undefined
beforeAll(async () => {
  directory = await temporaryDirectory()
  engine = await testCluster(directory.path, {
    idleMs: 50,
    access: { listen: OTHER_MACHINE, host: 'db.example.com', tls: authority.issue('db.example.com') },
    onKnock: (id) => engine.open(id),
  })
  const { address } = await engine.open('default', { ownerPassword: PASSWORD })
  server = address
})
afterAll(async () => {
  await engine.close()
  await directory.remove()
})

async function connect(config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = otherMachine({ port: server?.port ?? 0, password: PASSWORD, ssl: encrypted, ...config })
  onTestFinished(() => client.end().catch(() => {}))
  await client.connect()
  return client
}

const isEncrypted = async (client: pg.Client) =>
  (await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')).rows[0].ssl
/** What comes of connecting, when the server has said it. */
const outcomeOf = (config: pg.ClientConfig) =>
  vi.waitFor(async () => {
    try {
      await connect(config)
      return 'connected'
    } catch (error) {
      const { message } = error as Error
      // The server is closed, or opened: it is asked again.
      if (
        /ECONNREFUSED|ECONNRESET|terminated unexpectedly|terminating connection|shutting down|starting up/.test(
          message,
        )
      )
        throw error
      return message
    }
  }, 20_000)
const closed = () =>
  vi.waitFor(
    async () => expect(await readPostmaster(`${directory.path}/projects/default/pg`)).toBeUndefined(),
    { timeout: 20_000, interval: 20 },
  )

test('a program of another machine connects encrypted, by a certificate that it can check', async () => {
  expect(server?.host).toBe('db.example.com')
  expect(await vi.waitFor(async () => isEncrypted(await connect()), 20_000)).toBe(true)
})

test('one that does not encrypt is refused', async () => {
  expect(await outcomeOf({ ssl: false })).toContain('no encryption')
})

test('the superuser is not let in, even by its password', async () => {
  const password = await fileSecrets(`${directory.path}/secrets`).get('default.admin-password')
  expect(password).toBeTypeOf('string')
  expect(await outcomeOf({ user: 'basedeck_admin', password: password ?? '' })).toContain('rejects')
})

test('waking a database by a connection opens no way around that', async () => {
  await closed()
  expect(await outcomeOf({ ssl: false })).toContain('no encryption')
  await closed()
  expect(await outcomeOf({ ssl: encrypted })).toBe('connected')
})

test('nobody but PostgreSQL’s user reads the key', async () => {
  expect((await stat(`${directory.path}/pg-tls/server.key`)).mode & 0o777).toBe(0o600)
})
