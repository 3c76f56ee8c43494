/** PostgreSQL in WebAssembly, without a process: runs everywhere. At most a few databases are open at a time. */
import { mkdir } from 'node:fs/promises'
import { bootstrapProject } from '../../project-database/bootstrap.js'
import { EngineError, type Database, type Engine, type EngineCapabilities } from '../engine.js'
import { keepEngineRecord } from '../engine-record.js'
import { projectDirectory } from '../project-directory.js'
import { PgliteDatabase } from './pglite-database.js'

export interface PgliteEngineOptions {
  dataDir: string
  /** An unused database is closed after this time; default 5 minutes. */
  idleMs?: number
  /** Databases open at a time; default 8. */
  maxOpen?: number
}

/** The major version of PostgreSQL that this PGlite is. */
export const pgliteMajor = 18

export class PgliteEngine implements Engine {
  readonly kind = 'pglite'
  readonly capabilities: EngineCapabilities = {
    concurrentRuns: false,
    gentleCancel: false,
    replicas: false,
    branches: false,
    poolers: false,
  }
  readonly description = `PostgreSQL ${pgliteMajor} in WebAssembly (PGlite)`
  readonly #options: Required<PgliteEngineOptions>
  readonly #databases = new Map<string, Promise<PgliteDatabase>>()
  readonly #known = new Set<PgliteDatabase>()
  #closed = false

  constructor(options: PgliteEngineOptions) {
    this.#options = { idleMs: 5 * 60_000, maxOpen: 8, ...options }
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
    await Promise.allSettled(this.#databases.values())
    await Promise.all([...this.#known].map((database) => database.close()))
  }

  async #open(ref: string): Promise<PgliteDatabase> {
    const directory = projectDirectory(this.#options.dataDir, ref)
    await mkdir(directory, { recursive: true })
    await keepEngineRecord(this.#options.dataDir, ref, { engine: 'pglite', postgresMajor: pgliteMajor })
    const database = new PgliteDatabase({
      ref,
      projectDirectory: directory,
      idleMs: this.#options.idleMs,
      beforeWake: (waking) => this.#makeRoomFor(waking),
    })
    this.#known.add(database)
    try {
      await bootstrapProject(database)
      await database.wake()
      return database
    } catch (error) {
      this.#known.delete(database)
      await database.close()
      throw error
    }
  }

  /** Closes the least recently used database when as many are open as may be. */
  async #makeRoomFor(waking: PgliteDatabase): Promise<void> {
    const awake = [...this.#known].filter((database) => database !== waking && database.isAwake)
    if (awake.length < this.#options.maxOpen) return
    const [oldest] = awake.filter(({ idle }) => !idle.isInUse).sort((a, b) => a.idle.lastUse - b.idle.lastUse)
    if (!oldest) {
      throw new EngineError(
        'unavailable',
        `${awake.length} databases are at work, as many as may be open at a time.`,
      )
    }
    await oldest.sleep()
  }
}
