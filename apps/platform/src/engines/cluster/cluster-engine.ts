/** Real PostgreSQL from programs on this machine: one server per project, started on first use, stopped when idle. */
import { EngineError, type Database, type Engine } from '../engine.js'
import { checkEngine, otherMajor, readEngineRecord } from '../engine-record.js'
import type { Secrets } from '../secrets.js'
import { serverCapabilities } from '../server/capabilities.js'
import type { Binaries } from './binaries.js'
import { startCluster, type RunningCluster } from './cluster.js'

export interface ClusterEngineOptions {
  dataDir: string
  /** All that are usable, the preferred first; at least one. */
  binaries: Binaries[]
  secrets: Secrets
  /** An unused server is stopped after this time; default 10 minutes. */
  idleMs?: number
  /** False only in tests: a new cluster then doesn't wait for the disk. */
  sync?: boolean
}

const defaultIdleMs = 10 * 60_000

export class ClusterEngine implements Engine {
  readonly kind = 'cluster'
  readonly capabilities = serverCapabilities
  readonly description: string
  readonly #options: ClusterEngineOptions
  readonly #clusters = new Map<string, Promise<RunningCluster>>()
  readonly #stopping = new Map<string, Promise<void>>()
  #closed = false

  constructor(options: ClusterEngineOptions) {
    this.#options = options
    const [preferred] = options.binaries
    if (!preferred) throw new EngineError('unavailable', 'No PostgreSQL is installed on this machine.')
    this.description = `PostgreSQL ${preferred.version} from ${preferred.origin}`
  }

  async open(ref: string): Promise<Database> {
    if (this.#closed) throw new EngineError('closed', 'The engine is closed.')
    const { database } = await (this.#clusters.get(ref) ?? this.#start(ref))
    // Opening counts as use: it is not stopped just before the first run.
    database.idle.use()()
    return database
  }

  async close(): Promise<void> {
    this.#closed = true
    const all = [...this.#clusters.values()]
    await Promise.allSettled(all.map(async (starting) => (await starting).database.close()))
    await Promise.allSettled(this.#stopping.values())
  }

  #start(ref: string): Promise<RunningCluster> {
    const starting = this.#startAfterStop(ref)
    this.#clusters.set(ref, starting)
    const forget = (): void => {
      if (this.#clusters.get(ref) === starting) this.#clusters.delete(ref)
    }
    starting.then(({ server, database }) => {
      // A server that ended by itself is started again by the next `open`.
      server.onExit(() => {
        forget()
        database.abandon()
        this.#waitFor(ref, server.stop())
      })
    }, forget)
    return starting
  }

  async #startAfterStop(ref: string): Promise<RunningCluster> {
    await this.#stopping.get(ref)
    const { dataDir, secrets, idleMs = defaultIdleMs, sync = true } = this.#options
    const binaries = await this.#binariesFor(ref)
    return startCluster({ dataDir, ref, binaries, secrets, sync, idleMs, onIdle: () => this.#stop(ref) })
  }

  /** Those of the version that made the project's database. */
  async #binariesFor(ref: string): Promise<Binaries> {
    const { dataDir, binaries } = this.#options
    const record = await readEngineRecord(dataDir, ref)
    if (record) checkEngine(ref, record, this.kind)
    const found = record ? binaries.find(({ major }) => major === record.postgresMajor) : binaries[0]
    if (found) return found
    throw otherMajor(ref, record?.postgresMajor ?? 0, binaries[0]?.major ?? 0)
  }

  #stop(ref: string): void {
    const starting = this.#clusters.get(ref)
    if (!starting) return
    this.#clusters.delete(ref)
    this.#waitFor(
      ref,
      starting.then(({ database }) => database.close()),
    )
  }

  /** The next start of this project begins after `ending`. */
  #waitFor(ref: string, ending: Promise<void>): void {
    const stopping = ending
      .catch(() => {})
      .finally(() => {
        if (this.#stopping.get(ref) === stopping) this.#stopping.delete(ref)
      })
    this.#stopping.set(ref, stopping)
  }
}
