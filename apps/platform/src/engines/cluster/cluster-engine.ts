/** Real PostgreSQL from programs on this machine: one server per project, started on first use, stopped when idle. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { join } from 'node:path'
import { statesOf } from '../database-state.js'
import type { IdleTimer } from '../idle-timer.js'
import { primaryOf, replicasIn } from '../replica-id.js'
import { Shutdowns } from '../shutdowns.js'
import { hasForeignSessions } from './foreign-sessions.js'
import type { RestoreHow } from './wal-archive.js'
import { WakePort } from './wake-port.js'
import {
  EngineError,
  type Database,
  type DatabaseState,
  type Engine,
  type OpenOptions,
  type Scratch,
} from '../engine.js'
import { checkEngine, keepEngineRecord, otherMajor, readEngineRecordIn } from '../engine-record.js'
import type { FileSink } from '../file-sink.js'
import type { NetworkRules } from '../network-rules.js'
import { listenAddresses, ONLY_THIS_MACHINE, type ProgramAccess } from '../program-access.js'
import { sendProjectAtRest } from '../files-at-rest.js'
import { isThere } from '../is-there.js'
import { projectDirectory } from '../project-directory.js'
import { endSwaps } from '../swap-directory.js'
import { leftScratches, scratchId } from '../scratch.js'
import type { Secrets } from '../secrets.js'
import {
  createTemplates,
  templatesDirectory,
  type DatabaseTemplates,
} from '../templates/database-templates.js'
import { flushDirectory } from '../templates/flush-directory.js'
import { sendRunningCluster } from './base-backup.js'
import type { Binaries } from './binaries.js'
import {
  portOfCluster,
  prepareRestoredCluster,
  removeCluster,
  startCluster,
  type RunningCluster,
} from './cluster.js'
import { letIn } from './let-in.js'
import { makeReplica, type MakingReplica } from './replicas/make-replica.js'
import { beReady, requireSame, takePlace } from './replicas/promote.js'
import { isWholeReplica, needResync, wholeReplicasIn } from './replicas/replica-files.js'
import { startReplica } from './replicas/replica-server.js'
import { dropSlot, followings, type Following } from './replicas/replication-slots.js'
import { hasReplayed, writtenPosition } from './replicas/wal-position.js'
import type { ServerExit } from './server-exit.js'
import { stopOrphan } from './server-process.js'
import { replicaText } from '../../text/replicas.js'
import { engineText } from '../../text/engines.js'

export interface ClusterEngineOptions {
  dataDir: string
  /** All usable versions, the preferred first; at least one. */
  binaries: Binaries[]
  secrets: Secrets
  /** Default: those of the data directory. */
  templates?: DatabaseTemplates
  /** An unused server is stopped after this time; default 10 minutes. */
  idleMs?: number
  /** Default: only programs of this machine. */
  access?: ProgramAccess
  /** False only in tests: a new cluster then doesn't wait for the disk. */
  sync?: boolean
  /** Called when a program connects to a closed database; opens it. Absent: nothing listens there. */
  onKnock?(id: DatabaseId): Promise<unknown>
  /** Called when the server of a project stopped unexpectedly. */
  onServerExit?(id: DatabaseId, exit: ServerExit): void
}

const DEFAULT_IDLE_MS = 10 * 60_000

function isLatelyUsed({ isInUse, lastUse }: IdleTimer, idleMs: number): boolean {
  return isInUse || performance.now() - lastUse < idleMs
}

export class ClusterEngine implements Engine {
  readonly kind = 'cluster'
  readonly description: string
  readonly #options: ClusterEngineOptions
  readonly #clusters = new Map<string, Promise<RunningCluster>>()
  readonly #shutdowns = new Shutdowns()
  readonly #wakePorts = new Map<string, WakePort>()
  readonly #templates: DatabaseTemplates
  /** Those that run with the rules of their network. */
  readonly #judged = new WeakSet<RunningCluster>()
  /** One change after the other, so that the last one stays. */
  #lettingIn: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: ClusterEngineOptions) {
    this.#options = options
    this.#templates = options.templates ?? createTemplates(templatesDirectory(options.dataDir))
    const [preferred] = options.binaries
    if (!preferred) throw new EngineError('unavailable', engineText.noPostgres)
    this.description = engineText.installed(preferred.version, preferred.origin)
  }

  async open(id: DatabaseId, options?: OpenOptions): Promise<Database> {
    if (this.#closed) throw new EngineError('closed', engineText.closed)
    const running = await (this.#clusters.get(id) ?? this.#start(id, options))
    // One that began to start before its rules were known has them before it is used.
    if (options?.network && !this.#judged.has(running)) {
      await this.letIn(id, options.network).catch((error: unknown) => {
        if (!(error instanceof EngineError && error.code === 'unsupported')) throw error
      })
    }
    const { database } = running
    // Opening counts as use, so that the server is not stopped just before the first run.
    database.idle.use()()
    return database
  }

  stop(id: DatabaseId): Promise<void> {
    return this.#end(id)
  }

  /** Listens at the port of a closed database. Does nothing for one that runs. */
  watch(id: DatabaseId): Promise<void> {
    if (this.#clusters.has(id) || this.#closed) return Promise.resolve()
    return this.#shutdowns.begin(id, () => this.#watch(id))
  }

  async remove(id: DatabaseId): Promise<void> {
    const { dataDir, secrets } = this.#options
    for (const replica of await replicasIn(dataDir, id)) await this.remove(replica)
    return this.#end(id, () => removeCluster(dataDir, id, secrets))
  }

  /**
   * Judges new connections by the rules, also those to its replicas, and ends open ones that they refuse. One that is closed has
   * them from its next start on.
   * @throws EngineError, DatabaseError
   */
  letIn(id: DatabaseId, rules: () => Promise<NetworkRules>): Promise<void> {
    const done = this.#lettingIn.then(async () => {
      const running = await this.#clusters.get(id)?.catch(() => undefined)
      if (!running) return
      const current = await rules()
      await letIn(running, current)
      this.#judged.add(running)
      for (const replica of await this.#runningReplicas(id)) await letIn(replica, current)
    })
    this.#lettingIn = done.catch(() => {})
    return done
  }

  /** Makes or replaces the files of a replica, and starts it. @throws EngineError, DatabaseError, AbortError */
  async makeReplica(
    id: DatabaseId,
    making: Pick<MakingReplica, 'primary' | 'signal' | 'onStep' | 'onBytes'>,
  ): Promise<void> {
    const { dataDir, secrets } = this.#options
    const running = await this.#runningOf(making.primary)
    const { major } = await this.#binariesFor(making.primary)
    const record = { engine: this.kind, postgresMajor: major } as const
    const endUse = running.database.idle.use()
    try {
      await this.#end(id, () => makeReplica({ ...making, dataDir, id, running, record, secrets }))
      await this.open(id)
    } finally {
      endUse()
    }
  }

  /** Stops it, deletes its files and its slot. Idempotent. @throws EngineError, DatabaseError */
  async removeReplica(id: DatabaseId, primary: DatabaseId): Promise<void> {
    await this.remove(id)
    // The slot of one that is deleted while its primary is closed is dropped when that starts.
    const running = await this.#clusters.get(primary)?.catch(() => undefined)
    if (running) await dropSlot(running.admin, id)
  }

  /** How the replicas of a running primary follow it; none of one that is closed. @throws EngineError, DatabaseError */
  async followings(primary: DatabaseId): Promise<Map<DatabaseId, Following>> {
    const running = await this.#clusters.get(primary)?.catch(() => undefined)
    if (!running) return new Map()
    return followings(running.admin, await replicasIn(this.#options.dataDir, primary))
  }

  /** Whether a replica has replayed all that its primary has written until now. @throws EngineError, DatabaseError */
  async hasCaughtUp(id: DatabaseId, position: string): Promise<boolean> {
    const { admin } = await this.#runningOf(id)
    return hasReplayed(admin, position)
  }

  /** Where its primary's log ends now. @throws EngineError, DatabaseError */
  async positionOf(primary: DatabaseId): Promise<string> {
    return writtenPosition((await this.#runningOf(primary)).admin)
  }

  /**
   * Makes the replica the primary: its files take the place of the primary's, which go to `aside`. Both are closed when this
   * settles, and the next opening of the primary ends the recovery.
   * @throws EngineError `unsupported` when it lacks something that its primary has; nothing is changed then
   */
  async promote(
    id: DatabaseId,
    primary: DatabaseId,
    { aside, force }: { aside: string; force: boolean },
  ): Promise<void> {
    const { dataDir } = this.#options
    const running = await this.#clusters.get(primary)?.catch(() => undefined)
    const replica = await this.#clusters.get(id)?.catch(() => undefined)
    if (!force) {
      if (!running || !replica) throw new EngineError('unavailable', replicaText.notBothRunning)
      await beReady(running.admin, replica.admin)
    }
    // Others are started again with their new primary.
    const others = (await replicasIn(dataDir, primary)).filter((other) => other !== id)
    const place = { primary: projectDirectory(dataDir, primary), replica: projectDirectory(dataDir, id) }
    await this.#endOne(primary, async () => {
      // A server that does not answer is ended before another one takes its place.
      await stopOrphan(join(place.primary, 'pg'))
      if (!force && replica) await requireSame(place.primary, replica.admin)
      await this.#endOne(id, async () => {
        await stopOrphan(join(place.replica, 'pg'))
        for (const other of others) await this.#endOne(other)
        await takePlace(place, aside)
      })
    })
  }

  /** Whether a promotion that was broken off had moved the files of the replica: it is the primary then. */
  async hasTakenPlace(id: DatabaseId, primary: DatabaseId): Promise<boolean> {
    const { dataDir } = this.#options
    await this.#clusters.get(primary)?.catch(() => {})
    await this.#shutdowns.begin(
      primary,
      async () => void (await endSwaps(projectDirectory(dataDir, primary))),
    )
    return !(await isThere(join(projectDirectory(dataDir, id), 'pg')))
  }

  /** `closed`: it is stopped, and so is its primary. `stopped`: its primary runs. `resync`: it must be copied again before it can start. */
  async runsReplica(id: DatabaseId): Promise<'running' | 'closed' | 'stopped' | 'resync'> {
    if (!(await isWholeReplica(this.#options.dataDir, id))) return 'resync'
    if (await this.#clusters.get(id)?.catch(() => undefined)) return 'running'
    return this.#clusters.has(primaryOf(id) ?? '') ? 'stopped' : 'closed'
  }

  async #runningOf(id: DatabaseId): Promise<RunningCluster> {
    await this.open(id)
    const running = await this.#clusters.get(id)
    if (!running) throw new EngineError('closed', engineText.closed)
    return running
  }

  /** A replica that can't be started is unhealthy; that is found when it is asked for. */
  async #startReplicas(primary: DatabaseId): Promise<void> {
    for (const id of await wholeReplicasIn(this.#options.dataDir, primary))
      if (!this.#closed && this.#clusters.has(primary)) await this.open(id).catch(() => {})
  }

  /**
   * Sends the project's files in a state that a server can start from: of a running server, or at rest while it is
   * kept from starting.
   */
  async backUp(id: DatabaseId, sink: FileSink): Promise<void> {
    const { dataDir } = this.#options
    for (;;) {
      const starting = this.#clusters.get(id)
      if (!starting) return this.#shutdowns.begin(id, () => sendProjectAtRest(dataDir, id, sink))
      const running = await starting.catch(() => undefined)
      if (!running) continue
      const { database, admin } = running
      const endUse = database.idle.use()
      try {
        const { versionNumber } = database
        const directory = projectDirectory(dataDir, id)
        return await sendRunningCluster({ directory, name: `projects/${id}`, admin, versionNumber, sink })
      } finally {
        endUse()
      }
    }
  }

  /** As `EngineFiles.replace`. @throws EngineError */
  async replace(id: DatabaseId, draft: string, swap: () => Promise<void>, how?: RestoreHow): Promise<void> {
    const { dataDir, secrets } = this.#options
    const binaries = await this.#binariesIn(draft, id)
    await prepareRestoredCluster(draft, { dataDir, id, secrets, binaries }, how)
    await flushDirectory(draft)
    return this.#end(id, async () => {
      for (const replica of await replicasIn(dataDir, id)) await needResync(dataDir, replica)
      await swap()
    })
  }

  states(): Promise<DatabaseState[]> {
    return statesOf([...this.#clusters.values()].map(async (starting) => (await starting).database))
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const port of this.#wakePorts.values()) port.close()
    const all = [...this.#clusters.values()]
    await Promise.allSettled(all.map(async (starting) => (await starting).database.close()))
    await this.#shutdowns.all()
  }

  /** A session of another program counts as use. */
  async #onIdle(id: DatabaseId): Promise<void> {
    const running = await this.#clusters.get(id)
    if (!running) return
    const replicas = await this.#runningReplicas(id)
    const all = [running, ...replicas]
    const isForeign = (await Promise.all(all.map(({ admin }) => hasForeignSessions(admin)))).includes(true)
    // It is looked at again when this use has ended.
    if (running.database.idle.isInUse) return
    if (isForeign || replicas.some(({ database }) => isLatelyUsed(database.idle, this.#idleMs)))
      running.database.idle.use()()
    else await this.#end(id, () => this.#watch(id))
  }

  async #runningReplicas(primary: DatabaseId): Promise<RunningCluster[]> {
    const starting = [...this.#clusters].filter(([id]) => primaryOf(id) === primary).map(([, one]) => one)
    const settled = await Promise.allSettled(starting)
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  get #idleMs(): number {
    return this.#options.idleMs ?? DEFAULT_IDLE_MS
  }

  async #watch(id: DatabaseId): Promise<void> {
    const { dataDir, onKnock } = this.#options
    const port = await portOfCluster(dataDir, id)
    if (port === undefined || !onKnock || this.#closed) return
    this.#wakePorts.get(id)?.close()
    const opened = await WakePort.listen(listenAddresses(this.#access), port, async () => {
      await onKnock(id)
      const { database } = await (this.#clusters.get(id) ?? Promise.reject(new Error('It did not open')))
      return database.address?.port ?? port
    })
    if (opened) this.#wakePorts.set(id, opened)
  }

  /** The replicas of a primary end with it: first the primary, which sends them what it still has. */
  #end(id: DatabaseId, after?: () => Promise<void>): Promise<void> {
    const replicas = [...this.#clusters.keys()].filter((one) => primaryOf(one) === id)
    return this.#endOne(id, async () => {
      await Promise.all(replicas.map((replica) => this.#endOne(replica, () => this.#watch(replica))))
      await after?.()
    })
  }

  #endOne(id: DatabaseId, after?: () => Promise<void>): Promise<void> {
    this.#wakePorts.get(id)?.close()
    this.#wakePorts.delete(id)
    const starting = this.#clusters.get(id)
    this.#clusters.delete(id)
    return this.#shutdowns.begin(id, async () => {
      const running = await starting?.catch(() => undefined)
      await running?.database.close()
      await after?.()
    })
  }

  #start(id: DatabaseId, options?: OpenOptions): Promise<RunningCluster> {
    const starting = this.#startAfterEnd(id, options)
    this.#clusters.set(id, starting)
    const forget = (): boolean => this.#clusters.get(id) === starting && this.#clusters.delete(id)
    starting.then((running) => {
      const { server, database } = running
      if (options?.network) this.#judged.add(running)
      if (primaryOf(id) === undefined) void this.#startReplicas(id)
      server.onExit((exit) => {
        // A stopped server may already have a successor, which must not be stopped instead.
        if (!forget()) return
        // After an unexpected stop, the next `open` starts it again.
        database.abandon()
        void this.#shutdowns.begin(id, () => server.stop()).catch(() => {})
        if (!this.#closed) this.#options.onServerExit?.(id, exit)
      })
    }, forget)
    return starting
  }

  async #startAfterEnd(id: DatabaseId, options?: OpenOptions): Promise<RunningCluster> {
    await this.#shutdowns.of(id)
    // Its port is freed for the server.
    this.#wakePorts.get(id)?.close()
    this.#wakePorts.delete(id)
    const { dataDir, secrets, sync = true } = this.#options
    const idleMs = this.#idleMs
    const binaries = await this.#binariesFor(id)
    const primary = primaryOf(id)
    if (primary !== undefined) {
      const following = await this.#runningOf(primary)
      return startReplica({
        ...options,
        dataDir,
        id,
        primary,
        following,
        binaries,
        secrets,
        access: this.#access,
      })
    }
    const onIdle = (): void => void this.#onIdle(id).catch(() => {})
    const scratch = (): Promise<Scratch> => this.#scratch(binaries.major)
    const templates = this.#templates
    const access = this.#access
    return startCluster({
      ...options,
      dataDir,
      id,
      binaries,
      secrets,
      templates,
      access,
      sync,
      idleMs,
      onIdle,
      scratch,
    })
  }

  /** Of the version that the project has, since definitions are written in another way by another one. */
  async #scratch(postgresMajor: number): Promise<Scratch> {
    const { dataDir } = this.#options
    for (const left of await leftScratches(dataDir, (one) => this.#clusters.has(one))) await this.remove(left)
    const id = scratchId()
    const drop = () => this.remove(id)
    try {
      await keepEngineRecord(dataDir, id, { engine: this.kind, postgresMajor })
      return { database: await this.open(id), sharesServer: false, drop }
    } catch (error) {
      await drop().catch(() => {})
      throw error
    }
  }

  get #access(): ProgramAccess {
    return this.#options.access ?? ONLY_THIS_MACHINE
  }

  /** The programs of the version that made the project's database. */
  #binariesFor(id: DatabaseId): Promise<Binaries> {
    return this.#binariesIn(projectDirectory(this.#options.dataDir, id), id)
  }

  async #binariesIn(directory: string, id: DatabaseId): Promise<Binaries> {
    const { binaries } = this.#options
    const record = await readEngineRecordIn(directory)
    if (record) checkEngine(id, record, this.kind)
    const found = record ? binaries.find(({ major }) => major === record.postgresMajor) : binaries[0]
    if (found) return found
    throw otherMajor(id, record?.postgresMajor ?? 0, binaries[0]?.major ?? 0)
  }
}
