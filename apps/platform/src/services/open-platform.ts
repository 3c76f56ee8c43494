/**
 * Opens what every command needs: the data directory, the control plane, its key, the engines and the projects' life.
 */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.js'
import { checkKey, hasEncrypted } from '../control/key-check.js'
import type { ControlDatabase } from '../control/control-database.js'
import type { BackUpControl } from '../control/control-location.js'
import { heardProjectChanges } from '../control/heard-project-changes.js'
import { openControlDatabase } from '../control/open-control-database.js'
import { tellingProjectChanges, type ProjectChanges } from '../control/project-changes.js'
import { OWN_REF } from '../control/own-installation.js'
import { ownCertificate } from '../engines/own-certificate.js'
import { programAccess } from '../config/database-ports.js'
import {
  makeDataDirectory,
  openDataDirectory,
  requireFolder,
  type Installation,
} from '../config/data-directory.js'
import { exitText } from '../engines/cluster/server-exit.js'
import { usableBinariesOrReason } from '../engines/cluster/usable-binaries.js'
import {
  openEngineRegistry,
  type EmbeddedDatabases,
  type EngineFiles,
  type EngineReplicas,
  type EngineRegistry,
} from '../engines/engine-registry.js'
import { createBranchMaking } from '../branches/branch-making.js'
import type { BranchesContext } from '../branches/branches-context.js'
import { clearRestores } from '../backup/clear-restores.js'
import { lockDataDirectory } from '../engines/index.js'
import { createTemplates, templatesDirectory } from '../engines/templates/database-templates.js'
import type { PlatformMetrics } from '../metrics/platform-metrics.js'
import { encryptedFileSecrets, lateSecrets } from '../engines/secrets.js'
import { parseDatabaseUrl } from '../engines/server/database-url.js'
import { createProjectLife } from '../project-life/create-project-life.js'
import type { ByteStore } from '../objects/byte-store.js'
import { openByteStore } from '../objects/open-byte-store.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { createNotify } from '../notifications/notify.js'
import type { Notice, Notify } from '../notifications/notice.js'
import { computeMemoryOf } from './compute.js'
import { installationKey } from '../secrets/installation-key.js'
import { createSecretBox, type SecretBox } from '../secrets/secret-box.js'

export interface Inside {
  control: ControlDatabase
  box: SecretBox
  registry: EngineRegistry & EngineFiles & EmbeddedDatabases & EngineReplicas
  life: ProjectLife
  /** What branches are made with. Kept backups and who hears of a made branch are added to it. */
  branching: BranchesContext
  /** Changes to projects, including those of other processes on a shared control plane. */
  projectChanges: ProjectChanges
  /** The bytes of the projects' files. */
  bytes: ByteStore
  /** Tells people what happened. */
  notify: Notify
  /** Undefined where the control plane is in a PostgreSQL by URL. */
  backUpControl: BackUpControl | undefined
  /** Notes for the operator about the location of the control plane. */
  notes: readonly string[]
}

export interface OpenPlatform {
  installation: Installation
  /** With the certificate of the database ports, also where the operator gave none. */
  config: Config
  /** False: a program in another container would not see that the data directory is in use. */
  isLockedByKernel: boolean
  /** Starts opening it, once; callers can await it here. */
  inside(): Promise<Inside>
  close(): Promise<void>
}

export interface OpenPlatformDeps {
  log: Logger
  onControlCall?: PlatformMetrics['onControlCall']
  /** Learns of each notice. Default: nobody. */
  onNotice?: (notice: Notice) => void
  /** The project whose database is opened at the same time as the control plane. */
  begin?: DatabaseId | undefined
}

/** Locks the data directory; the rest is opened when it is asked for. @throws EngineError */
export async function openPlatform(given: Config, deps: OpenPlatformDeps): Promise<OpenPlatform> {
  await makeDataDirectory(given.dataDir)
  requireFolder(templatesDirectory(given.dataDir), 'BASEDECK_TEMPLATES_DIR')
  const { dataDir } = given
  const lock = await lockDataDirectory(dataDir)
  const ends: (() => Promise<void>)[] = [() => lock.release()]
  const now = new Date()
  const begin = async () => ({
    installation: await openDataDirectory(dataDir, now),
    pgTls: given.pgTls ?? (await ownCertificate(dataDir, programAccess(given).host, now)),
  })
  const { installation, pgTls } = await begin().catch(async (error: unknown) => {
    await lock.release()
    throw error
  })
  const config = { ...given, pgTls }
  for (const ref of await clearRestores(dataDir))
    deps.log.warn({ project: ref }, 'a restore was broken off; the database that was there before is back')
  let opening: Promise<Inside> | undefined
  return {
    installation,
    config,
    isLockedByKernel: lock.isHeldByKernel,
    inside() {
      opening ??= openInside(config, installation, deps, ends)
      // A failure is reported to the callers that await it; without one it must not end the process.
      opening.catch(() => {})
      return opening
    },
    async close() {
      await opening?.catch(() => {})
      while (ends.length > 0) await ends.pop()?.()
    },
  }
}

async function openSecretBox(control: ControlDatabase, config: Config, log: Logger): Promise<SecretBox> {
  const key = await installationKey({
    dataDir: config.dataDir,
    given: config.secretKey,
    mayCreate: !(await hasEncrypted(control)),
    warn: (sentence) => log.warn(sentence),
  })
  const box = createSecretBox(key)
  await checkKey(control, box)
  return box
}

/** On a shared control plane, the database server notifies about changes. */
function withProjectChanges(
  control: ControlDatabase,
  { controlDatabaseUrl }: Config,
  log: Logger,
  ends: (() => Promise<void>)[],
): Pick<Inside, 'control' | 'projectChanges'> {
  if (controlDatabaseUrl === undefined) {
    const telling = tellingProjectChanges(control)
    return { control: telling.control, projectChanges: telling.changes }
  }
  const heard = heardProjectChanges(controlDatabaseUrl, log)
  ends.push(() => heard.close())
  return { control, projectChanges: heard }
}

async function openInside(
  config: Config,
  installation: Installation,
  { log, onControlCall, onNotice, begin }: OpenPlatformDeps,
  ends: (() => Promise<void>)[],
): Promise<Inside> {
  const { dataDir } = config
  const binaries = await usableBinariesOrReason(dataDir)
  const notes: string[] = []
  // Shared, so that one initdb serves the control plane and a project that begin at the same time.
  const templates = createTemplates(templatesDirectory(dataDir))
  const opening = openControlDatabase({
    dataDir,
    databaseUrl: config.controlDatabaseUrl,
    binaries,
    templates,
    wanted: config.engine,
    warn: (sentence) => notes.push(sentence),
    onCall: onControlCall,
    onServerExit: (exit) =>
      log.error(
        exit,
        `PostgreSQL of the control plane stopped unexpectedly (${exitText(exit)}); the next call starts it again`,
      ),
  })
  ends.push(() => opening.close())
  const unlocking = opening.ready.then(() => openSecretBox(opening, config, log))
  // A failure is thrown below. Without this line, an unhandled rejection would end the process before that.
  unlocking.catch(() => {})
  const registry = openEngineRegistry({
    dataDir,
    binaries,
    wanted: config.engine,
    templates,
    access: programAccess(config),
    secrets: lateSecrets(unlocking.then((box) => encryptedFileSecrets(join(dataDir, 'secrets'), box))),
  })
  ends.push(() => registry.close())
  if (begin !== undefined) await registry.begin(begin)
  const box = await unlocking
  const mark = box.passwordFor('mark in the store of files')
  const bytes = await openByteStore({ dataDir, storage: config.storage, mark })
  const { control, projectChanges } = withProjectChanges(opening, config, log, ends)
  const notify = createNotify({ control, log, onNotice })
  const branching: BranchesContext = {
    control,
    registry,
    life: () => life,
    box,
    bytes,
    dataDir,
    now: () => new Date(),
    log,
  }
  const life: ProjectLife = createProjectLife({
    branches: createBranchMaking(branching),
    control,
    notify,
    registry,
    box,
    log,
    installationId: installation.id,
    databaseHost: programAccess(config).host,
    now: () => new Date(),
    allowSuperuser: config.allowSuperuser,
    removeFiles: bytes.shared?.removeAll,
    // A self-hosted platform has no add-ons.
    memoryOf: config.platform ? (ref) => computeMemoryOf(control, config.plans, ref) : undefined,
    operatorDatabase:
      config.databaseUrl === undefined
        ? undefined
        : { ref: OWN_REF, url: parseDatabaseUrl(config.databaseUrl), prepare: config.prepare },
  })
  ends.push(() => life.close())
  const backUpControl = opening.backUp
  return { control, box, registry, life, branching, bytes, projectChanges, notify, backUpControl, notes }
}
