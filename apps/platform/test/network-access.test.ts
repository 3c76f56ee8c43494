/** Who may connect: programs of this and of another machine, to a database, to its replica and through poolers. */
import {
  changeSubscription,
  createProject,
  getNetworkAccess,
  listAudit,
  listDatabases,
  listSupavisorConfigs,
  setupReplica,
  updateNetworkAccess,
  type Client,
} from '@basedeck/platform-client'
import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { OTHER_MACHINE, otherMachine } from '../src/engines/testing/other-machine.js'
import { testAuthority } from '../src/engines/testing/certificates.js'
import { findPgbouncer } from '../src/poolers/find-pgbouncer.js'
import { startPoolers } from '../src/poolers/poolers.js'
import { hostedOwner } from './hosted-owner.js'
import { runApp, type RunningApp } from './running-app.js'

const PASSWORD = 'hush-hush-hush'
const slug = 'walled'
const patience = { timeout: 30_000, interval: 50 }
const authority = testAuthority()
const access = { listen: OTHER_MACHINE, host: 'db.example.com', tls: authority.issue('db.example.com') }
const encrypted = { ca: authority.certificate, servername: 'db.example.com' }
const withPoolers = process.env['BASEDECK_WITHOUT_PGBOUNCER'] === undefined

let running: RunningApp
let client: Client
let ref = ''
let port = 0
beforeAll(async () => {
  const program = await findPgbouncer()
  running = await runApp('cluster', {
    isPlatform: true,
    accountsOn: true,
    access,
    ...(program && {
      poolers: (inside) =>
        startPoolers({
          ...inside,
          program,
          access,
          log: pino({ level: 'silent' }),
          ports: { transaction: 0, session: 0 },
          lookEveryMs: 100,
        }),
    }),
  })
  client = await hostedOwner(running, 'Walled')
  await client.call(changeSubscription, { params: { slug }, body: { plan: 'pro', expected_plan: 'free' } })
  const body = { name: 'Walled', organization_slug: slug, engine: 'cluster', db_pass: PASSWORD } as const
  ref = (await client.call(createProject, { body })).ref
  await running.life.settled()
  const [primary] = await client.call(listDatabases, { params: { ref } })
  port = primary!.db_port
}, 120_000)
afterAll(() => running.stop())

const change = (body: { allowed_cidrs?: string[]; enforce_ssl?: boolean }) =>
  client.call(updateNetworkAccess, { params: { ref }, body })

async function connect(config: pg.ClientConfig, from: 'here' | 'elsewhere'): Promise<pg.Client> {
  const whole = { port, password: PASSWORD, user: 'postgres', database: 'postgres', ...config }
  const one = from === 'here' ? new pg.Client({ host: '127.0.0.1', ...whole }) : otherMachine(whole)
  one.on('error', () => {})
  onTestFinished(() => one.end().catch(() => {}))
  await one.connect()
  return one
}
const elsewhere = (config: pg.ClientConfig = {}) =>
  connect({ ssl: encrypted, ...config }, 'elsewhere').then(
    () => 'connected',
    ({ message }: Error) => message,
  )
const here = (config: pg.ClientConfig = {}) =>
  connect({ ssl: false, ...config }, 'here').then(
    () => 'connected',
    ({ message }: Error) => message,
  )

test('a program whose network is not on the list is refused at once, and let in when it is', async () => {
  expect(await elsewhere()).toBe('connected')
  await change({ allowed_cidrs: ['10.0.0.0/8', '2001:db8::/32'] })
  expect(await elsewhere()).toContain('no pg_hba.conf entry')
  expect(await here()).toBe('connected')
  await change({ allowed_cidrs: ['10.0.0.0/8', '127.0.0.2/32'] })
  expect(await elsewhere()).toBe('connected')
  expect(await elsewhere({ ssl: false })).toContain('no encryption')
})

test('an open connection of a network that is taken off the list ends', async () => {
  await change({ allowed_cidrs: [] })
  const open = await connect({ ssl: encrypted }, 'elsewhere')
  const ended = new Promise((resolve) => open.once('end', resolve))
  await change({ allowed_cidrs: ['192.0.2.0/24'] })
  await ended
  await change({ allowed_cidrs: [] })
})

test('where encryption is enforced, a program of this machine encrypts too, and the dashboard goes on', async () => {
  await change({ enforce_ssl: true })
  expect(await here()).toContain('no encryption')
  expect(await here({ ssl: encrypted })).toBe('connected')
  const database = await running.life.database(ref)
  for (const as of ['admin', 'owner', 'reader'] as const)
    expect((await database.run({ runId: crypto.randomUUID(), as, query: 'select 1' })).results).toHaveLength(
      1,
    )
  await change({ enforce_ssl: false })
  expect(await here()).toBe('connected')
})

test('a list outlives the server, and a start with older rules', async () => {
  await change({ allowed_cidrs: ['10.0.0.0/8'] })
  await running.life.database(ref)
  await running.registry.stop({ id: ref, engine: 'cluster' })
  // What a backup of before would bring along.
  const path = `${running.dataDir}/projects/${ref}/pg/pg_hba.conf`
  const text = await readFile(path, 'utf8')
  await writeFile(
    path,
    text.replace(
      /(?:hostssl {2}all {2}all {2}(?:::1|10)\S+ .*\n)+/,
      'hostssl  all  all  all  scram-sha-256\n',
    ),
  )
  await running.life.database(ref)
  expect(await elsewhere()).toContain('no pg_hba.conf entry')
  await change({ allowed_cidrs: [] })
  expect(await elsewhere()).toBe('connected')
})

test('a replica has the rules of its primary', async () => {
  await change({ allowed_cidrs: ['10.0.0.0/8'] })
  await client.call(setupReplica, { params: { ref }, body: { read_replica_region: 'eu-west-1' } })
  await running.replicas.settled()
  const replica = (await client.call(listDatabases, { params: { ref } })).find(
    ({ type }) => type === 'READ_REPLICA',
  )
  const at = { port: replica!.db_port }
  expect(replica!.status).toBe('ACTIVE_HEALTHY')
  expect(await elsewhere(at)).toContain('no pg_hba.conf entry')
  await change({ allowed_cidrs: [] })
  expect(await elsewhere(at)).toBe('connected')
}, 120_000)

test('the log of the organization says who changed it', async () => {
  await change({ allowed_cidrs: [] })
  const { entries } = await client.call(listAudit, { params: { slug }, query: {} })
  expect(entries.find(({ action }) => action === 'database.change_network_access')).toBeDefined()
})

test('the certificate of the port can be read, and is that of an authority here', async () => {
  const { certificate } = await client.call(getNetworkAccess, { params: { ref } })
  expect(certificate).toMatchObject({ pem: access.tls.certificate, is_self_signed: false })
})

// `npm test -- --allow-missing` on a machine where it can't be installed.
describe.runIf(withPoolers)('through a pooler', () => {
  /** The shared pooler of a database. */
  const pooled = async (type: 'PRIMARY' | 'READ_REPLICA') => {
    const found = (await client.call(listSupavisorConfigs, { params: { ref } })).find(
      ({ database_type, status }) => database_type === type && status === undefined,
    )
    return { port: found!.db_port, database: found!.db_name }
  }

  test('the list holds, for the primary and for its replica', async () => {
    for (const type of ['PRIMARY', 'READ_REPLICA'] as const) {
      await vi.waitFor(async () => expect(await elsewhere(await pooled(type))).toBe('connected'), patience)
      const at = await pooled(type)
      await change({ allowed_cidrs: ['10.0.0.0/8'] })
      await vi.waitFor(async () => expect(await elsewhere(at)).not.toBe('connected'), patience)
      expect(await here(at)).toBe('connected')
      await change({ allowed_cidrs: ['127.0.0.0/8'] })
      await vi.waitFor(async () => expect(await elsewhere(at)).toBe('connected'), patience)
      await change({ allowed_cidrs: [], enforce_ssl: true })
      await vi.waitFor(async () => expect(await here(at)).not.toBe('connected'), patience)
      expect(await here({ ...at, ssl: encrypted })).toBe('connected')
      await change({ enforce_ssl: false })
      await vi.waitFor(async () => expect(await here(at)).toBe('connected'), patience)
    }
  }, 120_000)

  test('a client of a replica’s pooler reads there, and can’t write', async () => {
    const one = await connect({ ssl: encrypted, ...(await pooled('READ_REPLICA')) }, 'elsewhere')
    expect((await one.query('select pg_is_in_recovery() as yes')).rows).toEqual([{ yes: true }])
    await expect(one.query('create table t ()')).rejects.toMatchObject({ code: '25006' })
  })
})
