/** What every platform promises its clients: one suite, run against the fake and against the real server. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  getHealth,
  getPlatformStatus,
  getProject,
  getRuntimeConfig,
  getSnippet,
  listProjects,
  listSnippets,
  listenEvents,
  queryBatch,
  queryPlain,
  queryProgress,
  queryTyped,
  cancelQuery,
  type ImpersonatedRole,
} from '../contract/index.js'
import type { DatabaseErrorReport } from '../contract/result.js'
import { newId } from '../id.js'
import { CONTRACT_QUERIES, ONE_ROW_QUERY, HANGING_QUERY } from '../testing/contract-queries.js'
import { failureOf, refusal } from './refusal.js'

const REF = 'default'

/**
 * Registers the tests that every platform must pass: exact values, batches, cancelling, errors.
 * @param connect gives a client of a running platform with a project `default`
 */
export function describePlatformContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract`, () => {
    const run = async (query: string, runId = newId(), role?: ImpersonatedRole) =>
      (await connect()).call(queryTyped, {
        params: { ref: REF },
        body: { query, runId, ...(role ? { role } : {}) },
      })

    test('it reports that it is alive, and its capabilities', async () => {
      const client = await connect()
      expect(await client.call(getHealth, {})).toMatchObject({ status: 'ok' })
      const runtime = await client.call(getRuntimeConfig, {})
      expect(runtime.isPlatform).toBe(false)
      expect(runtime.limits).toEqual({
        statementTimeoutMs: 60_000,
        rows: 100_000,
        bytes: 52_428_800,
        cellBytes: 1_048_576,
      })
    })

    test('it reports the status of its parts', async () => {
      const { started_at, parts } = await (await connect()).call(getPlatformStatus, {})
      expect(Number.isNaN(Date.parse(started_at))).toBe(false)
      expect(parts.map(({ part }) => part)).toEqual([
        'control',
        'engine',
        'disk',
        'mail',
        'ai',
        'releases',
        'backups',
        'branches',
        'replicas',
        'functions',
        'schedules',
      ])
      expect(parts[0]).toMatchObject({ state: 'works', tookMs: expect.any(Number) })
    })

    test('it lists its project, and describes it', async () => {
      const client = await connect()
      const [summary] = await client.call(listProjects, {})
      const project = await client.call(getProject, { params: { ref: REF } })
      expect(summary).toMatchObject({ ref: REF, name: project.name, organization_slug: 'default' })
      expect(project).toMatchObject({ ref: REF, is_branch_enabled: false })
    })

    test('an unknown project is not found', async () => {
      const failure = await failureOf((await connect()).call(getProject, { params: { ref: 'nobody' } }))
      expect(failure).toMatchObject({
        kind: 'http',
        status: 404,
        code: 'project_not_found',
        message: 'Project not found',
      })
      expect(failure.requestId).toMatch(/^[\w-]{36}$/)
    })

    for (const { promise, sql, role, answer } of CONTRACT_QUERIES) {
      if (answer === 'hangs') continue
      test(promise, async () => {
        const outcome = await run(sql, newId(), role).catch((error: unknown) => error)
        expect(outcome).toMatchObject(
          'results' in answer ? { results: answer.results } : refusalOf(answer.error),
        )
      })
    }

    test('the plain form is a list of rows', async () => {
      const client = await connect()
      const rows = await client.call(queryPlain, {
        params: { ref: REF },
        body: { query: 'select 9007199254740993::int8 as id, 0.10::numeric as price, null::text as gone' },
      })
      expect(rows).toEqual([{ id: '9007199254740993', price: '0.10', gone: null }])
    })

    test.each([
      ['a write', 'create table of_a_report (a int)'],
      ['a setting', 'set search_path to nowhere'],
      ['a lock that outlives its transaction', 'select pg_advisory_lock(1)'],
      ['a message to listeners', `select pg_notify('a', 'b')`],
    ])('a run of queries alone refuses %s', async (_, query) => {
      const asked = (await connect()).call(queryTyped, {
        params: { ref: REF },
        body: { query, runId: newId(), onlyQueries: true },
      })
      expect(await refusal(asked)).toEqual([400, '42501'])
    })

    test('a run of queries alone answers', async () => {
      const { results } = await (
        await connect()
      ).call(queryTyped, {
        params: { ref: REF },
        body: { query: ONE_ROW_QUERY, runId: newId(), onlyQueries: true },
      })
      expect(results[0]?.rows).toEqual([['1', 'x', '2']])
    })

    test('a batch is committed as a whole, or tells which statement touched other rows than expected', async () => {
      const client = await connect()
      const batch = (...expected: number[]) => {
        const statements = expected.map((expectRows) => ({ query: ONE_ROW_QUERY, expectRows }))
        return client.call(queryBatch, { params: { ref: REF }, body: { statements, runId: newId() } })
      }
      expect(await batch(1, 1)).toMatchObject({
        type: 'committed',
        results: [{ rowCount: 1 }, { rows: [['1', 'x', '2']] }],
      })
      expect(await batch(1, 2)).toMatchObject({ type: 'mismatch', index: 1, expected: 2, rows: 1 })
      expect(await failureOf(batch())).toMatchObject({ status: 400, code: 'invalid_body' })
    })

    test('a cancelled run is reported as cancelled', async () => {
      const client = await connect()
      const runId = newId()
      const failure = failureOf(run(HANGING_QUERY, runId))
      await expect
        .poll(async () => (await client.call(cancelQuery, { params: { ref: REF, runId } })).cancelled, {
          timeout: 20_000,
        })
        .toBe(true)
      expect(await failure).toMatchObject({
        status: 400,
        code: '57014',
        message: 'canceling statement due to user request',
      })
    })

    test('a run reports its progress and its end', async () => {
      const client = await connect()
      const runId = newId()
      const params = { ref: REF, runId }
      const ended = failureOf(run(HANGING_QUERY, runId))
      const progress = () => client.call(queryProgress, { params })
      await expect
        .poll(progress, { timeout: 20_000 })
        .toMatchObject({ state: 'running', forMs: expect.any(Number) })
      await client.call(cancelQuery, { params })
      await ended
      await expect.poll(progress).toMatchObject({ state: 'ended' })
    })

    test.each<[string, (client: Client) => Promise<unknown>, number, string]>([
      [
        'a body',
        (client) =>
          client.call(queryTyped, { params: { ref: REF }, body: { query: 1 as never, runId: newId() } }),
        400,
        'invalid_body',
      ],
      [
        'a query',
        (client) => client.call(listSnippets, { params: { ref: REF }, query: { limit: 'many' as never } }),
        400,
        'invalid_query',
      ],
      [
        'the ref of a project',
        (client) => client.call(getProject, { params: { ref: '../etc' } }),
        404,
        'project_not_found',
      ],
      ['an id', (client) => client.call(getSnippet, { params: { ref: REF, id: 'one' } }), 404, 'not_found'],
    ])('%s that breaks the contract is refused', async (_, call, status, code) => {
      expect(await refusal(call(await connect()))).toEqual([status, code])
    })

    test('the stream of events begins with whether it reports every change', async () => {
      const client = await connect()
      const events = client.events(listenEvents, {})
      expect((await events.next()).value).toEqual({ type: 'hello', isWhole: expect.any(Boolean) })
      expect(await events.return()).toEqual({ done: true, value: undefined })
    })

    test('a call without its argument is refused before anything is sent', async () => {
      const client = await connect()
      const failure = await failureOf(client.call(getProject, { params: { ref: '' } }))
      expect(failure).toMatchObject({ kind: 'invalid', message: 'Project ref is required' })
    })

    test('an aborted call is not shown as an error', async () => {
      const client = await connect()
      const controller = new AbortController()
      const call = client.call(
        queryTyped,
        { params: { ref: REF }, body: { query: HANGING_QUERY, runId: newId() } },
        { signal: controller.signal },
      )
      controller.abort()
      expect(await failureOf(call)).toMatchObject({ kind: 'aborted' })
    })
  })
}

function refusalOf(report: DatabaseErrorReport) {
  return { kind: 'http', status: 400, code: report.code, message: report.message, body: report }
}
