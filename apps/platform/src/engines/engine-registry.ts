/**
 * Opens a project's database with its engine: one `cluster` and one `pglite` engine for all their projects, one
 * `postgres` engine per URL. Which engines can run is determined at the start.
 */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import type { Binaries } from './cluster/binaries.js'
import { removeCluster } from './cluster/cluster.js'
import {
  beginWalLine,
  endWalLine,
  handedWal,
  walWaitsSince,
  type HandedWal,
  type RestoreHow,
} from './cluster/wal-archive.js'
import {
  beginTrial,
  endTrial,
  refusedSetting,
  type RefusedSetting,
  type TriedSetting,
} from './cluster/tried-settings.js'
import { ClusterEngine } from './cluster/cluster-engine.js'
import type { ServerExit } from './cluster/server-exit.js'
import {
  EngineError,
  type Database,
  type Engine,
  type EngineKind,
  type OpenOptions,
  type DatabaseState,
} from './engine.js'
import { checkEngine, readEngineRecord, readEngineRecordIn, type EngineRecord } from './engine-record.js'
import type { FileSink } from './file-sink.js'
import { sendProjectAtRest } from './files-at-rest.js'
import { PGLITE_DESCRIPTION, PgliteEngine } from './pglite/pglite-engine.js'
import type { NetworkRules } from './network-rules.js'
import type { ProgramAccess } from './program-access.js'
import { projectDirectory, removeProjectFiles } from './project-directory.js'
import { swapDirectory } from './swap-directory.js'
import type { Secrets } from './secrets.js'
import type { DatabaseUrl } from './server/database-url.js'
import type { Login } from './server/login.js'
import { PostgresEngine } from './server/postgres-engine.js'
import type { DatabaseTemplates } from './templates/database-templates.js'
import { engineText } from '../text/engines.js'

export type OwnEngineKind = EngineRecord['engine']

/** Where a project's database is. */
export type DatabaseTarget =
  | {
      id: DatabaseId
      engine: OwnEngineKind
      memory?: OpenOptions['memory']
      network?: OpenOptions['network']
    }
  | {
      id: DatabaseId
      engine: 'postgres'
      url: DatabaseUrl
      /** Makes our roles and schemas there; default false. */
      prepare?: boolean
      /** The login of read-only members there. */
      reader?: Login
      /** As of `PostgresEngineOptions`. */
      service?: Login
      plainOwner?: Login
      allowSuperuser?: boolean
    }

/** Ending a database needs no address, which may have been lost. */
export type DatabaseKey = Pick<DatabaseTarget, 'id' | 'engine'>

/** An engine, and whether it runs here. */
export type EngineOffer =
  | { kind: EngineKind; available: true; description: string }
  /** `reason` is a sentence. */
  | { kind: EngineKind; available: false; reason: string }

export interface EngineRegistry {
  /** The best first. */
  readonly offers: readonly EngineOffer[]
  /** The engine for a new project that doesn't choose one. */
  readonly preferred: OwnEngineKind
  /** A sentence on why that is preferred, for the line printed at start. */
  readonly preferredReason: string
  /** The engine that made a project's database; undefined when it has none here. @throws EngineError `directory` */
  madeBy(id: DatabaseId): Promise<OwnEngineKind | undefined>
  /** @throws EngineError */
  open(target: DatabaseTarget, options?: OpenOptions): Promise<Database>
  /**
   * Begins to open a database before the control plane is open and says what it needs: `open` then waits for less, and
   * reports failures.
   */
  begin(id: DatabaseId): Promise<void>
  /** As `Engine.stop`. */
  stop(target: DatabaseKey): Promise<void>
  /** As `Engine.remove`. @throws EngineError */
  remove(target: DatabaseKey): Promise<void>
  /** `listener` is called when the server of a project’s database stopped unexpectedly. */
  onServerExit(listener: (id: DatabaseId, exit: ServerExit) => void): void
  /** `listener` opens a database that is closed: a program connects to its port. */
  onKnock(listener: (id: DatabaseId) => Promise<unknown>): void
  /** Listens at the port of a closed database, if its engine has ports. */
  watch(target: DatabaseKey): Promise<void>
  /** The number of databases per engine and state, without zeros. */
  states(): Promise<{ engine: EngineKind; state: DatabaseState; count: number }[]>
  /** Idempotent. */
  close(): Promise<void>
}

/** The databases that run in the platform. */
export interface EmbeddedDatabases {
  /** For programs that connect to them through the socket. @throws EngineError */
  embedded(): Pick<PgliteEngine, 'open' | 'passwordOf'>
}

/** The files of the databases that our engines keep in the data directory. */
export interface EngineFiles {
  /**
   * Sends the files of a backup while the database stays in use. Returns what made the database;
   * undefined for a project without a database, of which nothing is sent.
   * @throws EngineError, DatabaseError
   */
  backUp(id: DatabaseId, sink: FileSink): Promise<EngineRecord | undefined>
  /**
   * Replaces the project's directory by `draft` and moves the old one to `aside`. Running statements are cancelled.
   * Changes nothing when the draft does not fit.
   * @throws EngineError `version` when another engine or another PostgreSQL made it
   */
  replace(
    target: { id: DatabaseId; engine: OwnEngineKind },
    draft: string,
    aside: string,
    how?: RestoreHow,
  ): Promise<void>
  /**
   * Whether the server of a cluster hands its write-ahead log out, from its next start on.
   */
  setWal(id: DatabaseId, isOn: boolean): Promise<void>
  /** Where the log is handed out; undefined: nowhere. */
  walOf(id: DatabaseId): Promise<HandedWal | undefined>
  /** As of `wal-archive.ts`; undefined also where the log is not handed out. */
  walWaitsSince(id: DatabaseId): Promise<Date | undefined>
  /** Before `ALTER SYSTEM` writes what a cluster takes at its next start. If it does not start then, it gets back what it had. */
  trySetting(id: DatabaseId, tried: TriedSetting): Promise<void>
  /** PostgreSQL refused the value that was to be tried. */
  untrySetting(id: DatabaseId): Promise<void>
  /** As of `ClusterEngine`; does nothing where no cluster runs. @throws EngineError, DatabaseError */
  letIn(id: DatabaseId, rules: () => Promise<NetworkRules>): Promise<void>
  /** The value with which a cluster did not start; null: it did. */
  refusedSetting(id: DatabaseId): Promise<RefusedSetting | null>
}

/** Read replicas of clusters. Their ids name their primaries. */
export interface EngineReplicas {
  /** As of `ClusterEngine`. @throws EngineError, DatabaseError */
  makeReplica: ClusterEngine['makeReplica']
  removeReplica: ClusterEngine['removeReplica']
  followings: ClusterEngine['followings']
  hasCaughtUp: ClusterEngine['hasCaughtUp']
  positionOf: ClusterEngine['positionOf']
  promote: ClusterEngine['promote']
  hasTakenPlace: ClusterEngine['hasTakenPlace']
  runsReplica: ClusterEngine['runsReplica']
}

export interface EngineRegistryOptions {
  /** Lock it first: `lockDataDirectory`. */
  dataDir: string
  /** All usable versions, the preferred first, or the reason why no version can be used. */
  binaries: Binaries[] | EngineError
  /** Stores the passwords of clusters. */
  secrets: Secrets
  /** What new clusters are copied from. Default: those of the data directory. */
  templates?: DatabaseTemplates
  /** Of new projects. */
  wanted: 'auto' | OwnEngineKind
  /** An unused database is closed after this time. Default: 10 minutes for `cluster`, 5 for `pglite`. */
  idleMs?: number
  /** Where programs reach clusters. Default: on this machine only. */
  access?: ProgramAccess
  /** False only in tests: a new cluster then doesn't wait for the disk. */
  sync?: boolean
}

/** Opens no database. @throws EngineError `unavailable` for the wanted engine */
export function openEngineRegistry(
  options: EngineRegistryOptions,
): EngineRegistry & EngineFiles & EmbeddedDatabases & EngineReplicas {
  const { dataDir, binaries, secrets, wanted, sync } = options
  const idle = options.idleMs === undefined ? {} : { idleMs: options.idleMs }
  if (wanted === 'cluster' && binaries instanceof EngineError) throw binaries
  const isUsable = !(binaries instanceof EngineError)

  const preference = preferenceOf(wanted, binaries)
  let cluster: ClusterEngine | undefined
  let pglite: PgliteEngine | undefined
  const added = new Map<string, PostgresEngine>()
  const exitListeners = new Set<(id: DatabaseId, exit: ServerExit) => void>()
  let isClosed = false
  let knocked: (id: DatabaseId) => Promise<unknown> = async () => {
    throw closed()
  }

  const clusterOf = (usable: Binaries[]) =>
    (cluster ??= new ClusterEngine({
      dataDir,
      binaries: usable,
      secrets,
      onKnock: (id) => knocked(id),
      onServerExit: (id, exit) => exitListeners.forEach((listener) => listener(id, exit)),
      ...idle,
      ...(sync === undefined ? {} : { sync }),
      ...(options.access && { access: options.access }),
      ...(options.templates && { templates: options.templates }),
    }))

  function embedded(): PgliteEngine {
    if (isClosed) throw closed()
    return (pglite ??= new PgliteEngine({ dataDir, secrets, ...idle }))
  }

  function ownEngine(kind: OwnEngineKind): ClusterEngine | PgliteEngine {
    if (isClosed) throw closed()
    if (kind === 'pglite') return embedded()
    if (binaries instanceof EngineError) throw binaries
    return clusterOf(binaries)
  }

  function engineOf(target: DatabaseTarget): Engine {
    if (target.engine !== 'postgres') return ownEngine(target.engine)
    if (isClosed) throw closed()
    const known = added.get(target.id)
    if (known) return known
    const engine = new PostgresEngine({
      databaseUrl: target.url,
      prepare: target.prepare ?? false,
      reader: target.reader,
      service: target.service,
      plainOwner: target.plainOwner,
      allowSuperuser: target.allowSuperuser ?? false,
    })
    added.set(target.id, engine)
    return engine
  }

  /** @throws EngineError where no cluster runs */
  function clusterHere(): ClusterEngine {
    if (isClosed) throw closed()
    if (binaries instanceof EngineError) throw binaries
    return clusterOf(binaries)
  }

  /** The next `open` may use another URL. */
  async function forget(id: DatabaseId): Promise<void> {
    const engine = added.get(id)
    added.delete(id)
    await engine?.close()
  }

  return {
    offers: [
      offerOfCluster(binaries),
      { kind: 'pglite', available: true, description: PGLITE_DESCRIPTION },
      ANY_SERVER,
    ],
    ...preference,
    madeBy: async (id) => (await readEngineRecord(dataDir, id))?.engine,
    async begin(id) {
      const record = await readEngineRecord(dataDir, id).catch(() => undefined)
      // A new PGlite is made in less time than its files could be cleared away again.
      const kind = record?.engine ?? (preference.preferred === 'cluster' ? 'cluster' : undefined)
      if (kind === undefined || isClosed || (kind === 'cluster' && !isUsable)) return
      // Reported by `open`.
      ownEngine(kind)
        .open(id)
        .catch(() => {})
    },
    embedded,
    async open(target, open) {
      if (target.engine === 'postgres') return engineOf(target).open(target.id, open)
      const { memory, network } = target
      return engineOf(target).open(target.id, {
        ...open,
        ...(memory && { memory }),
        ...(network && { network }),
      })
    },
    async stop({ id, engine }) {
      if (engine === 'postgres') await forget(id)
      else if (engine === 'pglite' || isUsable) await ownEngine(engine).stop(id)
    },
    async remove({ id, engine }) {
      if (engine === 'postgres') {
        await forget(id)
        await removeProjectFiles(dataDir, id)
      } else if (engine === 'pglite' || isUsable) await ownEngine(engine).remove(id)
      // A cluster can be deleted even if its PostgreSQL is no longer installed.
      else await removeCluster(dataDir, id, secrets)
    },
    async backUp(id, sink) {
      const record = await readEngineRecord(dataDir, id)
      if (record?.engine === 'pglite' || (record && isUsable)) await ownEngine(record.engine).backUp(id, sink)
      // No server of it can run here.
      else if (record) await sendProjectAtRest(dataDir, id, sink)
      return record
    },
    async replace({ id, engine }, draft, aside, how) {
      const record = await readEngineRecordIn(draft)
      if (record) checkEngine(id, record, engine)
      const directory = projectDirectory(dataDir, id)
      await ownEngine(engine).replace(id, draft, () => swapDirectory(directory, draft, aside), how)
    },
    async setWal(id, isOn) {
      const project = projectDirectory(dataDir, id)
      await (isOn ? beginWalLine(project) : endWalLine(project))
    },
    walOf: (id) => handedWal(projectDirectory(dataDir, id)),
    async walWaitsSince(id) {
      const project = projectDirectory(dataDir, id)
      return (await handedWal(project)) && walWaitsSince(project)
    },
    trySetting: (id, tried) => beginTrial(projectDirectory(dataDir, id), tried),
    untrySetting: (id) => endTrial(projectDirectory(dataDir, id)),
    refusedSetting: (id) => refusedSetting(projectDirectory(dataDir, id)),
    letIn: async (id, rules) => cluster?.letIn(id, rules),
    makeReplica: async (id, making) => clusterHere().makeReplica(id, making),
    removeReplica: async (id, primary) => clusterHere().removeReplica(id, primary),
    followings: async (primary) => clusterHere().followings(primary),
    hasCaughtUp: async (id, position) => clusterHere().hasCaughtUp(id, position),
    positionOf: async (primary) => clusterHere().positionOf(primary),
    promote: async (id, primary, how) => clusterHere().promote(id, primary, how),
    hasTakenPlace: async (id, primary) => clusterHere().hasTakenPlace(id, primary),
    runsReplica: async (id) => clusterHere().runsReplica(id),
    onServerExit: (listener) => void exitListeners.add(listener),
    onKnock: (listener) => void (knocked = listener),
    async watch({ id, engine }) {
      if (engine === 'cluster' && isUsable && !isClosed) await clusterOf(binaries).watch(id)
    },
    async states() {
      const counts = new Map<string, { engine: EngineKind; state: DatabaseState; count: number }>()
      for (const engine of [cluster, pglite, ...added.values()]) {
        for (const state of (await engine?.states()) ?? []) {
          const kind = engine?.kind ?? 'postgres'
          const known = counts.get(`${kind} ${state}`) ?? { engine: kind, state, count: 0 }
          counts.set(`${kind} ${state}`, { ...known, count: known.count + 1 })
        }
      }
      return [...counts.values()]
    },
    async close() {
      isClosed = true
      await Promise.all([cluster, pglite, ...added.values()].map((engine) => engine?.close()))
    },
  }
}

function closed(): EngineError {
  return new EngineError('closed', engineText.allClosed)
}

const ANY_SERVER: EngineOffer = {
  kind: 'postgres',
  available: true,
  description: engineText.anyServer,
}

function offerOfCluster(binaries: Binaries[] | EngineError): EngineOffer {
  if (binaries instanceof EngineError) return { kind: 'cluster', available: false, reason: binaries.message }
  const [{ version, origin } = { version: '', origin: '' }] = binaries
  return { kind: 'cluster', available: true, description: engineText.installed(version, origin) }
}

function preferenceOf(
  wanted: EngineRegistryOptions['wanted'],
  binaries: Binaries[] | EngineError,
): Pick<EngineRegistry, 'preferred' | 'preferredReason'> {
  if (wanted !== 'auto') return { preferred: wanted, preferredReason: engineText.askedFor }
  return binaries instanceof EngineError
    ? { preferred: 'pglite', preferredReason: engineText.noCluster(binaries.message) }
    : { preferred: 'cluster', preferredReason: engineText.hasCluster }
}
