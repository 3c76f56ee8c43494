/** The worker's side of a PGlite database: its session, and the calls that the main thread may make. */
import type { Actor, RowSink } from '../engine.js'
import { discardButCursors } from '../session/reset-sql.js'
import { endPipeline, runPipeline } from '../session/pipeline.js'
import { ADMIN_SETTINGS_SQL } from '../session/protected-settings.js'
import { Session } from '../session/session.js'
import { TypeNames } from '../session/type-names.js'
import { createTemplates } from '../templates/database-templates.js'
import { EmbeddedPostgres } from './embedded-postgres.js'
import { openFileMessage } from './file-message.js'
import { preparedFile } from './prepared-database.js'
import { SessionUser } from './session-user.js'
import { WorkerLink } from './socket/client-link.js'
import { WorkerClient } from './socket/worker-client.js'
import {
  CURSOR_PREFIX,
  type CallMessage,
  type CallName,
  type Teller,
  type WorkerCalls,
  type WorkerSettings,
} from './worker-protocol.js'

/** A running statement can't be interrupted here; the main thread ends the worker instead. */
const NEVER_STOPPED = new AbortController().signal

/** The calls after which an open transaction goes on. */
const STAYS_OPEN: ReadonlySet<CallName> = new Set([
  'openCursor',
  'fetch',
  'importAsk',
  'importImpersonate',
  'copyIn',
])

/** The calls after which the session is a client's. */
const OF_CLIENT: ReadonlySet<CallName> = new Set(['beginClient', 'serveClient', 'resumeClient'])

type Handlers = {
  [Name in CallName]: (input: WorkerCalls[Name][0]) => Promise<WorkerCalls[Name][1]>
}

export class WorkerSession {
  readonly #postgres: EmbeddedPostgres
  readonly #session: Session
  readonly #user: SessionUser
  readonly #into: RowSink
  readonly #client: WorkerClient
  /** The next call goes on in the session as it is. */
  #goesOn = false

  static async open(
    { directory, templatesDirectory, prepared, link }: WorkerSettings,
    teller: Teller,
  ): Promise<WorkerSession> {
    const templates = createTemplates(templatesDirectory)
    const postgres = await EmbeddedPostgres.openDirectory(directory, templates, preparedFile(prepared))
    return new WorkerSession(postgres, teller, new WorkerLink(link))
  }

  private constructor(postgres: EmbeddedPostgres, teller: Teller, link: WorkerLink) {
    this.#postgres = postgres
    this.#into = sinkOf(teller)
    this.#session = new Session(postgres, new TypeNames(), discardButCursors(CURSOR_PREFIX))
    this.#user = new SessionUser(postgres, this.#session)
    this.#client = new WorkerClient(postgres, link)
  }

  /** @throws DatabaseError, EngineError */
  async perform({ call, input }: CallMessage): Promise<unknown> {
    const actor = actorOf(input as { as?: Actor })
    await this.#user.become(actor)
    // The owner may have changed the database's default settings, so they are reset first.
    if (actor === 'admin') await this.#session.ask(ADMIN_SETTINGS_SQL)
    this.#goesOn = false
    const value = await (this.#handlers[call] as (input: unknown) => Promise<unknown>)(input)
    this.#goesOn =
      OF_CLIENT.has(call) ||
      (call === 'parkClient' && value === undefined) ||
      (call === 'serve' && (input as { staysOpen?: boolean }).staysOpen === true) ||
      (STAYS_OPEN.has(call) && this.#session.isInTransaction)
    return value
  }

  /** Not while a stream is between two slices, or the session is a client's. @throws DatabaseError, EngineError when the session can't be used any more */
  async reset(): Promise<void> {
    if (!this.#goesOn) await this.#session.reset()
  }

  async close(): Promise<void> {
    await this.#postgres.close()
  }

  readonly #handlers: Handlers = {
    run: ({ streams, ...request }) =>
      this.#session.run({ ...request, ...(streams && { into: this.#into }) }, NEVER_STOPPED),
    batch: (request) => this.#session.batch(request, NEVER_STOPPED),
    serve: (request) => this.#serve(request),
    endServe: ({ isKept }) => endPipeline(this.#postgres, isKept),
    openCursor: ({ cursor, ...request }) => this.#session.openCursor(cursor, request),
    fetch: async ({ cursor, rows: atMost }) => {
      const { bytes, rows } = await this.#session.fetch(cursor, atMost)
      // A message copies all that a view looks at a part of.
      return { bytes: new Uint8Array(bytes), rows }
    },
    keepCursor: () => this.#session.keepCursor(),
    closeCursor: async ({ cursor }) => {
      await this.#session.ask(`close ${cursor}`)
    },
    copyIn: ({ file }) => this.#copyIn(file),
    importAsk: ({ sql }) => this.#session.ask(sql),
    importImpersonate: ({ role }) => this.#session.impersonate(role),
    version: async () => Number((await this.#session.ask('show server_version_num'))[0]?.[0]),
    beginClient: ({ settings }) => this.#client.begin(settings),
    serveClient: () => this.#client.serve(),
    parkClient: () => this.#client.park(),
    resumeClient: ({ state }) => this.#client.resume(state),
    leaveClient: () => this.#client.leave(),
  }

  async #serve(request: WorkerCalls['serve'][0]): Promise<WorkerCalls['serve'][1]> {
    let isOpen = false
    try {
      const results = await runPipeline(this.#postgres, request)
      isOpen = request.staysOpen === true
      return results.map(({ rows, names }) => ({
        rows: rows.map((cells) => cells.map((cell) => cell && Uint8Array.from(cell))),
        names,
      }))
    } finally {
      // Its statements may have ended their transaction, and begun another one.
      if (!isOpen) await this.#session.ask('rollback')
    }
  }

  async #copyIn(path: string): Promise<number> {
    const message = openFileMessage(path)
    try {
      return await this.#session.copyIn((collector) =>
        this.#postgres.exchangeBytes(message as unknown as Uint8Array, collector),
      )
    } finally {
      message.close()
    }
  }
}

function sinkOf({ tell, whenRoom }: Teller): RowSink {
  return {
    fields: (fields) => tell({ of: 'fields', fields }),
    // The database's memory is used again.
    rows: (messages, count) => tell({ of: 'rows', messages: new Uint8Array(messages), count }),
    notice: (statement, notice) => tell({ of: 'notice', statement, notice }),
    complete: (statement) => tell({ of: 'complete', statement }),
    // Only the main thread runs a request again.
    again() {},
    whenRoom,
  }
}

function actorOf(input: { as?: Actor }): Actor {
  return input.as ?? 'owner'
}
