/** What stands behind every command: the data directory, the control plane, its key, the engines and the projects' life. */
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.js'
import { checkKey, hasEncrypted } from './control/key-check.js'
import type { ControlDatabase } from './control/control-database.js'
import { openControlDatabase, type HoldControl } from './control/open-control-database.js'
import { tellingProjectChanges, type ProjectChanges } from './control/project-changes.js'
import { OWN_REF } from './control/own-installation.js'
import { makeDataDirectory, openDataDirectory, requireFolder, type Installation } from './data-directory.js'
import { openEngineHouse, type EngineFiles, type EngineHouse } from './engines/engine-house.js'
import { lockDataDirectory } from './engines/index.js'
import { templatesDirectory } from './engines/templates/database-templates.js'
import type { PlatformMetrics } from './metrics/platform-metrics.js'
import { encryptedFileSecrets } from './engines/secrets.js'
import { parseDatabaseUrl } from './engines/server/database-url.js'
import { createProjectLife } from './project-life/create-project-life.js'
import type { ProjectLife } from './project-life/project-life.js'
import { installationKey } from './secrets/installation-key.js'
import { createSecretBox, type SecretBox } from './secrets/secret-box.js'

export interface Inside {
  control: ControlDatabase
  box: SecretBox
  house: EngineHouse & EngineFiles
  life: ProjectLife
  /** Every write of this process to a project. */
  projectChanges: ProjectChanges
  /** Undefined where the control plane is in a PostgreSQL by URL. */
  holdControl: HoldControl | undefined
}

export interface OpenPlatform {
  installation: Installation
  /** False: a program in another container would not see that the data directory is in use. */
  isLockedByKernel: boolean
  /** Begins to open what stands behind the page, once; what waits for it may wait here. */
  inside(): Promise<Inside>
  close(): Promise<void>
}

/** Locks the data directory; the rest is opened when it is asked for. @throws EngineError */
export async function openPlatform(
  config: Config,
  deps: { log: Logger; onControlCall?: PlatformMetrics['onControlCall'] },
): Promise<OpenPlatform> {
  await makeDataDirectory(config.dataDir)
  requireFolder(templatesDirectory(config.dataDir), 'BASEDECK_TEMPLATES_DIR')
  const lock = await lockDataDirectory(config.dataDir)
  const ends: (() => Promise<void>)[] = [() => lock.release()]
  const installation = await openDataDirectory(config.dataDir, new Date()).catch(async (error: unknown) => {
    await lock.release()
    throw error
  })
  let opening: Promise<Inside> | undefined
  return {
    installation,
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

async function openInside(
  config: Config,
  installation: Installation,
  { log, onControlCall }: Parameters<typeof openPlatform>[1],
  ends: (() => Promise<void>)[],
): Promise<Inside> {
  const { dataDir } = config
  const opening = openControlDatabase({
    dataDir,
    databaseUrl: config.controlDatabaseUrl,
    onCall: onControlCall,
  })
  ends.push(() => opening.close())
  await opening.ready
  const { control, changes: projectChanges } = tellingProjectChanges(opening)
  const key = await installationKey({
    dataDir,
    given: config.secretKey,
    mayCreate: !(await hasEncrypted(control)),
    warn: (sentence) => log.warn(sentence),
  })
  const box = createSecretBox(key)
  await checkKey(control, box)
  const house = await openEngineHouse({
    dataDir,
    wanted: config.engine,
    secrets: encryptedFileSecrets(join(dataDir, 'secrets'), box),
  })
  ends.push(() => house.close())
  const life = createProjectLife({
    control,
    house,
    box,
    log,
    installationId: installation.id,
    databaseHost: config.host,
    now: () => new Date(),
    allowSuperuser: config.allowSuperuser,
    operatorDatabase:
      config.databaseUrl === undefined
        ? undefined
        : { ref: OWN_REF, url: parseDatabaseUrl(config.databaseUrl), prepare: config.prepare },
  })
  ends.push(() => life.close())
  return { control, box, house, life, projectChanges, holdControl: opening.hold }
}
