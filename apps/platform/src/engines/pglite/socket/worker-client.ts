/** The worker's side of a client that is connected through the socket. */
import { DatabaseError } from '../../engine.js'
import { errorReport } from '../../session/error-report.js'
import { simpleQuery } from '../../wire/frontend.js'
import { ResultCollector } from '../../wire/result-collector.js'
import type { EmbeddedPostgres } from '../embedded-postgres.js'
import type { ClientStatus } from './backend-messages.js'
import type { WorkerLink } from './client-link.js'
import { beginState, readState, restoreState } from './client-state.js'
import type { ParkedState } from './parked-state.js'
import { SentState } from './sent-state.js'
import { serialize } from 'pg-protocol'
import type { Cell } from '@basedeck/platform-client/contract'

/** How far PostgreSQL came with what the client sent. */
export interface Served {
  status: ClientStatus
  /** Bytes that were taken since the client's session began or was resumed. */
  taken: number
}

export class WorkerClient {
  readonly #postgres: EmbeddedPostgres
  readonly #link: WorkerLink
  #sent = new SentState()
  #status: ClientStatus = 'I'

  constructor(postgres: EmbeddedPostgres, link: WorkerLink) {
    this.#postgres = postgres
    this.#link = link
  }

  /** Begins a client's session with the settings that it asks for; gives what it is told. @throws DatabaseError */
  begin(settings: [name: string, value: string][]): Promise<[name: string, value: string][]> {
    this.#link.clear()
    this.#sent = new SentState()
    this.#status = 'I'
    return beginState(this.#ask, settings)
  }

  /** Gives the client's messages to PostgreSQL until it is ready for a query. @throws EngineError */
  async serve(): Promise<Served> {
    this.#status = await this.#postgres.serve(this.#link, (messages) => this.#sent.add(messages))
    return { status: this.#status, taken: this.#link.taken }
  }

  /** Undefined: the session can't be left to others. @throws DatabaseError */
  async park(): Promise<ParkedState | undefined> {
    if (this.#status !== 'I') return undefined
    const { unnamed, dotted } = this.#sent
    const state = await readState(this.#ask, dotted)
    return state && { ...state, ...(unnamed && { unnamed: new Uint8Array(unnamed) }), dotted: [...dotted] }
  }

  async resume(state: ParkedState): Promise<void> {
    this.#link.clear()
    this.#status = 'I'
    this.#sent = new SentState()
    this.#sent.unnamed = state.unnamed
    for (const name of state.dotted) this.#sent.dotted.add(name)
    await restoreState(this.#ask, (message) => this.#send(message), state)
  }

  /** Ends the client's transaction. */
  async leave(): Promise<void> {
    this.#link.clear()
    if (this.#status !== 'I') await this.#ask('rollback')
    this.#status = 'I'
  }

  readonly #ask = async (sql: string): Promise<Cell[][]> => {
    const collector = new ResultCollector()
    await this.#postgres.exchange(simpleQuery(sql), collector)
    const error = collector.takeError()
    if (error) throw new DatabaseError(errorReport(error))
    return collector.results.at(-1)?.rows ?? []
  }

  async #send(message: Uint8Array): Promise<void> {
    await this.#postgres.exchange([Buffer.from(message), serialize.sync()], new ResultCollector())
  }
}
