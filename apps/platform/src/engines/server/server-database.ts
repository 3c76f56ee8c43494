/** A database of a PostgreSQL server. Runs are concurrent, each on its own connection. */
import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { DatabaseId, RunningQuery } from '@basedeck/platform-client/contract'
import {
  EngineError,
  type Actor,
  type BatchOutcome,
  type BatchRequest,
  type Database,
  type DatabaseAddress,
  type ImportRequest,
  type OwnerLogin,
  type RowPiece,
  type RunOutcome,
  type RunProgress,
  type RunRequest,
  type Scratch,
  type StreamRequest,
} from '../engine.js'
import { IdleTimer } from '../idle-timer.js'
import { runWithReaderGrants } from '../reader-grants.js'
import { Runs, type RunOptions } from '../runs.js'
import {
  CANCEL_RUNNING_SQL,
  END_RUNNING_SQL,
  OBEYS_WITHIN_MS,
  processIn,
  runningQueriesIn,
  RUNNING_SQL,
  RUNNING_TIMEOUT_MS,
} from '../session/running-queries.js'
import { Session } from '../session/session.js'
import { TypeNames } from '../session/type-names.js'
import { ConnectionPool } from './connection-pool.js'
import { connectionShares, USUAL_CONNECTIONS, type ConnectionShares } from './connection-shares.js'
import { ServerConnection } from './connection.js'
import { copyInto } from './copy-in.js'
import { importThrough } from './import-rows.js'
import { takeLease, type Lease } from './lease.js'
import { rowPieces } from './row-pieces.js'
import { signInOf, type ChangesSignIn, type SignIn } from './sign-in.js'
import { databaseText } from '../../text/databases.js'
import { engineText } from '../../text/engines.js'

export interface ServerDatabaseOptions {
  id: DatabaseId
  versionNumber: number
  /** As `Database.address`. */
  address?: DatabaseAddress
  /** As `Database.ownerLogin`. */
  ownerLogin?: OwnerLogin
  /** How each actor signs in; one user may be both owner and admin. */
  users: Record<'owner' | 'admin', pg.ClientConfig>
  /** How read-only members sign in; called until it returns a login. Undefined: their runs are refused. */
  findReader?(): Promise<pg.ClientConfig | undefined>
  /** The same of the project's services. */
  findService?(): Promise<pg.ClientConfig | undefined>
  /** The same of the login that decodes changes. */
  findChanges?(): Promise<ChangesLogin | undefined>
  /** As of `Database`; default false, the last one true. */
  runsAsSuperuser?: boolean
  hasSuperuserUrl?: boolean
  mayCreateDatabases?: boolean
  /** READ ONLY runs, which the user did not confirm, may only contain queries; default false. */
  asksBeforeAll?: boolean
  /** Explains why a session could not begin. */
  explain?(error: unknown): Promise<unknown>
  /** Whether the admin may grant rights to the reader; default false. */
  grantsToReader?: boolean
  /** How many connections each part may open at a time; default: those of a server with 100. */
  shares?: ConnectionShares
  /** As of `Database`. Absent: none can be made beside it. */
  scratch?(): Promise<Scratch>
  /** Called when the database was unused for `idleMs`; default never. */
  idleMs?: number
  onIdle?(): void
  /** Called at the end of `close`. */
  onClose?(): Promise<void>
}

/** As `ChangesSignIn`. */
export interface ChangesLogin {
  config: pg.ClientConfig
  keepsSlot: boolean
}

export class ServerDatabase implements Database {
  readonly id: DatabaseId
  readonly versionNumber: number
  readonly address?: DatabaseAddress
  readonly ownerLogin?: OwnerLogin
  readonly runsAsSuperuser: boolean
  readonly hasSuperuserUrl: boolean
  readonly mayCreateDatabases: boolean
  readonly #asksBeforeAll: boolean
  readonly idle: IdleTimer
  readonly #runs = new Runs()
  readonly #types = new TypeNames()
  readonly #pools: Partial<Record<Actor, ConnectionPool>>
  readonly #owner: pg.ClientConfig
  readonly #admin: pg.ClientConfig
  readonly #openPool: (config: pg.ClientConfig, actor: Actor) => ConnectionPool
  readonly #shares: ConnectionShares
  /** How those sign in for whom a login has to be found first. */
  readonly #find: Readonly<Record<FoundActor, (() => Promise<pg.ClientConfig | undefined>) | undefined>>
  readonly #findChanges: (() => Promise<ChangesLogin | undefined>) | undefined
  readonly #grantsToReader: boolean
  readonly #scratch: (() => Promise<Scratch>) | undefined
  readonly #onClose: (() => Promise<void>) | undefined
  #closing: Promise<void> | undefined

  constructor(options: ServerDatabaseOptions) {
    this.id = options.id
    this.versionNumber = options.versionNumber
    if (options.address) this.address = options.address
    if (options.ownerLogin) this.ownerLogin = options.ownerLogin
    this.runsAsSuperuser = options.runsAsSuperuser ?? false
    this.hasSuperuserUrl = options.hasSuperuserUrl ?? false
    this.mayCreateDatabases = options.mayCreateDatabases ?? true
    this.#asksBeforeAll = options.asksBeforeAll ?? false
    this.idle = new IdleTimer(options.idleMs ?? MAX_DELAY_MS, () => options.onIdle?.())
    this.#scratch = options.scratch?.bind(options)
    this.#onClose = options.onClose
    this.#grantsToReader = options.grantsToReader ?? false
    this.#find = {
      reader: options.findReader?.bind(options),
      service: options.findService?.bind(options),
    }
    this.#findChanges = options.findChanges?.bind(options)
    const { owner, admin } = options.users
    this.#owner = owner
    this.#admin = admin
    this.#shares = options.shares ?? connectionShares(USUAL_CONNECTIONS)
    this.#openPool = (config, actor): ConnectionPool =>
      new ConnectionPool({
        connect: () =>
          ServerConnection.open(config).catch(async (error: unknown) => {
            throw (await options.explain?.(error)) ?? error
          }),
        max: this.#shares[actor],
      })
    const ownerPool = this.#openPool(owner, 'owner')
    this.#pools = {
      owner: ownerPool,
      admin: admin === owner ? ownerPool : this.#openPool(admin, 'admin'),
    }
  }

  run(request: RunRequest): Promise<RunOutcome> {
    const run = (one: RunRequest): Promise<RunOutcome> => this.#run(one)
    return this.#grantsToReader ? runWithReaderGrants(request, run) : run(request)
  }

  async #run(request: RunRequest): Promise<RunOutcome> {
    const guarded = { ...request, ...(this.#asksBeforeAll && { onlyQueries: 'superuser' as const }) }
    return this.#perform(request, request.as, ({ session, run }) => session.run(guarded, run.signal))
  }

  async batch(request: BatchRequest): Promise<BatchOutcome> {
    const outcome = await this.#perform(request, request.as, ({ session, run }) =>
      session.batch(request, run.signal),
    )
    return 'results' in outcome ? { type: 'committed', ...outcome } : { type: 'mismatch', ...outcome }
  }

  async cancel(runId: string): Promise<boolean> {
    return this.#runs.cancel(runId)
  }

  async running(): Promise<RunningQuery[]> {
    const { results } = await this.run({
      runId: randomUUID(),
      query: RUNNING_SQL,
      readOnly: true,
      timeoutMs: RUNNING_TIMEOUT_MS,
    })
    return runningQueriesIn(results[0]?.rows ?? [])
  }

  async cancelRunning(id: string): Promise<boolean> {
    const process = processIn(id)
    if (process === undefined) return false
    const { results } = await this.run({
      runId: randomUUID(),
      query: CANCEL_RUNNING_SQL,
      parameters: [process],
      timeoutMs: RUNNING_TIMEOUT_MS,
    })
    const [cancelled, begunAt = null] = results[0]?.rows[0] ?? []
    if (cancelled !== 'true') return false
    setTimeout(() => void this.#endRunning(process, begunAt), OBEYS_WITHIN_MS).unref()
    return true
  }

  /** A statement may catch its cancel, but not the termination of its session. */
  async #endRunning(process: string, begunAt: string | null): Promise<void> {
    const request = { runId: randomUUID(), query: END_RUNNING_SQL, parameters: [process, begunAt] }
    if (!this.#closing) await this.run({ ...request, timeoutMs: RUNNING_TIMEOUT_MS }).catch(() => {})
  }

  progress(runId: string): RunProgress | undefined {
    return this.#runs.progress(runId)
  }

  async *stream(request: StreamRequest): AsyncGenerator<RowPiece> {
    const lease = await this.#lease(request, request.as)
    yield* rowPieces(lease, { ...request, ...(this.#asksBeforeAll && { onlyQueries: 'superuser' as const }) })
  }

  async copyIn(sql: string): Promise<{ sink: Writable; rows: Promise<number> }> {
    return copyInto(await this.#lease({ runId: randomUUID(), timeoutMs: 0 }), sql)
  }

  async importRows<Value>(request: ImportRequest<Value>): Promise<Value> {
    const { runId, query, signal } = request
    const lease = await this.#lease({ runId, query, signal, timeoutMs: 0 })
    lease.run.startClock()
    try {
      return await importThrough(lease, request)
    } finally {
      lease.end()
    }
  }

  async serviceSignIn(): Promise<SignIn | undefined> {
    const config = await this.#find.service?.()
    return config && signInOf(config, this.#shares.applications)
  }

  async ownerSignIn(): Promise<SignIn | undefined> {
    return this.runsAsSuperuser ? undefined : signInOf(this.#owner, this.#shares.functions)
  }

  async changesSignIn(): Promise<ChangesSignIn | undefined> {
    const found = await this.#findChanges?.()
    return found && { signIn: signInOf(found.config, 1), keepsSlot: found.keepsSlot }
  }

  async scratch(): Promise<Scratch> {
    if (!this.#scratch) throw new EngineError('unsupported', engineText.noScratch)
    return this.#scratch()
  }

  use(): () => void {
    return this.idle.use()
  }

  busyMs(): number {
    return this.#runs.busyMs()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** The server has stopped: current runs fail, and no new ones start. */
  abandon(): void {
    this.#closing ??= Promise.resolve()
    this.#end(new EngineError('lost', databaseText.ended))
  }

  async #close(): Promise<void> {
    this.#runs.stopAll()
    this.#end(new EngineError('closed', databaseText.closed))
    await this.#onClose?.()
  }

  #end(reason: EngineError): void {
    this.idle.stop()
    for (const pool of Object.values(this.#pools)) pool.close(reason)
  }

  async #lease(options: RunOptions, actor: Actor = 'owner'): Promise<Lease> {
    if (this.#closing) throw new EngineError('closed', databaseText.closed)
    const pool = this.#pools[actor] ?? (await this.#foundPool(actor as FoundActor))
    return takeLease(options, {
      runs: this.#runs,
      pool,
      types: this.#types,
      idle: this.idle,
      terminate: (processId) => this.#terminate(processId, actor),
    })
  }

  /** By the admin; by the login itself if the admin is an ordinary user, who may only end its own sessions. */
  async #terminate(processId: number, actor: Actor): Promise<void> {
    const isFound = (actor === 'reader' || actor === 'service') && !this.#grantsToReader
    const config = (isFound && (await this.#find[actor]?.())) || this.#admin
    const connection = await ServerConnection.open(config)
    try {
      await new Session(connection, this.#types).ask(`select pg_catalog.pg_terminate_backend(${processId})`)
    } finally {
      connection.close()
    }
  }

  async #foundPool(actor: FoundActor): Promise<ConnectionPool> {
    const config = await this.#find[actor]?.()
    if (!config) throw noLogin(actor)
    if (this.#closing) throw new EngineError('closed', databaseText.closed)
    return (this.#pools[actor] ??= this.#openPool(config, actor))
  }

  async #perform<T extends object>(
    options: RunOptions,
    actor: Actor | undefined,
    work: (lease: Lease) => Promise<T>,
  ): Promise<T & { durationMs: number }> {
    const lease = await this.#lease(options, actor)
    const begun = performance.now()
    lease.run.startClock()
    try {
      return { ...(await work(lease)), durationMs: performance.now() - begun }
    } finally {
      lease.end()
    }
  }
}

/** Their logins are found when they are first used. */
type FoundActor = 'reader' | 'service'

function noLogin(actor: FoundActor): EngineError {
  return actor === 'reader'
    ? new EngineError('no-reader', databaseText.noReader)
    : new EngineError('no-service', databaseText.noService)
}

/** The longest time a timer can wait: 24 days. */
const MAX_DELAY_MS = 2 ** 31 - 1
