/** The query call: plain, typed and batch form, and the cancel. CONTRACT "SQL and content". */
import {
  type batchBody,
  cancelQuery,
  type ImpersonatedRole,
  queryBatch,
  queryPlain,
  queryProgress,
  queryTyped,
  type StatementResult,
  type typedQueryBody,
} from '@basedeck/platform-client/contract'
import { ROW_STREAM_TYPE } from '@basedeck/platform-client/row-stream'
import { changesCatalogue, mayChangeCatalogue, renewed } from '@basedeck/core/rules'
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type * as v from 'valibot'
import type { Caller, Origin } from '../access/caller.js'
import { isAllowed } from '../access/permission.js'
import { auditStatement } from '../control/audit.js'
import type { GroupedLines } from '../control/grouped-lines.js'
import type { ProjectResource } from '../control/resources.js'
import {
  DatabaseError,
  type BatchOutcome,
  type RowSink,
  type RunLimits,
  type RunOutcome,
} from '../engines/engine.js'
import { askText } from '../engines/threads/text-thread.js'
import { DomainError } from '../kernel/domain-error.js'
import type { AppEnv } from './app-env.js'
import type { Call, Mount } from './mount.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { createArrivingRuns, type RunOnItsWay } from '../services/arriving-runs.js'
import { auditedSql } from '../services/audited-sql.js'
import { createEndedRuns } from '../services/ended-runs.js'
import { jsonRows } from '../services/json-rows.js'
import { JsonPieces, jsonSlices } from '../services/json-slices.js'
import { keepRows, type KeptRows } from '../services/kept-rows.js'
import { plainRows } from '../services/plain-rows.js'
import { createRowFrames } from '../services/row-frames.js'
import { slicedBody } from '../services/sliced-body.js'
import type { RequireRoomForSql } from '../services/room-for-sql.js'
import type { ReadersTurns } from '../services/readers-turns.js'
import { READERS_LONGEST_MS } from '../services/readers-limits.js'
import { requireRunnable } from '../services/runnable-text.js'

/** Milliseconds; shown in the UI, changeable per run. DESIGN §6. */
export const STATEMENT_TIMEOUT_MS = 60_000
/** The most the server sends to a browser. DESIGN §6. */
export const RUN_LIMITS: RunLimits = { rows: 100_000, bytes: 50 * 1024 * 1024, cellBytes: 1024 * 1024 }

export interface QueryRouteDeps {
  life: Pick<ProjectLife, 'database'>
  lines: GroupedLines
  turns: ReadersTurns
  /** @throws HttpError disk_full */
  requireRoomFor: RequireRoomForSql
  /** Is called after a call that may have changed the schema of a project. */
  schemaChanged(ref: string): void
  /** The answer to a failed call. */
  answerTo(error: Error, c: Context<AppEnv>): Promise<Response>
}

export function queryRoutes(
  mount: Mount,
  { life, lines, turns, requireRoomFor, schemaChanged, answerTo }: QueryRouteDeps,
): void {
  const ended = createEndedRuns(Date.now)
  const arriving = createArrivingRuns()
  /** Also after an error: what came before it may have been kept. */
  async function reported<Outcome extends RunOutcome | BatchOutcome>(
    ref: string,
    sql: string,
    run: Promise<Outcome>,
  ): Promise<Outcome> {
    try {
      const outcome = await run
      const results = 'results' in outcome ? outcome.results : []
      if (results.some(({ command }) => changesCatalogue(command))) schemaChanged(ref)
      return outcome
    } catch (error) {
      if (mayChangeCatalogue(sql)) schemaChanged(ref)
      throw error
    }
  }

  /** What may write is in the log before it runs. */
  async function audit(
    { caller, project, origin }: { caller: Caller; project: ProjectResource; origin: Origin },
    query: string,
    readOnly: boolean,
    more: Record<string, unknown> = {},
  ): Promise<void> {
    if (!readOnly) await requireRoomFor(project.ref, query)
    const told = await auditedSql(query, readOnly)
    if (!told) return
    const { target, ...detail } = told
    await lines.write(
      auditStatement(caller, origin, {
        action: 'database.write',
        target,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { ...detail, ...more },
      }),
    )
  }

  // Mounted in this order, because each form passes on the calls that don't match it.
  mount.on(queryBatch, async ({ c, body, ...call }) => {
    for (const statement of body.statements) requireRunnable(statement.query)
    const database = await life.database(call.database)
    const text = body.statements.map(({ query }) => query).join(';\n')
    await audit(call, text, false, body.role ? { role: nameOf(body.role) } : {})
    const run = database.batch({
      ...withoutUndefined(body),
      ...(body.role ? { role: renewed(body.role, Date.now()) } : {}),
      runId: ownRunId(call.caller, body.runId),
      timeoutMs: body.timeoutMs ?? STATEMENT_TIMEOUT_MS,
      limits: RUN_LIMITS,
      signal: c.req.raw.signal,
    })
    return reported(call.project.ref, text, run)
  })

  mount.on(queryTyped, async (call) => {
    const way = arriving.arrive(ownRunId(call.caller, call.body.runId))
    try {
      return await typed(call, way)
    } finally {
      way.end()
    }
  })

  async function typed({ c, body, ...call }: Call<typeof queryTyped>, way: RunOnItsWay): Promise<Response> {
    requireRunnable(body.query)
    const writes = mayWrite(call.caller, call.project)
    const database = await life.database(call.database)
    const onlyQueries = body.onlyQueries === true
    const readOnly = body.readOnly === true || onlyQueries || !writes
    const audited = body.script ? (await askText('script', body.query)).sql : body.query
    await audit(call, audited, readOnly, {
      ...(body.role ? { role: nameOf(body.role) } : {}),
      ...(body.discard ? { discarded: true } : {}),
    })
    const run = ({ signal, into }: { signal: AbortSignal; into?: RowSink }) => {
      const running = database.run({
        runId: ownRunId(call.caller, body.runId),
        query: body.query,
        ...(writes ? { readOnly } : { as: 'reader' as const }),
        ...(onlyQueries ? { onlyQueries: 'report' as const } : {}),
        ...(body.parameters ? { parameters: body.parameters } : {}),
        ...(body.discard ? { discard: true } : {}),
        ...(body.script ? { script: scriptOf(body.script) } : {}),
        ...(body.role ? { role: renewed(body.role, Date.now()) } : {}),
        timeoutMs: timeoutOf(body.timeoutMs, writes),
        limits: {
          rows: Math.min(body.maxRows ?? RUN_LIMITS.rows, RUN_LIMITS.rows),
          bytes: Math.min(body.maxBytes ?? RUN_LIMITS.bytes, RUN_LIMITS.bytes),
          cellBytes: RUN_LIMITS.cellBytes,
        },
        signal: AbortSignal.any([signal, way.signal]),
        ...(into ? { into } : {}),
      })
      // From now on the database cancels it.
      way.end()
      return running
    }
    const { ref } = call.project
    const watched: typeof run = (options) =>
      ended.watch(ownRunId(call.caller, body.runId), run(options), body.discard === true)
    const inTurn: typeof run = (options) => {
      if (!writes) return turns.take(ref, call.caller.id, options.signal, () => run(options))
      return readOnly ? run(options) : reported(ref, body.query, watched(options))
    }
    if (asksForFrames(c)) return framesOf(c, inTurn)
    const kept = keepRows()
    const { results, ...outcome } = await inTurn({ signal: c.req.raw.signal, into: kept.sink }).catch(
      (error: unknown) => {
        throw error instanceof DatabaseError ? withRows(error, kept) : error
      },
    )
    const rowsOf = (result: StatementResult, index: number) =>
      new JsonPieces(jsonRows(kept.of(result, index)))
    const written = results.map((result, index) => ({ ...result, rows: rowsOf(result, index) }))
    return inJson(c, jsonSlices({ results: written, ...outcome }))
  }

  /** An error before anything was written is thrown, a later one is told in the stream. */
  async function framesOf(
    c: Context<AppEnv>,
    run: (options: { signal: AbortSignal; into: RowSink }) => Promise<RunOutcome>,
  ): Promise<Response> {
    const gone = new AbortController()
    const frames = createRowFrames(() => gone.abort())
    const signal = AbortSignal.any([c.req.raw.signal, gone.signal])
    const ended = run({ signal, into: frames.sink }).then(frames.end, async (error: Error) => {
      if (frames.isUnwritten()) throw error
      const answer = await answerTo(error, c)
      frames.fail(answer.status, withoutResults((await answer.json()) as object))
    })
    await Promise.race([frames.begun, ended])
    return c.body(frames.body, 200, {
      'content-type': ROW_STREAM_TYPE,
      'cache-control': 'no-store',
      // nginx would gather the rows before it passes them on.
      'x-accel-buffering': 'no',
    })
  }

  mount.on(queryPlain, async ({ c, body, ...call }) => {
    requireRunnable(body.query)
    const writes = mayWrite(call.caller, call.project)
    const database = await life.database(call.database)
    await audit(call, body.query, !writes)
    const kept = keepRows()
    const run = () =>
      database.run({
        runId: randomUUID(),
        query: body.query,
        ...(writes ? {} : { as: 'reader' as const }),
        timeoutMs: timeoutOf(body.disable_statement_timeout ? 0 : undefined, writes),
        limits: { ...RUN_LIMITS, cellBytes: RUN_LIMITS.bytes },
        signal: c.req.raw.signal,
        into: kept.sink,
      })
    const { ref } = call.project
    const running = writes
      ? reported(ref, body.query, run())
      : turns.take(ref, call.caller.id, c.req.raw.signal, run)
    const outcome = await running.catch((error: unknown) => {
      throw error instanceof DatabaseError ? plainError(error) : error
    })
    const result = outcome.results.at(-1)
    const { truncated, cut = [] } = result ?? {}
    // A value comes whole or not at all: a script would take half of one for the whole.
    if (cut.length > 0 || truncated?.rows === 0) throw new DomainError('value_too_large')
    if (truncated)
      c.header('x-truncated', `${truncated.reason}; rows=${truncated.rows}; bytes=${truncated.bytes}`)
    if (outcome.rolledBackOpenTransaction) c.header('x-rolled-back', 'open transaction')
    const messages = result ? kept.of(result, outcome.results.length - 1) : []
    return inJson(c, plainRows(result?.fields ?? [], messages))
  })

  mount.on(queryProgress, async ({ caller, database: id, params }) => {
    const database = await life.database(id)
    const run = ownRunId(caller, params['runId'] ?? '')
    const outcome = ended.outcomeOf(run)
    return database.progress(run) ?? { state: 'ended' as const, ...(outcome ? { outcome } : {}) }
  })

  mount.on(cancelQuery, async ({ caller, database: id, params }) => {
    const database = await life.database(id)
    const run = ownRunId(caller, params['runId'] ?? '')
    return { cancelled: (await database.cancel(run)) || arriving.cancel(run) }
  })
}

/** The client chooses the id. With the caller's id before it, it follows and cancels only the caller's runs. */
export function ownRunId({ id }: Caller, runId: string): string {
  return `${id}:${runId}`
}

/** Callers who may not write always run as the reader. DESIGN §6. */
export function mayWrite(caller: Caller, project: ProjectResource): boolean {
  return isAllowed(caller, project.organization.slug, {
    action: 'update',
    resource: 'database',
    projectRef: project.ref,
  })
}

/** @param wanted milliseconds; 0 is no limit, given only to callers that may write */
function timeoutOf(wanted: number | undefined, writes: boolean): number {
  const timeoutMs = wanted ?? STATEMENT_TIMEOUT_MS
  if (writes) return timeoutMs
  return timeoutMs === 0 ? READERS_LONGEST_MS : Math.min(timeoutMs, READERS_LONGEST_MS)
}

function scriptOf({ separately, leaveOut }: NonNullable<v.InferOutput<typeof typedQueryBody>['script']>) {
  return { ...(separately ? { separately } : {}), ...(leaveOut ? { leaveOut } : {}) }
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

function inJson(c: Context<AppEnv>, pieces: Iterator<string | Buffer>): Response {
  return c.body(slicedBody(pieces), 200, { 'content-type': 'application/json' })
}

/** The statements before the failed one have their rows. */
function withRows({ report }: DatabaseError, kept: KeptRows): DatabaseError {
  return new DatabaseError({ ...report, ...(report.results && { results: kept.read(report.results) }) })
}

function asksForFrames(c: Context<AppEnv>): boolean {
  return c.req.header('accept')?.includes(ROW_STREAM_TYPE) ?? false
}

/** The stream has sent them. */
function withoutResults(body: object): object {
  const { results: _results, ...rest } = body as { results?: unknown }
  return rest
}

/** Fields of Version 2 only. */
function plainError({ report }: DatabaseError): DatabaseError {
  const { results: _results, outcome: _outcome, ...plain } = report
  return new DatabaseError(plain)
}

function nameOf(role: ImpersonatedRole): string {
  return role.type === 'rest' ? role.role : role.name
}
