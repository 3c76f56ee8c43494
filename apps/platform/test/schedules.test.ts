/** Schedules of a project: a function, an address or SQL at its time; what came of each run; and who may set them. */
import {
  createBranch,
  createSchedule,
  deleteSchedule,
  listBranches,
  listNotifications,
  listScheduleRuns,
  listSchedules,
  revealScheduleSecret,
  runSchedule,
  SCHEDULE_FAILURES_TOLD,
  searchLogs,
  turnOnInBranch,
  updateSchedule,
  type Schedule,
  type ScheduleRun,
} from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Judge } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { LOOPBACK_ONLY } from './loopback-only.js'
import { runApp, type RunningApp } from './running-app.js'

interface Heard {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

const params = { ref: OWN_REF }
/** Answers the calls of schedules to addresses and to the projects' API. */
let server: Server
let origin: string
let heard: Heard[] = []
let status = 200
let isSilent = false

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming
      heard.push({ method, path, headers, body: String(Buffer.concat(pieces)) })
      if (isSilent) return
      outgoing.statusCode = status
      outgoing.end(`done with ${headers['x-api-key'] ?? 'no key'} ${'x'.repeat(5000)}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  heard = []
  status = 200
  isSilent = false
})

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 50 })

describe.each(['cluster', 'pglite', 'url'] as const)('on %s', (engine) => {
  let app: RunningApp
  beforeAll(async () => {
    app = await runApp(engine, { outgoing: LOOPBACK_ONLY, apiUrl: () => origin })
    await sql('create table ticks (at timestamptz default now(), who text default current_user)')
  }, 120_000)
  afterAll(() => app?.stop())

  async function sql(query: string, ref = OWN_REF) {
    const { results } = await (await app.life.database(ref)).run({ runId: randomUUID(), query, as: 'owner' })
    return results.at(-1)?.rows ?? []
  }
  const make = (changes: object) =>
    app.client.call(createSchedule, {
      params,
      body: { name: `schedule ${randomUUID()}`, expression: '@yearly', ...changes } as never,
    })
  const remove = ({ id }: Schedule) => app.client.call(deleteSchedule, { params: { ...params, id } })
  const runsOf = ({ id }: Schedule) => app.client.call(listScheduleRuns, { params: { ...params, id } })
  const begin = ({ id }: Schedule) => app.client.call(runSchedule, { params: { ...params, id } })
  /** As if its time had come. */
  async function due({ id }: Schedule): Promise<void> {
    await app.scheduled.look()
    await app.control.append([
      {
        sql: `update control.schedules set next_at = date_trunc('minute', now()) where id = $1::uuid`,
        parameters: [id],
      },
    ])
    await app.scheduled.look()
  }
  async function ended(schedule: Schedule): Promise<ScheduleRun> {
    await vi.waitFor(async () => expect((await runsOf(schedule))[0]?.ended_at).toEqual(expect.any(String)), {
      timeout: 50_000,
      interval: 50,
    })
    const [run] = await runsOf(schedule)
    if (!run) throw new Error('there is no run')
    return run
  }

  test('SQL runs as the owner at its time, and what it did is told', async () => {
    const made = await make({
      task: { type: 'sql', sql: 'insert into ticks default values; select * from ticks' },
    })
    await due(made)
    expect(await ended(made)).toMatchObject({ cause: 'time', status: 'succeeded', rows: 1, code: null })
    expect(await sql('select who = current_user from ticks')).toEqual([['t']])
    const listed = (await app.client.call(listSchedules, { params })).schedules.find(
      ({ id }) => id === made.id,
    )
    expect(listed?.last_run?.status).toBe('succeeded')
    expect(Date.parse(listed?.next_at ?? '')).toBeGreaterThan(Date.now())
    await remove(made)
  })

  test('SQL that fails is rolled back, and PostgreSQL’s message is told', async () => {
    await sql('delete from ticks')
    const made = await make({ task: { type: 'sql', sql: 'insert into ticks default values; select 1/0' } })
    await due(made)
    expect(await ended(made)).toMatchObject({
      status: 'failed',
      reason: 'refused',
      answer: expect.stringContaining('division by zero'),
    })
    expect(await sql('select count(*) from ticks')).toEqual([['0']])
    await remove(made)
  })

  test('SQL that runs for ever is ended at its limit', async () => {
    const loop = 'do $$ begin loop perform 1; end loop; end $$'
    for (const text of [`set statement_timeout = 0; ${loop}`, 'select pg_sleep(1000)']) {
      const made = await make({ task: { type: 'sql', sql: text }, limit_ms: 1000 })
      await begin(made)
      expect(await ended(made)).toMatchObject({ status: 'failed', reason: 'time-limit' })
      await remove(made)
    }
    expect(await sql('select 1')).toEqual([['1']])
  }, 60_000)

  test('a result of a million rows is counted and not kept', async () => {
    const made = await make({
      task: { type: 'sql', sql: `select repeat('x', 100) from generate_series(1, 1000000)` },
    })
    await begin(made)
    expect(await ended(made)).toMatchObject({ status: 'succeeded', rows: 1_000_000, answer: null })
    await remove(made)
  }, 60_000)

  test('an address is posted to, signed, and an answer shows nothing of what was sent', async () => {
    const made = await make({
      task: { type: 'http', url: `${origin}/hook`, body: '{"a":"ü"}' },
      headers: [{ name: 'X-Api-Key', value: 'very secret' }],
    })
    const { id } = await begin(made)
    expect(await ended(made)).toMatchObject({
      id,
      cause: 'member',
      status: 'succeeded',
      code: 200,
      rows: null,
    })
    const { secret } = await app.client.call(revealScheduleSecret, { params: { ...params, id: made.id } })
    const [call] = heard
    expect(call).toMatchObject({ method: 'POST', path: '/hook', body: '{"a":"ü"}' })
    expect(call?.headers).toMatchObject({
      'webhook-id': id,
      'content-type': 'application/json',
      'x-api-key': 'very secret',
    })
    expect(() =>
      new Judge(secret).verify(call?.body ?? '', call?.headers as Record<string, string>),
    ).not.toThrow()
    const [run] = await runsOf(made)
    expect(run?.answer).toMatch(/^done with ••• x+$/)
    expect(run?.answer?.length).toBeLessThanOrEqual(2048)
    status = 500
    await begin(made)
    await until(async () =>
      expect((await runsOf(made))[0]).toMatchObject({ status: 'failed', code: 500, reason: 'status' }),
    )
    await remove(made)
  })

  test('a function is called with its method, as the service role', async () => {
    const made = await make({ task: { type: 'function', slug: 'report', method: 'GET', body: 'not sent' } })
    const { id } = await begin(made)
    expect(await ended(made)).toMatchObject({ status: 'succeeded', code: 200 })
    const [call] = heard
    expect(call).toMatchObject({ method: 'GET', path: `/${OWN_REF}/functions/v1/report`, body: '' })
    const [, token = ''] = call?.headers.authorization?.split(' ') ?? []
    expect(JSON.parse(String(Buffer.from(token.split('.')[1] ?? '', 'base64url')))).toMatchObject({
      role: 'service_role',
      maker: `schedule:${id}`,
    })
    await remove(made)
  })

  test('a receiver that is silent is left at the limit, and one in a private network is not called', async () => {
    isSilent = true
    const made = await make({ task: { type: 'http', url: `${origin}/hook` }, limit_ms: 1000 })
    await begin(made)
    expect(await ended(made)).toMatchObject({ status: 'failed', reason: 'time-limit', code: null })
    await remove(made)
    const refused = await make({ task: { type: 'http', url: 'http://metadata.example/latest' } })
    await begin(refused)
    expect(await ended(refused)).toMatchObject({ status: 'failed', reason: 'address-refused', code: null })
    await remove(refused)
  })

  test('while one runs, no second one is begun', async () => {
    isSilent = true
    const made = await make({ task: { type: 'http', url: `${origin}/hook` }, limit_ms: 3000 })
    await begin(made)
    await until(() => expect(heard).toHaveLength(1))
    await expect(begin(made)).rejects.toMatchObject({ code: 'schedule_runs' })
    await due(made)
    expect((await runsOf(made)).map(({ status: is, reason }) => reason ?? is).toSorted()).toEqual([
      'overlap',
      'running',
    ])
    await remove(made)
    await app.scheduled.settled()
    expect(heard).toHaveLength(1)
  })

  test('a body of 10 MB is refused', async () => {
    await expect(
      make({ task: { type: 'http', url: origin, body: 'x'.repeat(10_000_000) } }),
    ).rejects.toMatchObject({
      status: 413,
    })
  })

  test('a database that was closed is opened for it', async () => {
    const made = await make({ task: { type: 'sql', sql: 'select 1' } })
    if (engine !== 'url') await app.registry.stop({ id: OWN_REF, engine })
    await due(made)
    expect(await ended(made)).toMatchObject({ status: 'succeeded', rows: 1 })
    await remove(made)
  })

  test('failures in a row are told, and runs are lines of the log without SQL', async () => {
    const made = await make({
      name: `fails on ${engine}`,
      task: { type: 'sql', sql: 'select secret_column' },
    })
    for (let count = 1; count <= SCHEDULE_FAILURES_TOLD; count++) {
      await begin(made)
      await until(async () => expect(await runsOf(made)).toHaveLength(count))
      await app.scheduled.settled()
    }
    const told = async () =>
      (await app.client.call(listNotifications, {})).filter(({ name }) => name === 'schedule.failing')
    await until(async () =>
      expect(await told()).toMatchObject([
        { data: { title: expect.stringContaining(`fails on ${engine}`) } },
      ]),
    )
    await until(async () => {
      const { lines } = await app.client.call(searchLogs, {
        params,
        query: { source: ['schedules'] } as never,
      })
      const own = lines.filter(({ message }) => message.includes(`fails on ${engine}`))
      expect(own).toHaveLength(SCHEDULE_FAILURES_TOLD)
      expect(JSON.stringify(own)).not.toContain('secret_column')
    })
    await remove(made)
  })
})

describe.each(['cluster', 'pglite'] as const)('a branch on %s', (engine) => {
  let app: RunningApp
  beforeAll(async () => {
    app = await runApp(engine)
  }, 120_000)
  afterAll(() => app?.stop())

  test('begins with its schedules off, and one turns them on in it', async () => {
    const body = {
      name: 'of the parent',
      expression: '* * * * *',
      task: { type: 'sql', sql: 'select 1' },
    } as const
    const made = await app.client.call(createSchedule, { params, body })
    const off = await app.client.call(createSchedule, {
      params,
      body: { ...body, name: 'off', enabled: false },
    })
    await app.client.call(createBranch, { params, body: { branch_name: 'quiet' } })
    await app.life.settled()
    const branch = (await app.client.call(listBranches, { params })).find(({ name }) => name === 'quiet')
    const ref = branch?.project_ref ?? ''
    const part = { kind: 'job' as const, name: made.name }
    expect(branch?.off.filter(({ kind }) => kind === 'job')).toEqual([part])
    const own = async () => (await app.client.call(listSchedules, { params: { ref } })).schedules
    expect(await own()).toMatchObject([
      { name: made.name, enabled: false, next_at: null },
      { name: off.name, enabled: false },
    ])
    await app.client.call(turnOnInBranch, { params: { branch: ref }, body: part })
    const copied = (await own()).find(({ name }) => name === made.name)
    expect(copied).toMatchObject({ enabled: true, next_at: expect.any(String) })
    expect(copied?.id).not.toBe(made.id)
    const changed = { params: { ref, id: copied?.id ?? '' }, body: { headers: [] } }
    expect(await app.client.call(updateSchedule, changed)).toMatchObject({ name: made.name })
  })
})
