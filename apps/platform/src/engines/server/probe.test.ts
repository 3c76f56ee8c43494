/** Against a real PostgreSQL that speaks TLS with a certificate of a private authority. */
import { appendFile, chmod, chown, stat, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ClusterEngine } from '../cluster/cluster-engine.js'
import { testAuthority, type TestCertificate } from '../testing/certificates.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { portOf, testCluster, urlOf } from '../testing/test-cluster.js'
import { PostgresEngine } from './postgres-engine.js'
import { probe } from './probe.js'
import { parseProjectUrl } from './project-url.js'
import type { TlsOptions } from './tls-settings.js'

const authority = testAuthority('An authority')
const stranger = testAuthority('Another authority').certificate
const namesake = testAuthority('An authority').certificate
const ca = authority.certificate
const PASSWORD = 'hush-hush'
const VERSION = /^\d+\.\d+$/

let directory: TemporaryDirectory
let plain: string
let secure: string
let clusters: ClusterEngine
beforeAll(async () => {
  directory = await temporaryDirectory()
  clusters = await testCluster(directory.path)
  await clusters.open('plain', { ownerPassword: PASSWORD })
  await clusters.open('secure', { ownerPassword: PASSWORD })
  plain = await urlOf(directory.path, 'plain')
  await presentCertificate(authority.issue('127.0.0.1'))
})
afterAll(async () => {
  await clusters.close()
  await directory.remove()
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** Restarts the server with this certificate. */
async function presentCertificate({ certificate, key }: TestCertificate): Promise<void> {
  await clusters.stop('secure')
  const cluster = join(directory.path, 'projects', 'secure', 'pg')
  const { uid, gid } = await stat(cluster)
  for (const [name, text] of [
    ['server.crt', certificate],
    ['server.key', key],
  ] as const) {
    await writeFile(join(cluster, name), text)
    await chown(join(cluster, name), uid, gid)
    await chmod(join(cluster, name), 0o600)
  }
  await appendFile(join(cluster, 'postgresql.conf'), '\nssl = on\n')
  await clusters.open('secure')
  secure = await urlOf(directory.path, 'secure')
}

const changed = (url: string, change: (url: URL) => void): string => {
  const copy = new URL(url)
  change(copy)
  return copy.href
}

describe('TLS as libpq means it', () => {
  test.each<[string, TlsOptions | undefined, boolean]>([
    ['nothing said', undefined, true],
    ['disable', { mode: 'disable' }, false],
    ['prefer', { mode: 'prefer' }, true],
    ['require', { mode: 'require' }, true],
    ['require, with the authority', { mode: 'require', ca }, true],
    ['verify-ca, with the authority', { mode: 'verify-ca', ca }, true],
    ['verify-full, with the authority', { mode: 'verify-full', ca }, true],
    ['several authorities', { mode: 'verify-full', ca: stranger + ca }, true],
  ])('%s: reached', async (_name, tls, isEncrypted) => {
    const answer = { reachable: true, version: expect.stringMatching(VERSION), tls: isEncrypted }
    expect(await probe(secure, tls)).toEqual(answer)
  })

  test.each<[string, TlsOptions]>([
    ['verify-full, without the authority', { mode: 'verify-full' }],
    ['require, with another authority', { mode: 'require', ca: stranger }],
    ['verify-ca, with another authority', { mode: 'verify-ca', ca: stranger }],
    ['verify-full, with another of the same name', { mode: 'verify-full', ca: namesake }],
  ])('%s: not trusted, and the sentence says what to do', async (_name, tls) => {
    const answer = await probe(secure, tls)
    expect(answer).toMatchObject({ reachable: false, untrusted: true })
    expect(answer).toHaveProperty(
      'reason',
      expect.stringContaining('Give the certificate of its authority (CA)'),
    )
    expect(answer).toHaveProperty('reason', expect.stringContaining('choose require'))
  })

  test('TLS settings of the environment have no effect', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    vi.stubEnv('PGSSLMODE', 'disable')
    expect(await probe(secure, { mode: 'verify-full' })).toMatchObject({ untrusted: true })
    expect(await probe(secure, { mode: 'require' })).toMatchObject({ tls: true })
  })

  test('a server without TLS is used if allowed, and otherwise reported', async () => {
    expect(await probe(plain)).toMatchObject({ reachable: true, tls: false })
    expect(await probe(plain, { mode: 'prefer' })).toMatchObject({ reachable: true, tls: false })
    for (const tls of [{ mode: 'require' }, { mode: 'verify-full', ca }] as const)
      expect(await probe(plain, tls)).toEqual({
        reachable: false,
        reason: expect.stringContaining('offers no encrypted connection (TLS)'),
      })
  })

  test('given options override those of the URL', async () => {
    const asked = changed(secure, (url) => url.searchParams.set('sslmode', 'verify-full'))
    expect(await probe(asked)).toMatchObject({ untrusted: true })
    expect(await probe(asked, { mode: 'require' })).toMatchObject({ reachable: true, tls: true })
    expect(await probe(asked, { mode: 'disable' })).toMatchObject({ reachable: true, tls: false })
  })

  test('a project’s connections are encrypted and can be cancelled', async () => {
    const engine = new PostgresEngine({ databaseUrl: parseProjectUrl(secure, { mode: 'verify-full', ca }) })
    try {
      const database = await engine.open('added')
      const ssl = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
      const { results } = await database.run({ runId: 'tls', query: ssl })
      expect(results[0]?.rows).toEqual([['t']])
      const running = database.run({ runId: 'long', query: 'select pg_sleep(1000)' })
      const [outcome] = await Promise.allSettled([running, database.cancel('long')])
      expect(outcome).toMatchObject({ status: 'rejected', reason: { report: { code: '57014' } } })
    } finally {
      await engine.close()
    }
  })

  test('a certificate of another name passes verify-ca only', async () => {
    await presentCertificate(authority.issue('db.example.org'))
    expect(await probe(secure, { mode: 'verify-full', ca })).toEqual({
      reachable: false,
      untrusted: true,
      reason: expect.stringContaining('is for another host name'),
    })
    expect(await probe(secure, { mode: 'verify-ca', ca })).toMatchObject({ reachable: true })
  })

  test('an expired certificate is reported as expired', async () => {
    await presentCertificate(
      authority.issue('127.0.0.1', { from: new Date('2020-01-01'), until: new Date('2021-01-01') }),
    )
    expect(await probe(secure, { mode: 'verify-ca', ca })).toEqual({
      reachable: false,
      untrusted: true,
      reason: expect.stringContaining('has expired'),
    })
    expect(await probe(secure, { mode: 'require' })).toMatchObject({ reachable: true, tls: true })
  })
})

describe('errors are explained without the password', () => {
  const reasonOf = async (url: string, tls?: TlsOptions): Promise<string> => {
    const answer = await probe(url, tls)
    if (answer.reachable) throw new Error('It was reached.')
    expect(answer.reason).not.toContain('hush')
    expect(answer).not.toHaveProperty('untrusted')
    return answer.reason
  }

  test('a wrong password', async () => {
    const wrong = changed(plain, (url) => (url.password = 'hush-wrong'))
    expect(await reasonOf(wrong)).toMatch(/^The database at 127\.0\.0\.1:\d+ refused the sign-in: password/)
  })

  test('without a password, the one of the environment is not sent', async () => {
    vi.stubEnv('PGPASSWORD', PASSWORD)
    expect(await reasonOf(changed(plain, (url) => (url.password = '')))).toContain('needs a password')
  })

  test('an unknown database', async () => {
    const elsewhere = changed(plain, (url) => (url.pathname = '/shop'))
    expect(await reasonOf(elsewhere)).toContain('database "shop" does not exist')
  })

  test('an unknown user', async () => {
    const stranger = changed(plain, (url) => (url.username = 'stranger'))
    expect(await reasonOf(stranger)).toContain('refused the sign-in')
  })

  test('a host that is not known', async () => {
    const nowhere = changed(plain, (url) => (url.hostname = 'nowhere.invalid'))
    expect(await reasonOf(nowhere)).toMatch(
      /^No database answers at nowhere\.invalid:\d+: (unknown host|the host)/,
    )
  })

  test('a port without a server', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    expect(await reasonOf(`postgres://me:hush@127.0.0.1:${port}/db`)).toContain('connection refused')
  })

  test.each<[string, (socket: Socket) => void, string]>([
    ['that hangs up', (socket) => socket.destroy(), 'at 127.0.0.1:'],
    ['that speaks HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'is not PostgreSQL'],
    ['that breaks off TLS', (socket) => socket.write('S', () => socket.end('rubbish')), '127.0.0.1:'],
  ])('a server %s', async (_name, answer, part) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => answer(socket))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await reasonOf(`postgres://me:hush@127.0.0.1:${port}/db`)).toContain(part)
    server.close()
  })
})

test('a probe changes nothing and leaves no connection behind', async () => {
  const database = await clusters.open('plain')
  const ask = async (query: string) =>
    (await database.run({ runId: 'probed', query })).results[0]?.rows[0]?.[0]
  // The server itself writes now and then: a probe that writes is seen each time.
  await vi.waitFor(async () => {
    const before = await ask('select pg_current_wal_lsn()')
    await probe(plain)
    expect(await ask('select pg_current_wal_lsn()')).toBe(before)
  })
  await vi.waitFor(async () =>
    expect(
      await ask(`select count(*) from pg_stat_activity
        where client_port is not null and client_port > 0 and usename = 'postgres'`),
    ).toBe('0'),
  )
  expect(await portOf(directory.path, 'plain')).toBe(Number(new URL(plain).port))
})
