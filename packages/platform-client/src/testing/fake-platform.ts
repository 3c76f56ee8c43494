/** A platform in memory that speaks the real protocol: for tests of what lies above the client. */
import type { Fetch } from 'ofetch'
import type { ErrorBody } from '../contract/errors.js'
import type { Project } from '../contract/projects.js'
import type { DatabaseErrorReport, StatementResult } from '../contract/result.js'
import type { RuntimeConfig } from '../contract/runtime.js'
import { contractQueries } from './contract-queries.js'

/** What a text of SQL gets: its results, PostgreSQL's refusal, or no answer until it is cancelled. */
export type FakeAnswer = { results: StatementResult[] } | { error: DatabaseErrorReport } | 'hangs'

export interface FakeRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
}

export interface FakePlatform {
  /** Give it to `createClient`. */
  readonly fetch: Fetch
  /** Every request so far. */
  readonly requests: FakeRequest[]
  /** While true, nothing answers. */
  offline: boolean
  /** While true, runs under way wait for their turn. */
  busy: boolean
  project: Project
  /** Scripts the answer to a text of SQL. */
  answer(sql: string, answer: FakeAnswer): void
}

interface Reply {
  status: number
  body: unknown
}

const runtimeConfig: RuntimeConfig = {
  isPlatform: false,
  flags: {},
  aiEnabled: false,
  capabilities: { engine: 'pglite', concurrentRuns: false, replicas: false, branches: false, poolers: false },
  limits: { statementTimeoutMs: 60_000, rows: 100_000, bytes: 52_428_800, cellBytes: 1_048_576 },
  projectApiUrl: 'http://127.0.0.1:8788',
}

const CANCELED: DatabaseErrorReport = {
  message: 'canceling statement due to user request',
  formattedError: 'ERROR:  57014: canceling statement due to user request',
  code: '57014',
}

export function createFakePlatform(): FakePlatform {
  const answers = new Map<string, FakeAnswer>(contractQueries.map(({ sql, answer }) => [sql, answer]))
  const hanging = new Map<string, (reply: Reply) => void>()

  const fake: FakePlatform = {
    requests: [],
    offline: false,
    busy: false,
    project: {
      id: 1,
      ref: 'default',
      name: 'Default project',
      organization_id: 1,
      cloud_provider: 'local',
      region: 'local',
      status: 'ACTIVE_HEALTHY',
      db_host: '127.0.0.1',
      dbVersion: '18.0',
      engine: 'pglite',
      engine_description: 'fake',
      restUrl: 'http://127.0.0.1:8788/default',
      inserted_at: '2026-01-01T00:00:00.000Z',
      is_branch_enabled: false,
    },
    answer: (sql, answer) => void answers.set(sql, answer),
    fetch: (async (
      url: string,
      init: { method?: string; headers?: unknown; body?: string; signal?: AbortSignal } = {},
    ) => {
      const request: FakeRequest = {
        method: init.method ?? 'GET',
        path: new URL(url, 'http://fake').pathname,
        headers: headersOf(init.headers),
        body: init.body === undefined ? undefined : JSON.parse(init.body),
      }
      fake.requests.push(request)
      if (fake.offline) throw new TypeError('fetch failed')
      const reply = await Promise.race([route(request), aborted(init.signal)])
      return new Response(JSON.stringify(reply.body), {
        status: reply.status,
        headers: { 'content-type': 'application/json' },
      })
    }) as Fetch,
  }

  async function route(request: FakeRequest): Promise<Reply> {
    const { method, path } = request
    const requestId = request.headers['x-request-id'] ?? ''
    if (path === '/healthz') return { status: 200, body: { status: 'ok', version: '0.0.0' } }
    if (path === '/api/runtime-config') return { status: 200, body: runtimeConfig }
    if (path === '/platform/projects') {
      const summary = { ...fake.project, organization_slug: 'default', preview_branch_refs: [] }
      return { status: 200, body: [summary] }
    }
    const [, ref] = /^\/platform\/(?:projects|pg-meta)\/([^/]+)/.exec(path) ?? []
    if (ref !== fake.project.ref) return refusal(404, 'project_not_found', 'Project not found', requestId)
    if (path === `/platform/projects/${ref}`) return { status: 200, body: fake.project }
    const [, runId] = /\/query\/([\w-]+)$/.exec(path) ?? []
    if (method === 'DELETE' && runId !== undefined) {
      const stop = hanging.get(runId)
      hanging.delete(runId)
      stop?.({ status: 400, body: { ...CANCELED, requestId } })
      return { status: 200, body: { cancelled: stop !== undefined } }
    }
    if (method === 'GET' && runId !== undefined) {
      if (!hanging.has(runId)) return { status: 200, body: { state: 'ended' } }
      return { status: 200, body: { state: fake.busy ? 'waiting' : 'running', forMs: 1000 } }
    }
    return runQuery(request, requestId)
  }

  function runQuery(request: FakeRequest, requestId: string): Promise<Reply> | Reply {
    const { query, runId } = request.body as { query?: string; runId?: string }
    if (typeof query !== 'string')
      return refusal(400, 'invalid_body', 'query: query must be a text', requestId)
    const answer = answers.get(query) ?? { results: [] }
    if (answer === 'hangs') return new Promise((resolve) => void hanging.set(runId ?? '', resolve))
    if ('error' in answer) return { status: 400, body: { ...answer.error, requestId } }
    const typed = request.headers['version'] === '2'
    return {
      status: 200,
      body: typed ? { results: answer.results, durationMs: 1 } : plainRows(answer.results),
    }
  }

  return fake
}

function refusal(status: number, code: string, message: string, requestId: string): Reply {
  return { status, body: { message, code, requestId } satisfies ErrorBody }
}

function plainRows(results: StatementResult[]): unknown[] {
  const result = results.at(-1)
  if (!result) return []
  return result.rows.map((row) =>
    Object.fromEntries(result.fields.map((field, column) => [field.name, row[column]])),
  )
}

function headersOf(headers: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (value: string, name: string) => {
    found[name.toLowerCase()] = value
  }
  if (hasForEach(headers)) headers.forEach(visit)
  else for (const [name, value] of Object.entries(headers ?? {})) visit(String(value), name)
  return found
}

function hasForEach(
  headers: unknown,
): headers is { forEach(visit: (value: string, name: string) => void): void } {
  return typeof (headers as { forEach?: unknown } | undefined)?.forEach === 'function'
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(Object.assign(new Error('This operation was aborted'), { name: 'AbortError' }))
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
