/** Any PostgreSQL by URL. It belongs to its user, so only runs change it. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { prepareSql } from '../../project-database/prepare-sql.js'
import { statesOf } from '../database-state.js'
import { EngineError, type Database, type Engine, type DatabaseState } from '../engine.js'
import { parseDatabaseUrl, type DatabaseUrl } from './database-url.js'
import type { Login } from './login.js'
import { loginAt } from './login-at.js'
import { findPlainLogin, mayCreateDatabases, mayCreateRoles, mayHarmServer } from './plain-login.js'
import { signIn } from './owner-login.js'
import { prepareServer } from './prepare-server.js'
import { reachServer } from './reach-server.js'
import { findReaderLogin } from './reader-login.js'
import { findServiceLogin } from './service-login.js'
import { mayDecodeChanges } from './changes-login.js'
import { connectionShares } from './connection-shares.js'
import { scratchOnServer } from './scratch-on-server.js'
import { ServerDatabase } from './server-database.js'
import { databaseText } from '../../text/databases.js'
import { engineText } from '../../text/engines.js'

export interface PostgresEngineOptions {
  /** A string is the URL that the program was started with; a project's URL comes from `parseProjectUrl`. */
  databaseUrl: string | DatabaseUrl
  /** Makes our roles and schemas there; default false. */
  prepare?: boolean
  /** The login of read-only members, if Prepare has created it; without it their runs are refused. */
  reader?: Login | undefined
  /** The login that the services of the project use, as soon as it is there. */
  service?: Login | undefined
  /** The owner for members' SQL, if Prepare has created it and the URL's user could harm the server. */
  plainOwner?: Login | undefined
  /** Lets members' SQL run as a user who could harm the server, without restrictions; default false. */
  allowSuperuser?: boolean
}

export class PostgresEngine implements Engine {
  readonly kind = 'postgres'
  readonly description: string
  readonly #url: DatabaseUrl
  readonly #prepare: boolean
  readonly #options: PostgresEngineOptions
  readonly #databases = new Map<string, Promise<ServerDatabase>>()
  #closed = false

  /** @throws EngineError `unreachable` when the text is no PostgreSQL URL */
  constructor(options: PostgresEngineOptions) {
    const { databaseUrl, prepare = false } = options
    this.#options = options
    this.#url = typeof databaseUrl === 'string' ? parseDatabaseUrl(databaseUrl) : databaseUrl
    this.#prepare = prepare
    this.description = databaseText.server(this.#url.host, this.#url.port)
  }

  async open(id: DatabaseId): Promise<Database> {
    if (this.#closed) throw new EngineError('closed', engineText.closed)
    const known = this.#databases.get(id)
    if (known) return known
    const opening = this.#open(id)
    this.#databases.set(id, opening)
    opening.catch(() => {
      if (this.#databases.get(id) === opening) this.#databases.delete(id)
    })
    return opening
  }

  async stop(id: DatabaseId): Promise<void> {
    const opening = this.#databases.get(id)
    this.#databases.delete(id)
    const database = await opening?.catch(() => undefined)
    await database?.close()
  }

  /** The database belongs to its user: it is forgotten, not deleted. */
  remove(id: DatabaseId): Promise<void> {
    return this.stop(id)
  }

  states(): Promise<DatabaseState[]> {
    return statesOf(this.#databases.values())
  }

  async close(): Promise<void> {
    this.#closed = true
    const all = [...this.#databases.values()]
    await Promise.allSettled(all.map(async (opening) => (await opening).close()))
  }

  async #open(id: DatabaseId): Promise<ServerDatabase> {
    const { allowSuperuser = false } = this.#options
    const { config, versionNumber, connections } = await reachServer(this.#url)
    const isHarmful = await mayHarmServer(config)
    const [reader, service, plainOwner] = await Promise.all(
      [this.#options.reader, this.#options.service, this.#options.plainOwner].map(
        (login) => login && loginAt(config, login),
      ),
    )
    const owner = isHarmful ? plainOwner : undefined
    if (this.#prepare) {
      // Whoever may not make roles can use those that are there; read-only members then wait for their login.
      const logins = (await mayCreateRoles(config)) ? { reader, service, owner } : {}
      await prepareServer(config, this.#url, prepareSql(logins))
    }
    const plain = owner && (await findPlainLogin(config, owner))
    return new ServerDatabase({
      id,
      versionNumber,
      scratch: () => scratchOnServer(config, { id, versionNumber, plain, owner }),
      shares: connectionShares(connections),
      // Its password is part of the URL.
      ownerLogin: { tryAt: () => signIn(config) },
      users: { owner: plain ?? config, admin: config },
      runsAsSuperuser: isHarmful && plain === undefined,
      hasSuperuserUrl: isHarmful,
      mayCreateDatabases: await mayCreateDatabases(config),
      asksBeforeAll: isHarmful && plain === undefined && !allowSuperuser,
      ...(reader && { findReader: () => findReaderLogin(config, reader) }),
      ...(service && { findService: () => findServiceLogin(config, service) }),
      findChanges: async () => ((await mayDecodeChanges(config)) ? { config, keepsSlot: false } : undefined),
    })
  }
}
