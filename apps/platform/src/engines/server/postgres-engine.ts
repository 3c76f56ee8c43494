/** Any PostgreSQL by URL. It is somebody's own: nothing in it is changed that a run doesn't ask for. */
import type pg from 'pg'
import { prepareSql } from '../../project-database/prepare-sql.js'
import { EngineError, type Database, type Engine } from '../engine.js'
import { serverCapabilities } from './capabilities.js'
import { parseDatabaseUrl, withoutTls, type DatabaseUrl } from './database-url.js'
import { ServerDatabase } from './server-database.js'
import { serverVersion } from './server-version.js'

export interface PostgresEngineOptions {
  databaseUrl: string
  /** Makes our roles and schemas there; default false. */
  prepare?: boolean
}

const oldestVersion = 140_000

export class PostgresEngine implements Engine {
  readonly kind = 'postgres'
  readonly capabilities = serverCapabilities
  readonly description: string
  readonly #url: DatabaseUrl
  readonly #prepare: boolean
  readonly #databases = new Map<string, Promise<ServerDatabase>>()
  #closed = false

  /** @throws EngineError `unreachable` when the text is no PostgreSQL URL */
  constructor({ databaseUrl, prepare = false }: PostgresEngineOptions) {
    this.#url = parseDatabaseUrl(databaseUrl)
    this.#prepare = prepare
    this.description = `PostgreSQL at ${this.#url.host}:${this.#url.port}`
  }

  async open(ref: string): Promise<Database> {
    if (this.#closed) throw new EngineError('closed', 'The engine is closed.')
    const known = this.#databases.get(ref)
    if (known) return known
    const opening = this.#open(ref)
    this.#databases.set(ref, opening)
    opening.catch(() => this.#databases.delete(ref))
    return opening
  }

  async close(): Promise<void> {
    this.#closed = true
    const all = [...this.#databases.values()]
    await Promise.allSettled(all.map(async (opening) => (await opening).close()))
  }

  async #open(ref: string): Promise<ServerDatabase> {
    const { config, versionNumber } = await this.#reach()
    if (versionNumber < oldestVersion) {
      const found = Math.floor(versionNumber / 10_000)
      throw new EngineError('version', `The ${this.description} is version ${found}; 14 or later is needed.`)
    }
    const database = new ServerDatabase({ ref, versionNumber, users: { owner: config, admin: config } })
    if (this.#prepare) await database.run({ runId: 'prepare', query: prepareSql(), timeoutMs: 0 })
    return database
  }

  async #reach(): Promise<{ config: pg.ClientConfig; versionNumber: number }> {
    const { config, plainWillDo } = this.#url
    try {
      return { config, versionNumber: await serverVersion(config) }
    } catch (error) {
      const noTls = error instanceof EngineError && error.message.includes('does not support SSL')
      if (!plainWillDo || !noTls) throw error
      const plain = withoutTls(config)
      return { config: plain, versionNumber: await serverVersion(plain) }
    }
  }
}
