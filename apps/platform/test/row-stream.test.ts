/** The typed query as a stream of frames, over HTTP, on both engines: what the JSON says, while it comes, and when it can't. */
import {
  newId,
  PlatformError,
  queryProgress,
  queryTyped,
  type StatementResult,
} from '@basedeck/platform-client'
import { rowIn, ROW_STREAM_TYPE, type RowStreamPart } from '@basedeck/platform-client/row-stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'
import { ORIGIN } from './test-api.js'

const params = { ref: 'default' }

describe.each(['cluster', 'pglite'] as const)('rows on %s', (kind) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(kind)
    await running.client.call(queryTyped, {
      params,
      body: { query: `create type mood as enum ('calm'); create table kept (id int)`, runId: newId() },
    })
  })
  afterAll(() => running.stop())

  const rows = (query: string, more: { runId?: string; timeoutMs?: number; readOnly?: boolean } = {}) =>
    running.client.rows({ params, body: { query, runId: newId(), readOnly: true, ...more } })
  const partsOf = async (parts: AsyncIterable<RowStreamPart>) => {
    const all: RowStreamPart[] = []
    for await (const part of parts) all.push(part)
    return all
  }
  const isOver = (runId: string) =>
    vi.waitFor(async () => {
      const { state } = await running.client.call(queryProgress, { params: { ...params, runId } })
      expect(state).toBe('ended')
    })

  test('several statements give what the JSON gives', async () => {
    const query = `do $$ begin raise notice 'first'; end $$; select 'calm'::mood, 9007199254740993::int8, null, '';
      select n, repeat('é', n % 50) from generate_series(1, 3000) n; select 1 where false`
    const parts = await partsOf(rows(query))
    const { results } = await running.client.call(queryTyped, {
      params,
      body: { query, runId: newId(), readOnly: true },
    })
    const gathered: StatementResult[] = []
    let open: Pick<StatementResult, 'fields' | 'rows'> = { fields: [], rows: [] }
    for (const part of parts) {
      if (part.type === 'fields') open.fields = part.fields
      if (part.type === 'rows')
        for (let row = 0; row < part.rows.count; row++) open.rows.push(rowIn(part.rows, row))
      if (part.type === 'complete') {
        gathered.push({ ...open, ...part.statement, notices: [] })
        open = { fields: [], rows: [] }
      }
      if (part.type === 'end')
        for (const { fields } of gathered)
          for (const field of fields) field.dataType ||= part.run.types?.[field.dataTypeId] ?? ''
    }
    const notices = parts.flatMap((part) => (part.type === 'notice' ? [part] : []))
    for (const { statement, notice } of notices) gathered[statement]?.notices.push(notice)
    expect(gathered).toEqual(results)
    expect(parts.at(-1)).toMatchObject({ type: 'end', run: { durationMs: expect.any(Number) } })
  })

  test('a caller that does not ask for frames gets JSON', async () => {
    const answer = await running.app.request(`${ORIGIN}/platform/pg-meta/default/query`, {
      method: 'POST',
      headers: { host: '127.0.0.1:8787', 'content-type': 'application/json', version: '2' },
      body: JSON.stringify({ query: 'select 1 as a', runId: newId() }),
    })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toMatchObject({ results: [{ rows: [['1']] }] })
  })

  test('a text that fails before any row has the usual status', async () => {
    const answer = await running.app.request(`${ORIGIN}/platform/pg-meta/default/query`, {
      method: 'POST',
      headers: {
        host: '127.0.0.1:8787',
        'content-type': 'application/json',
        version: '2',
        accept: ROW_STREAM_TYPE,
      },
      body: JSON.stringify({ query: 'select gone', runId: newId() }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: '42703' }])
  })

  test('an error after 60,000 rows keeps the rows, and is told', async () => {
    let count = 0
    const reading = (async () => {
      for await (const part of rows('select n / (60001 - n) from generate_series(1, 100000) n'))
        if (part.type === 'rows') count += part.rows.count
    })()
    const error = await reading.catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(PlatformError)
    expect(error).toMatchObject({ kind: 'http', status: 400, code: '22012' })
    expect((error as PlatformError).body).not.toHaveProperty('results')
    expect(count).toBe(60_000)
  })

  test('what a failed text gave before is in the stream', async () => {
    const seen: RowStreamPart[] = []
    const reading = (async () => {
      for await (const part of rows('select 7; select 1 / 0')) seen.push(part)
    })()
    await expect(reading).rejects.toMatchObject({ code: '22012', body: { statementIndex: 1 } })
    expect(seen.map(({ type }) => type)).toContain('complete')
    expect(seen.flatMap((part) => (part.type === 'rows' ? [rowIn(part.rows, 0)] : []))).toEqual([['7']])
  })

  test('a reader who stops ends the run', async () => {
    const runId = newId()
    for await (const part of rows('select repeat($$x$$, 1000) from generate_series(1, 90000)', { runId }))
      if (part.type === 'rows') break
    await isOver(runId)
    expect(await partsOf(rows('select 1'))).toHaveLength(4)
  })

  test('a reader who stands still does not keep the run longer than its timeout', async () => {
    const runId = newId()
    const stream = rows('select repeat($$x$$, 1000) from generate_series(1, 40000)', {
      runId,
      timeoutMs: 1000,
    })
    await stream.next()
    await isOver(runId)
    await stream.return()
  })

  test('a value of 50 MB among small ones is cut at the cap and listed with its size', async () => {
    const parts = await partsOf(
      rows(`select case n when 2 then repeat('é', 25000000) else n::text end from generate_series(1, 3) n`),
    )
    const cells = parts.flatMap((part) =>
      part.type === 'rows'
        ? Array.from({ length: part.rows.count }, (_, row) => rowIn(part.rows, row)[0])
        : [],
    )
    expect(cells.map((cell) => cell?.length)).toEqual([1, 512 * 1024, 1])
    expect(parts).toContainEqual({
      type: 'complete',
      statement: { command: 'SELECT', rowCount: 3, cut: [[1, 0, 50_000_000]] },
    })
  })

  test('sixteen hundred columns are a row like any other', async () => {
    const list = Array.from({ length: 1600 }, (_, index) => `${index} as c${index}`).join(', ')
    const parts = await partsOf(rows(`select ${list}`))
    const [row] = parts.flatMap((part) => (part.type === 'rows' ? [rowIn(part.rows, 0)] : []))
    expect([row?.length, row?.[1599]]).toEqual([1600, '1599'])
  })

  test('an encoding that changes on the way is told', async () => {
    // The embedded PostgreSQL can't change it, and stops.
    const told = await partsOf(
      rows(`select 'a'; set client_encoding = 'LATIN1'; select 'é'`, { readOnly: false }),
    ).then(
      (parts) => parts.map((part) => (part.type === 'notice' ? part.notice.message : '')).join(''),
      (error: Error) => error.message,
    )
    expect(told).toMatch(/client_encoding was changed|PostgreSQL stopped/)
  })
})
