/**
 * A project's PGlite database. Its single session serves one request at a time, in order of arrival. Its worker is
 * started when needed and stopped when idle.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SMALL_IMPORT_BYTES, type DatabaseId, type RunningQuery } from '@basedeck/platform-client/contract'
import {
  EngineError,
  type BatchOutcome,
  type BatchRequest,
  type ImportRequest,
  type IsKept,
  type ImportSteps,
  type Database,
  type EndedTurns,
  type OwnerLogin,
  type RowPiece,
  type RowSink,
  type RunOutcome,
  type RunProgress,
  type RunRequest,
  type Scratch,
  type ServeRequest,
  type StreamRequest,
} from '../engine.js'
import { IdleTimer } from '../idle-timer.js'
import type { PipelineResult } from '../session/pipeline-request.js'
import { OWNER_ROLE } from '../roles.js'
import { runWithReaderGrants } from '../reader-grants.js'
import { Runs, type RunOptions, type RunUnderWay } from '../runs.js'
import { stopped, type StopReason } from '../session/errors.js'
import { csvOf } from './csv-slices.js'
import { spoolCopyIn } from './copy-spool.js'
import { TurnQueue } from '../turn-queue.js'
import { DatabaseClient } from './socket/database-client.js'
import { FIRST_SLICE_ROWS, nextSliceRows } from './slice-rows.js'
import { StreamCursor } from './stream-cursor.js'
import { type CallName, type PreparedKind, type WorkerCalls } from './worker-protocol.js'
import { WorkerThread } from './worker-thread.js'
import { databaseText } from '../../text/databases.js'
import { engineText } from '../../text/engines.js'

export interface PgliteDatabaseOptions {
  id: DatabaseId
  /** The directory of the database, and of temporary files of imports and exports. */
  projectDirectory: string
  templatesDirectory: string
  /** What it begins with when it is new. */
  prepared: PreparedKind
  idleMs: number
  /** As `Database.ownerLogin`. */
  ownerLogin?: OwnerLogin | undefined
  /** As of `Database`. Absent: it belongs to no project. */
  scratch?(): Promise<Scratch>
  /** Called before the worker is opened: another may have to be closed for it. */
  beforeOpen(database: PgliteDatabase): Promise<void>
}

const NEVER = new AbortController().signal

export class PgliteDatabase implements Database {
  readonly id: DatabaseId
  readonly largestImportBytes = SMALL_IMPORT_BYTES
  versionNumber = 0
  readonly idle: IdleTimer
  readonly ownerLogin?: OwnerLogin
  /** The program that is connected through the socket. */
  readonly client: DatabaseClient
  readonly #options: PgliteDatabaseOptions
  readonly #runs = new Runs()
  readonly #queue = new TurnQueue()
  readonly turns: EndedTurns = this.#queue
  #worker: WorkerThread | undefined
  #opening = false
  #closed = false

  constructor(options: PgliteDatabaseOptions) {
    this.id = options.id
    this.#options = options
    this.idle = new IdleTimer(options.idleMs, () => void this.pause())
    if (options.ownerLogin) this.ownerLogin = options.ownerLogin
    this.client = new DatabaseClient({
      queue: this.#queue,
      running: () => this.#running(),
      runs: this.#runs,
      idle: this.idle,
    })
  }

  /** Whether its worker is open or opening. */
  get isOpen(): boolean {
    return this.#opening || (this.#worker?.isAlive ?? false)
  }

  /** Opens the database to check that it works. @throws EngineError */
  async open(): Promise<void> {
    this.versionNumber = (await this.#perform(this.#internal(), 'version', {})).value
  }

  /** Queues the closing of the worker; the next request opens it again. */
  async pause(): Promise<void> {
    await this.#queue.take(NEVER, () => this.#closeWorker())
  }

  /**
   * Runs `work` while nothing changes the files: PGlite writes only during requests, and new requests wait. The files
   * contain everything committed, as after a power cut.
   */
  async atRest(work: () => Promise<void>): Promise<void> {
    const endUse = this.idle.use()
    try {
      await this.#queue.take(NEVER, async () => {
        if (this.#worker && !(await this.#worker.isReady())) await this.#worker.terminate()
        await work()
      })
    } finally {
      endUse()
    }
  }

  run(request: RunRequest): Promise<RunOutcome> {
    return runWithReaderGrants(request, (one) => this.#run(one))
  }

  async #run({ signal, into, ...request }: RunRequest): Promise<RunOutcome> {
    const input = { ...request, streams: into !== undefined }
    const { value, durationMs } = await this.#perform({ ...request, signal }, 'run', input, into)
    return { ...value, durationMs }
  }

  async batch({ signal, ...request }: BatchRequest): Promise<BatchOutcome> {
    const query = request.statements.map((statement) => statement.query).join(';\n')
    const { value, durationMs } = await this.#perform({ ...request, query, signal }, 'batch', request)
    return 'results' in value
      ? { type: 'committed', ...value, durationMs }
      : { type: 'mismatch', ...value, durationMs }
  }

  async serve({ runId, timeoutMs, ...request }: ServeRequest, isKept?: IsKept): Promise<PipelineResult[]> {
    const run = this.#runs.begin({ runId, timeoutMs, query: request.statements.at(-1)?.text ?? '' })
    const endUse = this.idle.use()
    try {
      return await this.#queue.take(run.signal, () => this.#serveIn(run, request, isKept))
    } catch (error) {
      throw run.errorFor(error)
    } finally {
      run.end()
      endUse()
    }
  }

  /** Within a turn. */
  async #serveIn(
    run: RunUnderWay,
    request: Omit<ServeRequest, 'runId' | 'timeoutMs'>,
    isKept: IsKept | undefined,
  ): Promise<PipelineResult[]> {
    const as = 'service'
    const { value } = await this.#call(run, 'serve', { ...request, as, staysOpen: isKept !== undefined })
    const results = value.map(({ rows, names }) => ({
      rows: rows.map((row) => row.map((cell) => cell && Buffer.from(cell.buffer))),
      names,
    }))
    if (!isKept) return results
    const opened = this.#worker
    let keeps = false
    try {
      keeps = await isKept(results)
    } finally {
      // A session that was opened again knows nothing of the transaction.
      if (!keeps && opened && this.#worker === opened && (await opened.isReady()))
        await opened.call('endServe', { isKept: false, as }, NEVER)
    }
    if (keeps) {
      if (this.#worker !== opened) throw new EngineError('lost', engineText.embeddedLost)
      await this.#call(run, 'endServe', { isKept: true, as })
    }
    return results
  }

  async scratch(): Promise<Scratch> {
    const { scratch } = this.#options
    if (!scratch) throw new EngineError('unsupported', engineText.noScratch)
    return scratch()
  }

  use(): () => void {
    return this.idle.use()
  }

  async cancel(runId: string): Promise<boolean> {
    return this.#runs.cancel(runId)
  }

  /** The session can't be queried while it is busy, so the answer comes from our own list of runs. */
  async running(): Promise<RunningQuery[]> {
    return this.#runs.list().map(({ runId, query, state, forMs }) => ({
      id: runId,
      query,
      user: OWNER_ROLE,
      application: '',
      state: state === 'waiting' ? 'queued' : 'running',
      forMs: Math.floor(forMs),
      blockedBy: [],
      locks: [],
      canCancel: true,
    }))
  }

  cancelRunning(id: string): Promise<boolean> {
    return this.cancel(id)
  }

  progress(runId: string): RunProgress | undefined {
    return this.#runs.progress(runId)
  }

  async *stream(request: StreamRequest): AsyncGenerator<RowPiece> {
    const { query, parameters = [], as = 'owner', role, csv, onFields } = request
    const run = this.#runs.begin(request)
    const endUse = this.idle.use()
    const cursor = new StreamCursor({
      queue: this.#queue,
      signal: run.signal,
      as,
      call: async (call, input) => (await this.#call(run, call, input)).value,
      drop: async (input) => {
        const worker = this.#worker
        if (worker && (await worker.isReady())) await worker.call('closeCursor', input, NEVER)
      },
    })
    try {
      const fields = await cursor.open({ query, parameters, ...(role && { role }) })
      onFields?.(fields)
      const writer = csv && csvOf(fields, csv)
      if (writer) yield writer.begin()
      const opened = this.#worker
      for (let rows = FIRST_SLICE_ROWS; ;) {
        if (this.#worker !== opened || !this.isOpen) throw cutOff()
        const fetched = await cursor.fetch(rows)
        const slice = { ...fetched, bytes: Buffer.from(fetched.bytes.buffer) }
        if (slice.rows > 0) yield writer ? writer.rows(slice) : slice
        if (slice.rows < rows) return
        rows = nextSliceRows(slice)
      }
    } catch (error) {
      throw run.errorFor(error)
    } finally {
      await cursor.close()
      run.end()
      endUse()
    }
  }

  async copyIn(sql: string): Promise<{ sink: Writable; rows: Promise<number> }> {
    const file = await this.#spoolFile()
    const { sink, written } = spoolCopyIn(sql, file)
    const rows = written
      .then(() => this.#perform(this.#internal(), 'copyIn', { file }))
      .then(({ value }) => value)
      .finally(() => rm(file, { force: true }))
    rows.catch(() => {})
    return { sink, rows }
  }

  async importRows<Value>(request: ImportRequest<Value>): Promise<Value> {
    const { runId, query, signal } = request
    const run = this.#runs.begin({ runId, query, signal, timeoutMs: 0 })
    const endUse = this.idle.use()
    const file = await this.#spoolFile()
    try {
      const { sink, written } = spoolCopyIn(request.copy, file)
      await Promise.all([pipeline(request.data, sink, { signal: run.signal }), written])
      return await this.#queue.take(run.signal, () => this.#importFrom(file, run, request))
    } catch (error) {
      throw run.signal.aborted ? stopped(run.signal.reason as StopReason) : error
    } finally {
      run.end()
      endUse()
      await rm(file, { force: true })
    }
  }

  /** Within a turn. */
  async #importFrom<Value>(
    file: string,
    run: RunUnderWay,
    { prepare, finish }: ImportRequest<Value>,
  ): Promise<Value> {
    const opened = await this.#running()
    // A session that was opened again knows nothing of the transaction.
    const requireOpen = (): void => {
      if (this.#worker !== opened || !opened.isAlive) throw new EngineError('lost', engineText.embeddedLost)
    }
    const steps: ImportSteps = {
      ask: async (sql) => {
        requireOpen()
        return (await this.#call(run, 'importAsk', { sql })).value
      },
      impersonate: async (role) => {
        requireOpen()
        await this.#call(run, 'importImpersonate', { role })
      },
    }
    try {
      await steps.ask('begin')
      await prepare(steps)
      requireOpen()
      const { value: rows } = await this.#call(run, 'copyIn', { file })
      const { commits, value } = await finish(steps, rows)
      await steps.ask(commits ? 'commit' : 'rollback')
      return value
    } catch (error) {
      if (this.#worker === opened && (await opened.isReady()))
        await opened.call('importAsk', { sql: 'rollback' }, NEVER)
      throw error
    }
  }

  busyMs(): number {
    return this.#runs.busyMs()
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.client.close()
    this.#runs.stopAll()
    await this.pause()
    this.idle.stop()
  }

  async #perform<Name extends CallName>(
    options: RunOptions,
    call: Name,
    input: WorkerCalls[Name][0],
    into?: RowSink,
  ): Promise<{ value: WorkerCalls[Name][1]; durationMs: number }> {
    const run = this.#runs.begin(options)
    const endUse = this.idle.use()
    try {
      return await this.#turn(run, call, input, into)
    } finally {
      run.end()
      endUse()
    }
  }

  async #turn<Name extends CallName>(
    run: RunUnderWay,
    call: Name,
    input: WorkerCalls[Name][0],
    into?: RowSink,
  ): Promise<{ value: WorkerCalls[Name][1]; durationMs: number }> {
    try {
      return await this.#queue.take(run.signal, () => this.#call(run, call, input, into))
    } catch (error) {
      throw run.errorFor(error)
    }
  }

  /** Within a turn. */
  async #call<Name extends CallName>(
    run: RunUnderWay,
    call: Name,
    input: WorkerCalls[Name][0],
    into?: RowSink,
  ): Promise<{ value: WorkerCalls[Name][1]; durationMs: number }> {
    const worker = await this.#running()
    const begun = performance.now()
    run.startClock()
    try {
      const value = await worker.call(call, input, run.signal, into)
      return { value, durationMs: performance.now() - begun }
    } finally {
      run.stopClock()
    }
  }

  async #running(): Promise<WorkerThread> {
    if (this.#closed) throw new EngineError('closed', databaseText.closed)
    if (this.#worker && (await this.#worker.isReady())) return this.#worker
    this.#opening = true
    try {
      await this.#options.beforeOpen(this)
      const { projectDirectory, templatesDirectory, prepared } = this.#options
      this.#worker = await WorkerThread.start({
        directory: join(projectDirectory, 'pglite'),
        templatesDirectory,
        prepared,
      })
      return this.#worker
    } finally {
      this.#opening = false
    }
  }

  async #closeWorker(): Promise<void> {
    await this.#worker?.close()
    this.#worker = undefined
  }

  /** An internal step: without a timeout, with a generated id. */
  #internal(): RunOptions {
    return { runId: randomUUID(), timeoutMs: 0 }
  }

  async #spoolFile(): Promise<string> {
    const directory = join(this.#options.projectDirectory, 'spool')
    await mkdir(directory, { recursive: true, mode: 0o700 })
    return join(directory, randomUUID())
  }
}

function cutOff(): EngineError {
  return new EngineError('lost', engineText.rowsCutOff)
}
