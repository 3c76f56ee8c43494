/** `basedeck dump` and `basedeck restore`: what they do, and what they print. */
import { join } from 'node:path'
import type { Config } from '../config/config.js'
import { auditStatement } from '../control/audit.js'
import { DatabaseError, EngineError } from '../engines/engine.js'
import { isThere } from '../engines/is-there.js'
import { lockDataDirectory } from '../engines/data-directory-lock.js'
import { byteStoreAtRest } from '../objects/open-byte-store.js'
import type { Inside } from '../services/open-platform.js'
import type { BackupQuestion, OperatorAnswer } from '../config/operator-socket.js'
import { BackupError } from './backup-error.js'
import { sourceAtRest, writeDump, type Dump } from './dump.js'
import type { Manifest } from './manifest.js'
import { restoreInstallation } from './restore-installation.js'
import { restoreProject } from './restore-project.js'
import { installationKey } from '../secrets/installation-key.js'
import { createSecretBox } from '../secrets/secret-box.js'
import { SecretError } from '../secrets/secret-error.js'
import type { S3Location } from '../s3/s3-location.js'
import { storeText } from '../text/kept-backups.js'
import { s3BackupStore } from './kept/backup-store.js'
import { restoreStored } from './kept/restore-stored.js'
import { backupText } from '../text/backup.js'

export interface BackupCommandDeps {
  inside: Inside
  config: Pick<Config, 'dataDir'>
  installationId: string
  version: string
  /** Aborted when the platform stops: a running dump is cancelled. */
  signal: AbortSignal
}

/** In the process that has the data directory open. */
export async function answerBackup(
  command: string | null,
  question: BackupQuestion,
  { inside, config, installationId, version, signal }: BackupCommandDeps,
): Promise<OperatorAnswer> {
  const { control, registry, bytes, backUpControl } = inside
  const { dataDir } = config
  const now = new Date()
  return orSentence(async () => {
    if (command === 'dump') {
      const { shared, read } = bytes
      const source = { dataDir, backUp: registry.backUp, backUpControl, bytes: shared && { shared, read } }
      // Logged before the dump begins, because the file contains everything the installation stores.
      await control.write([dumpLine(question)])
      return toldOfDump(question, await writeDump(source, question, { version, now, signal }))
    }
    if (question.project === null) throw new BackupError(backupText.running)
    const deps = { dataDir, control, files: registry, installationId, now }
    const { manifest, aside } = await restoreProject(question.project, question.file, deps)
    // What can't be sent now is read where it is, and sent later.
    await bytes.shared?.sendLocal(question.project).catch(() => {})
    return [backupText.projectRestored(question.project, manifest.madeAt), backupText.aside(aside)]
  })
}

/** Dumps an installation that is not running. @throws EngineError `locked` */
export async function dumpAtRest(
  config: Pick<Config, 'dataDir' | 'controlDatabaseUrl' | 'storage'>,
  question: BackupQuestion,
  version: string,
): Promise<OperatorAnswer> {
  const { dataDir, controlDatabaseUrl, storage } = config
  return orSentence(async () => {
    if (!(await isThere(join(dataDir, 'basedeck.json'))))
      throw new BackupError(backupText.noInstallation(dataDir))
    const lock = await lockDataDirectory(dataDir)
    try {
      const source = sourceAtRest(
        dataDir,
        controlDatabaseUrl === undefined,
        byteStoreAtRest(storage, dataDir),
      )
      const { signal } = new AbortController()
      return toldOfDump(question, await writeDump(source, question, { version, now: new Date(), signal }))
    } finally {
      await lock.release()
    }
  })
}

/** Restores a whole installation into a new directory. */
export async function restoreNew(dataDir: string, file: string): Promise<OperatorAnswer> {
  return orSentence(async () => toldOfRestore(dataDir, await restoreInstallation(dataDir, file)))
}

/** Restores a lost machine's installation into a new directory. */
export async function restoreFromStore(
  { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>,
  location: S3Location,
): Promise<OperatorAnswer> {
  return orSentence(async () => {
    const key = await installationKey({ dataDir, given: secretKey, mayCreate: false, warn() {} }).catch(
      (error: unknown) => {
        if (error instanceof SecretError && error.code === 'key-lost')
          throw new BackupError(storeText.noKey(dataDir))
        if (error instanceof SecretError) throw new BackupError(error.message, { cause: error })
        throw error
      },
    )
    const { manifest, projects } = await restoreStored(dataDir, s3BackupStore(location), createSecretBox(key))
    return [
      storeText.restored(dataDir, manifest.madeAt, projects.length),
      ...projects.map(({ ref, madeAt, segments }) => storeText.project(ref, madeAt, segments)),
      ...(manifest.control === 'url' ? [backupText.controlMissing] : []),
    ]
  })
}

function dumpLine({ file, project, withoutKey }: BackupQuestion) {
  return auditStatement(null, null, {
    action: project === null ? 'installation.dump' : 'project.dump',
    target: file,
    ...(project === null ? {} : { projectRef: project }),
    detail: project === null ? { with_key: !withoutKey } : {},
  })
}

const MEGABYTE = 1_000_000

function toldOfDump({ file, withoutKey }: BackupQuestion, dump: Dump): string[] {
  const size = `${file}: ${(dump.bytes / MEGABYTE).toFixed(1)} MB`
  if (dump.scope === 'project') return [backupText.projectDumped(size, dump.projects[0]?.ref ?? '')]
  return [
    backupText.dumped(size, dump.projects.length),
    ...(dump.control === 'url' ? [backupText.controlElsewhere] : []),
    dump.hasKey ? backupText.withKey : withoutKey ? backupText.withoutKey : backupText.keyInEnvironment,
  ]
}

function toldOfRestore(dataDir: string, { madeAt, version, projects, hasKey, control }: Manifest): string[] {
  return [
    backupText.restored(dataDir, madeAt, version, projects.length),
    ...(hasKey ? [] : [backupText.keyMissing(dataDir)]),
    ...(control === 'url' ? [backupText.controlMissing] : []),
  ]
}

async function orSentence(work: () => Promise<string[]>): Promise<OperatorAnswer> {
  try {
    return { lines: await work() }
  } catch (error) {
    const isExpected = [BackupError, EngineError, DatabaseError].some((kind) => error instanceof kind)
    if (isExpected) return { error: (error as Error).message }
    if (error instanceof Error && error.name === 'AbortError') return { error: backupText.stopped }
    throw error
  }
}
