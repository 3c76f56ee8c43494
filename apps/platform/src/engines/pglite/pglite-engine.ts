/** PostgreSQL in WebAssembly, without a process: runs everywhere. At most a few databases are open at a time. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { mkdir } from 'node:fs/promises'
import { bootstrapProject, setOwnerPassword } from '../../project-database/bootstrap.js'
import { statesOf } from '../database-state.js'
import {
  EngineError,
  type DatabaseState,
  type Engine,
  type OpenOptions,
  type OwnerLogin,
  type Scratch,
} from '../engine.js'
import { keepEngineRecord, otherMajor, readEngineRecordIn } from '../engine-record.js'
import type { FileSink } from '../file-sink.js'
import { sendProjectAtRest } from '../files-at-rest.js'
import { leftScratches, scratchId } from '../scratch.js'
import { secretNamed, type Secrets } from '../secrets.js'
import { signInAs } from '../server/owner-login.js'
import { projectDirectory, removeProjectDirectory } from '../project-directory.js'
import { Shutdowns } from '../shutdowns.js'
import { templatesDirectory } from '../templates/database-templates.js'
import { flushDirectory } from '../templates/flush-directory.js'
import { PgliteDatabase } from './pglite-database.js'
import { engineText } from '../../text/engines.js'

export interface PgliteEngineOptions {
  dataDir: string
  /** An unused database is closed after this time; default 5 minutes. */
  idleMs?: number
  /** Databases open at a time; default 8. */
  maxOpen?: number
  /** Stores the passwords of owners, for programs that connect through the socket; absent: none can. */
  secrets?: Secrets | undefined
}

/** The major version of PostgreSQL that this PGlite is. */
export const PGLITE_MAJOR = 18

export const PGLITE_DESCRIPTION = engineText.pglite(PGLITE_MAJOR)

export class PgliteEngine implements Engine {
  readonly kind = 'pglite'
  readonly description = PGLITE_DESCRIPTION
  readonly #options: PgliteEngineOptions & { idleMs: number; maxOpen: number }
  readonly #databases = new Map<string, Promise<PgliteDatabase>>()
  readonly #known = new Set<PgliteDatabase>()
  readonly #shutdowns = new Shutdowns()
  #closed = false

  constructor(options: PgliteEngineOptions) {
    this.#options = { idleMs: 5 * 60_000, maxOpen: 8, ...options }
  }

  async open(id: DatabaseId, options?: OpenOptions): Promise<PgliteDatabase> {
    if (this.#closed) throw new EngineError('closed', engineText.closed)
    const known = this.#databases.get(id)
    if (known) return known
    const opening = this.#open(id, options)
    this.#databases.set(id, opening)
    opening.catch(() => {
      if (this.#databases.get(id) === opening) this.#databases.delete(id)
    })
    return opening
  }

  stop(id: DatabaseId): Promise<void> {
    return this.#end(id)
  }

  remove(id: DatabaseId): Promise<void> {
    const { dataDir, secrets } = this.#options
    return this.#end(id, async () => {
      await removeProjectDirectory(dataDir, id)
      await secrets?.remove(ownerPasswordOf(id))
    })
  }

  /** Sends the project's files between two requests; later requests wait. */
  async backUp(id: DatabaseId, sink: FileSink): Promise<void> {
    const send = () => sendProjectAtRest(this.#options.dataDir, id, sink)
    for (;;) {
      const opening = this.#databases.get(id)
      if (!opening) return this.#shutdowns.begin(id, send)
      const database = await opening.catch(() => undefined)
      if (database) return database.atRest(send)
    }
  }

  /** As `EngineFiles.replace`. @throws EngineError */
  async replace(id: DatabaseId, draft: string, swap: () => Promise<void>): Promise<void> {
    const record = await readEngineRecordIn(draft)
    if (record?.postgresMajor !== PGLITE_MAJOR) throw otherMajor(id, record?.postgresMajor ?? 0, PGLITE_MAJOR)
    await flushDirectory(draft)
    return this.#end(id, swap)
  }

  states(): Promise<DatabaseState[]> {
    return statesOf(this.#databases.values(), (database) => !database.isOpen)
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.allSettled(this.#databases.values())
    await Promise.all([...this.#known].map((database) => database.close()))
    await this.#shutdowns.all()
  }

  #end(id: DatabaseId, after?: () => Promise<void>): Promise<void> {
    const opening = this.#databases.get(id)
    this.#databases.delete(id)
    return this.#shutdowns.begin(id, async () => {
      const database = await opening?.catch(() => undefined)
      if (database) {
        await database.close()
        this.#known.delete(database)
      }
      await after?.()
    })
  }

  async #open(id: DatabaseId, options?: OpenOptions): Promise<PgliteDatabase> {
    await this.#shutdowns.of(id)
    const directory = projectDirectory(this.#options.dataDir, id)
    await mkdir(directory, { recursive: true })
    await keepEngineRecord(this.#options.dataDir, id, { engine: 'pglite', postgresMajor: PGLITE_MAJOR })
    const database: PgliteDatabase = new PgliteDatabase({
      id,
      projectDirectory: directory,
      templatesDirectory: templatesDirectory(this.#options.dataDir),
      prepared: 'project',
      idleMs: this.#options.idleMs,
      ownerLogin: this.#ownerLogin(id, () => database),
      scratch: () => this.#scratch(),
      beforeOpen: (opening) => this.#makeRoomFor(opening),
    })
    this.#known.add(database)
    try {
      await bootstrapProject(database)
      if (options?.ownerPassword !== undefined) await this.#setPassword(database, options.ownerPassword)
      await database.open()
      return database
    } catch (error) {
      this.#known.delete(database)
      await database.close()
      throw error
    }
  }

  /** The password that programs sign in with through the socket; undefined: none can. */
  async passwordOf(id: DatabaseId): Promise<string | undefined> {
    const { secrets } = this.#options
    return secrets && secretNamed(secrets, ownerPasswordOf(id))
  }

  #ownerLogin(id: DatabaseId, owned: () => PgliteDatabase): OwnerLogin | undefined {
    if (!this.#options.secrets) return undefined
    return {
      tryAt: async (target) => signInAs(target, (await this.passwordOf(id)) ?? ''),
      setPassword: (password) => this.#setPassword(owned(), password),
    }
  }

  async #setPassword(database: PgliteDatabase, password: string): Promise<void> {
    await setOwnerPassword(database, password)
    await this.#options.secrets?.set(ownerPasswordOf(database.id), password)
  }

  async #scratch(): Promise<Scratch> {
    const { dataDir } = this.#options
    for (const left of await leftScratches(dataDir, (one) => this.#databases.has(one)))
      await this.remove(left)
    const id = scratchId()
    const drop = () => this.remove(id)
    try {
      return { database: await this.open(id), sharesServer: false, drop }
    } catch (error) {
      await drop().catch(() => {})
      throw error
    }
  }

  /** Closes the least recently used database when the maximum is open. */
  async #makeRoomFor(opening: PgliteDatabase): Promise<void> {
    const open = [...this.#known].filter((database) => database !== opening && database.isOpen)
    if (open.length < this.#options.maxOpen) return
    const [oldest] = open.filter(({ idle }) => !idle.isInUse).sort((a, b) => a.idle.lastUse - b.idle.lastUse)
    if (!oldest) {
      throw new EngineError('busy', engineText.tooManyOpen(open.length))
    }
    await oldest.pause()
  }
}

const ownerPasswordOf = (id: DatabaseId) => `${id}.owner-password`
