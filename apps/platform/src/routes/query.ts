/** The query call: plain, typed and batch form, and the cancel. CONTRACT "SQL and content". */
import {
  batchBody,
  QUERY_LIMIT_BYTES,
  queryBody,
  typedQueryBody,
  type BatchResponse,
  type TypedQueryResponse,
} from '@basedeck/platform-client/contract'
import { Hono } from 'hono'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { RunLimits } from '../engines/engine.js'
import type { AppEnv } from '../http/app-env.js'
import { HttpError } from '../http/error-table.js'
import { readBody } from '../http/read-body.js'
import { plainRows } from '../services/plain-rows.js'
import type { Projects } from '../services/projects.js'

/** Milliseconds; shown in the UI, changeable per run. DESIGN §6. */
export const STATEMENT_TIMEOUT_MS = 60_000
/** The most the server sends to a browser. DESIGN §6. */
export const RUN_LIMITS: RunLimits = { rows: 100_000, bytes: 50 * 1024 * 1024, cellBytes: 1024 * 1024 }

/** Chosen by its key, so that a refusal names what is wrong in it. */
const version2Body = v.lazy((body) =>
  typeof body === 'object' && body !== null && 'statements' in body ? batchBody : typedQueryBody,
)

export function queryRoutes(projects: Projects) {
  return new Hono<AppEnv>()
    .post('/:ref/query', async (c) => {
      const ref = c.req.param('ref')
      const { signal } = c.req.raw
      if (c.req.header('version') !== '2') {
        const body = await readBody(c, queryBody)
        requireSize(body.query)
        const database = await projects.database(ref)
        const outcome = await database.run({
          runId: randomUUID(),
          query: body.query,
          timeoutMs: body.disable_statement_timeout ? 0 : STATEMENT_TIMEOUT_MS,
          limits: RUN_LIMITS,
          signal,
        })
        const truncated = outcome.results.at(-1)?.truncated
        if (truncated)
          c.header('x-truncated', `${truncated.reason}; rows=${truncated.rows}; bytes=${truncated.bytes}`)
        return c.body(plainRows(outcome.results), 200, { 'content-type': 'application/json' })
      }
      const body = await readBody(c, version2Body)
      if ('statements' in body) {
        for (const statement of body.statements) requireSize(statement.query)
        const database = await projects.database(ref)
        const outcome = await database.batch({
          ...withoutUndefined(body),
          timeoutMs: body.timeoutMs ?? STATEMENT_TIMEOUT_MS,
          limits: RUN_LIMITS,
          signal,
        })
        return c.json(outcome satisfies BatchResponse)
      }
      requireSize(body.query)
      const database = await projects.database(ref)
      const outcome = await database.run({
        runId: body.runId,
        query: body.query,
        readOnly: body.readOnly ?? false,
        ...(body.parameters ? { parameters: body.parameters } : {}),
        timeoutMs: body.timeoutMs ?? STATEMENT_TIMEOUT_MS,
        limits: {
          rows: Math.min(body.maxRows ?? RUN_LIMITS.rows, RUN_LIMITS.rows),
          bytes: Math.min(body.maxBytes ?? RUN_LIMITS.bytes, RUN_LIMITS.bytes),
          cellBytes: RUN_LIMITS.cellBytes,
        },
        signal,
      })
      return c.json(outcome satisfies TypedQueryResponse)
    })
    .get('/:ref/query/:runId', async (c) => {
      const database = await projects.database(c.req.param('ref'))
      return c.json(database.progress(c.req.param('runId')) ?? { state: 'ended' as const })
    })
    .delete('/:ref/query/:runId', async (c) => {
      const database = await projects.database(c.req.param('ref'))
      return c.json({ cancelled: await database.cancel(c.req.param('runId')) })
    })
}

function requireSize(sql: string): void {
  if (Buffer.byteLength(sql) > QUERY_LIMIT_BYTES) throw new HttpError('query_too_large')
}

/** An optional key that is present but undefined would not fit an exact optional one. */
function withoutUndefined(body: v.InferOutput<typeof batchBody>) {
  return {
    runId: body.runId,
    statements: body.statements.map(({ query, parameters, expectRows }) => ({
      query,
      ...(parameters ? { parameters } : {}),
      ...(expectRows === undefined ? {} : { expectRows }),
    })),
  }
}
