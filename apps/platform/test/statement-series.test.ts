/** What statements came to is kept by the hour and the day: differences of what PostgreSQL counts since its beginning. */
import {
  compareStatements,
  getStatementHistory,
  installExtension,
  queryPlain,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addStatementCounters,
  compareStatements as compared,
  forgetOldStatementPoints,
  statementPoints,
  type StatementCounter,
} from '../src/control/statement-series.js'
import { statementCounters } from '../src/services/statement-counters.js'
import { runApp, type RunningApp } from './running-app.js'
import { addProject, testApi, type TestApi } from './test-api.js'

const counter = (
  calls: number,
  total_ms: number,
  more: Partial<StatementCounter> = {},
): StatementCounter => ({
  query_id: '-42',
  role: 'app',
  calls,
  total_ms,
  rows: calls * 2,
  ...more,
})

describe('the store', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await testApi()
    await api.owner()
    for (const ref of ['first', 'other', 'many', 'old']) await addProject(api.control, ref)
  })
  afterAll(() => api.remove())

  const count = (ref: string, at: string, ...counters: StatementCounter[]) =>
    api.control.write(addStatementCounters(ref, new Date(at), counters))
  const points = (ref: string, resolution: 'hour' | 'day' = 'hour', role?: string) =>
    statementPoints(api.control, { ref, queryId: '-42', role, resolution })

  test('what was counted since the last time is added, and what began anew counts from nought', async () => {
    await count('first', '2026-03-01T10:00:00Z', counter(1000, 9000))
    // Nobody knows when these were counted.
    expect(await points('first')).toEqual([])
    await count('first', '2026-03-01T10:10:00Z', counter(1010, 9100))
    await count('first', '2026-03-01T10:50:00Z', counter(1011, 9105))
    await count('first', '2026-03-01T11:00:00Z', counter(3, 30))
    await count('first', '2026-03-02T11:00:00Z', counter(3, 30))
    const [ten, eleven, ...more] = await points('first')
    expect(more).toEqual([])
    expect({ ...ten, at: new Date(ten?.at ?? '').toISOString() }).toEqual({
      at: '2026-03-01T10:00:00.000Z',
      calls: 11,
      total_ms: 105,
      rows: 22,
    })
    expect(eleven).toMatchObject({ calls: 3, total_ms: 30, rows: 6 })
    expect(await points('first', 'day')).toMatchObject([{ calls: 14, total_ms: 135 }])
    expect(await points('other')).toEqual([])
  })

  test('one that PostgreSQL had dropped counts from nought, and so does one that is new', async () => {
    await count('other', '2026-03-01T10:00:00Z', counter(1000, 9000))
    await count('other', '2026-03-01T10:10:00Z', counter(7, 70, { query_id: '7' }))
    await count('other', '2026-03-01T10:20:00Z', counter(1500, 9500), counter(7, 70, { query_id: '7' }))
    expect(await points('other')).toMatchObject([{ calls: 1500, total_ms: 9500 }])
  })

  test('two spans of time are compared, each role by itself', async () => {
    const both = (calls: number, ms: number) => [counter(calls, ms), counter(calls, ms / 2, { role: 'job' })]
    await count('many', '2026-03-01T00:00:00Z', ...both(0, 0))
    await count('many', '2026-03-01T10:00:00Z', ...both(10, 100))
    await count('many', '2026-03-02T10:00:00Z', ...both(20, 300))
    const now = new Date('2026-03-02T10:30:00Z')
    const { since, statements } = await compared(api.control, { ref: 'many', hours: 24, now })
    expect(new Date(since ?? '').toISOString()).toBe('2026-03-01T10:00:00.000Z')
    expect(statements).toEqual([
      {
        query_id: '-42',
        role: 'app',
        now: { calls: 10, total_ms: 200 },
        before: { calls: 10, total_ms: 100 },
      },
      {
        query_id: '-42',
        role: 'job',
        now: { calls: 10, total_ms: 100 },
        before: { calls: 10, total_ms: 50 },
      },
    ])
    expect(await points('many', 'day', 'job')).toMatchObject([{ total_ms: 50 }, { total_ms: 100 }])
    expect(await points('many', 'day')).toMatchObject([{ total_ms: 150 }, { total_ms: 300 }])
  })

  test('of each measurement the fifty that took the longest are followed', async () => {
    const many = (calls: number) =>
      Array.from({ length: 60 }, (_, at) => counter(calls, calls * (at + 1), { query_id: String(at) }))
    await count('old', '2026-03-01T10:00:00Z', ...many(1))
    await count('old', '2026-03-01T10:10:00Z', ...many(2))
    const now = new Date('2026-03-01T10:30:00Z')
    const { statements } = await compared(api.control, { ref: 'old', hours: 24, now })
    expect(statements).toHaveLength(50)
    expect(statements[0]).toMatchObject({ query_id: '59', now: { calls: 1, total_ms: 60 } })
  })

  test('hours are kept for 14 days and days for 90', async () => {
    await api.control.write([
      { sql: 'delete from control.statement_series' },
      ...[13, 15, 89, 91].map((days) => ({
        sql: `insert into control.statement_series select p.id, r.resolution, now() - make_interval(days => $1::int), '1', 'app', 1, 1, 1
          from control.projects p cross join (values ('hour'), ('day')) r (resolution) where p.ref = 'first'`,
        parameters: [days],
      })),
      forgetOldStatementPoints,
    ])
    const left = await api.control.select<{ kept: string }>(
      `select resolution || ' ' || (extract(epoch from now() - at) / 86400)::int as kept from control.statement_series order by at`,
    )
    expect(left.map(({ kept }) => kept).sort()).toEqual(['day 13', 'day 15', 'day 89', 'hour 13'])
  })
})

describe('a database', () => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp('cluster')
  })
  afterAll(() => running.stop())
  const params = { ref: 'default' }
  const run = (query: string) => running.client.call(queryPlain, { params, body: { query } })

  test('without the extension nothing is counted', async () => {
    expect(await statementCounters(await running.life.database('default'))).toEqual([])
  })

  test('its statements are counted by role, and compared through the call', async () => {
    await running.client.call(installExtension, { params, body: { name: 'pg_stat_statements' } })
    await run('create table public.counted (id int primary key)')
    const database = await running.life.database('default')
    const read = async () => statementCounters(database)
    await run('select id from public.counted where id = 1')
    const before = await read()
    expect(before.every(({ query_id, role }) => /^-?\d+$/.test(query_id) && role !== '')).toBe(true)
    await run('select id from public.counted where id = 2')
    const after = await read()
    const calls = (counters: StatementCounter[], id: string) =>
      counters.find(({ query_id }) => query_id === id)?.calls ?? 0
    const [id] = (
      await run(
        `select queryid::text from extensions.pg_stat_statements where query = 'select id from public.counted where id = $1'`,
      )
    ).map((row) => String(row['queryid']))
    expect(calls(after, id ?? '') - calls(before, id ?? '')).toBe(1)

    const now = new Date()
    await running.control.write(addStatementCounters('default', now, before))
    await running.control.write(addStatementCounters('default', now, after))
    const { statements } = await running.client.call(compareStatements, { params, query: {} })
    expect(statements.find(({ query_id }) => query_id === id)).toMatchObject({ now: { calls: 1 } })
    const history = await running.client.call(getStatementHistory, {
      params: { ...params, queryId: id ?? '' },
      query: {},
    })
    expect(history.points).toMatchObject([{ calls: 1 }])
  })

  test('a table of the same name that somebody made is not believed', async () => {
    await run(
      'drop table public.counted; create schema fake; create table fake.pg_stat_statements (queryid int)',
    )
    await run('set search_path = fake')
    expect((await statementCounters(await running.life.database('default'))).length).toBeGreaterThan(0)
  })
})
