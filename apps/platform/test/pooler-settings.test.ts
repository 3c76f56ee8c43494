/** The settings of a project's own pooler over HTTP, seen by clients of a running PgBouncer. */
import {
  changeSubscription,
  createProject,
  getPgbouncerConfig,
  getProjectSettings,
  listAudit,
  setAddon,
  updatePgbouncerConfig,
  type Client,
} from '@basedeck/platform-client'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findPgbouncer } from '../src/poolers/find-pgbouncer.js'
import { startPoolers } from '../src/poolers/poolers.js'
import { hostedOwner } from './hosted-owner.js'
import { runApp, type RunningApp } from './running-app.js'

const patience = { timeout: 20_000, interval: 50 }
const DATABASE_PASSWORD = 'hush-hush-hush'
const slug = 'pooled'

// `npm test -- --allow-missing` on a machine where it can't be installed.
describe.runIf(process.env['BASEDECK_WITHOUT_PGBOUNCER'] === undefined)('a paid project', () => {
  let running: RunningApp
  let client: Client
  let ref: string
  beforeAll(async () => {
    const program = await findPgbouncer()
    if (!program) throw new Error('PgBouncer is missing. Debian: apt-get install pgbouncer')
    running = await runApp('cluster', {
      isPlatform: true,
      accountsOn: true,
      poolers: (inside) =>
        startPoolers({
          ...inside,
          program,
          log: pino({ level: 'silent' }),
          ports: { transaction: 0, session: 0 },
          lookEveryMs: 100,
        }),
    })
    client = await hostedOwner(running, 'Pooled')
    await client.call(changeSubscription, {
      params: { slug },
      body: { plan: 'pro', expected_plan: 'free' },
    })
    const body = {
      name: 'Pooled',
      organization_slug: slug,
      engine: 'cluster',
      db_pass: DATABASE_PASSWORD,
    } as const
    ref = (await client.call(createProject, { body })).ref
    await running.life.settled()
    await untilPooled()
  })
  afterAll(() => running.stop())

  const read = () => client.call(getPgbouncerConfig, { params: { ref } })
  const change = (body: object) =>
    client.call(updatePgbouncerConfig, { params: { ref }, body: body as { default_pool_size: number } })

  /** Two clients at once, each of which asks which session of the database it has. */
  async function sessionsOfTwo(): Promise<number> {
    const { db_port: port, db_user: user, db_name: database } = await read()
    const open = async () => {
      const one = new pg.Client({ host: '127.0.0.1', port, user, database, password: DATABASE_PASSWORD })
      one.on('error', () => undefined)
      await one.connect()
      return one
    }
    const clients = [await open(), await open()]
    try {
      const pids = new Set<unknown>()
      for (const one of clients) pids.add((await one.query('select pg_backend_pid() as pid')).rows[0].pid)
      return pids.size
    } finally {
      await Promise.all(clients.map((one) => one.end()))
    }
  }

  async function untilPooled(): Promise<void> {
    await vi.waitFor(async () => expect((await read()).pgbouncer_enabled).toBe(true), patience)
    await vi.waitFor(async () => expect(await sessionsOfTwo()).toBeGreaterThan(0), patience)
  }

  test('clients share a session for each transaction, and have their own after a change to sessions', async () => {
    const before = await read()
    expect(before).toMatchObject({
      pool_mode: 'transaction',
      default_pool_size: 15,
      pgbouncer_installed: true,
    })
    expect(await sessionsOfTwo()).toBe(1)
    const changed = await change({ pool_mode: 'session', expected_updated_at: before.updated_at })
    expect(changed).toMatchObject({ pool_mode: 'session', default_pool_size: 15 })
    await vi.waitFor(async () => expect(await sessionsOfTwo()).toBe(2), patience)
    expect(await read()).toEqual(changed)
    await change({ pool_mode: 'transaction' })
    await vi.waitFor(async () => expect(await sessionsOfTwo()).toBe(1), patience)
    const { entries } = await client.call(listAudit, { params: { slug } })
    const lines = entries.filter(({ action }) => action === 'project.update_pooler')
    expect(lines.map(({ detail }) => detail)).toEqual([
      { pool_mode: 'transaction' },
      { pool_mode: 'session' },
    ])
  })

  test('of two changes of one version the second is refused with what is stored', async () => {
    const { updated_at: expected_updated_at } = await read()
    const outcomes = await Promise.allSettled([
      change({ default_pool_size: 7, expected_updated_at }),
      change({ default_pool_size: 8, expected_updated_at }),
    ])
    const stored = await read()
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toMatchObject([{ status: 409, code: 'stale', body: { stored } }])
    expect([7, 8]).toContain(stored.default_pool_size)
  })

  test.each([
    [{ default_pool_size: 0 }, 'default_pool_size must be at least 1'],
    [{ default_pool_size: 91 }, 'default_pool_size must be at most 90: the database takes 100 sessions'],
    [{ default_pool_size: 1.5 }, 'default_pool_size must be a whole number'],
    [{ default_pool_size: '7' }, 'default_pool_size must be a number'],
    [{ max_client_conn: 5001 }, 'max_client_conn must be at most 5000'],
    [{ max_client_conn: -1 }, 'max_client_conn must be at least 1'],
    [{ pool_mode: 'statement' }, 'pool_mode must be transaction or session'],
    [{ pool_mode: 'session\nlisten_addr = *' }, 'pool_mode must be transaction or session'],
  ])('%j is refused, and nothing changes', async (body, sentence) => {
    const before = await read()
    await expect(change(body)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_body',
      message: expect.stringContaining(sentence),
    })
    expect(await read()).toEqual(before)
  })

  test('a restart for another compute size reaches clients of the pooler, at the port they know', async () => {
    const { db_port } = await read()
    const { db_port: direct } = await client.call(getProjectSettings, { params: { ref } })
    await client.call(setAddon, {
      params: { ref },
      body: { type: 'compute_instance', variant: 'ci_micro' },
    })
    await running.life.settled()
    await untilPooled()
    expect(await read()).toMatchObject({ db_port, pgbouncer_enabled: true })
    expect((await client.call(getProjectSettings, { params: { ref } })).db_port).toBe(direct)
  })
})
