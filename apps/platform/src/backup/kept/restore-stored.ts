/**
 * Restores the installation of a lost machine from a backup store into an empty directory: the newest copy of the control plane,
 * the newest backup of each project, and all of its log. Whole, or not at all.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataDirectory } from '../../config/data-directory.js'
import { usableBinariesOrReason } from '../../engines/cluster/usable-binaries.js'
import { beginWalLine } from '../../engines/cluster/wal-archive.js'
import { lockDataDirectory } from '../../engines/data-directory-lock.js'
import { openEngineRegistry, type EngineFiles } from '../../engines/engine-registry.js'
import { encryptedFileSecrets } from '../../engines/secrets.js'
import { flushDirectory } from '../../engines/templates/flush-directory.js'
import type { SecretBox } from '../../secrets/secret-box.js'
import { storeText } from '../../text/kept-backups.js'
import { BackupError } from '../backup-error.js'
import type { Manifest } from '../manifest.js'
import { extractArchive, verifyArchive } from '../read-archive.js'
import { giveToPostgres, putInPlace, requireEmpty, requireFitting } from '../restore-installation.js'
import { opening } from '../sealed-file.js'
import type { BackupStore } from './backup-store.js'
import { INSTALLATION_FOLDER, NEWEST_NAME, type NewestBackup } from './installation-copies.js'
import { createKeptFiles, type KeptFiles } from './kept-files.js'
import { logBehind } from './restore-kept.js'
import { backupName, fetchSegment, readSegmentName } from './store-copies.js'

export interface RestoredStore {
  /** Of the copy of the installation. */
  manifest: Manifest
  projects: { ref: string; madeAt: string; segments: number }[]
}

/** Also the key, which the operator puts there, and what an empty file system has. */
const NOTHING = /^(lock|lost\+found|secret\.key)$/

/** @throws BackupError, EngineError; nothing is left then */
export async function restoreStored(
  dataDir: string,
  store: BackupStore,
  box: SecretBox,
): Promise<RestoredStore> {
  await requireEmpty(dataDir, NOTHING)
  await makeDataDirectory(dataDir)
  const lock = await lockDataDirectory(dataDir)
  const draft = join(dataDir, `restoring-${randomUUID()}`)
  try {
    await requireEmpty(dataDir, NOTHING)
    // PostgreSQL, which replays the logs here, runs as another user, who must be able to enter.
    await mkdir(draft, { mode: 0o755 })
    const manifest = await takeInstallation({ draft, store, box })
    const newest = JSON.parse(await readFile(join(draft, NEWEST_NAME), 'utf8')) as NewestBackup[]
    await rm(join(draft, NEWEST_NAME))
    const projects = await takeProjects({ draft, store, box }, newest)
    await giveToPostgres(draft, { ...manifest, projects: [] })
    await flushDirectory(draft)
    await putInPlace(draft, dataDir)
    return { manifest, projects }
  } finally {
    await rm(draft, { recursive: true, force: true })
    await lock.release()
  }
}

interface Place {
  /** Becomes the data directory. */
  draft: string
  store: BackupStore
  box: SecretBox
}

async function takeInstallation({ draft, store, box }: Place): Promise<Manifest> {
  const newest = (await store.list(INSTALLATION_FOLDER))
    .map(({ name }) => name)
    .toSorted()
    .at(-1)
  if (newest === undefined) throw new BackupError(storeText.nothingThere(store.where))
  const file = join(draft, 'installation.sealed')
  await store.fetch(newest, file)
  const manifest = await verifyArchive(file, opening(box)).catch((error: unknown) => {
    if (error instanceof BackupError) throw new BackupError(storeText.unreadable(newest, error.message))
    throw error
  })
  await requireFitting(manifest, join(draft, 'postgresql'))
  await extractArchive(file, manifest, draft, (name) => name, opening(box))
  await rm(file)
  return manifest
}

async function takeProjects(
  place: Place,
  newest: readonly NewestBackup[],
): Promise<RestoredStore['projects']> {
  const { draft, box } = place
  const registry = openEngineRegistry({
    dataDir: draft,
    binaries: await usableBinariesOrReason(draft),
    secrets: encryptedFileSecrets(join(draft, 'secrets'), box),
    wanted: 'auto',
  })
  const files = createKeptFiles(draft, box)
  const projects: RestoredStore['projects'] = []
  try {
    await mkdir(join(draft, 'projects'), { recursive: true, mode: 0o755 })
    for (const project of newest) projects.push(await takeProject(place, { project, registry, files }))
  } finally {
    await registry.close()
    await rm(join(draft, 'restoring'), { recursive: true, force: true })
  }
  return projects
}

async function takeProject(
  { draft, store, box }: Place,
  { project, registry, files }: { project: NewestBackup; registry: EngineFiles; files: KeptFiles },
): Promise<RestoredStore['projects'][number]> {
  const { ref, id, line, engine } = project
  const file = files.pathOf(ref, id)
  await store.fetch(backupName(ref, id), file)
  const manifest = await verifyArchive(file, opening(box)).catch((error: unknown) => {
    if (error instanceof BackupError) throw new BackupError(storeText.unreadable(ref, error.message))
    throw error
  })
  const scratch = join(draft, 'restoring', randomUUID())
  const directory = join(scratch, 'project')
  await mkdir(directory, { recursive: true, mode: 0o755 })
  const prefix = `projects/${ref}/`
  const below = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined)
  await extractArchive(file, manifest, directory, below, opening(box))
  let segments = 0
  for (const copy of await store.list(`backups/${ref}/wal/`)) {
    const segment = readSegmentName(copy.name)
    if (!segment) continue
    await fetchSegment(store, copy.name, segment.at, files.segmentPath(ref, segment.line, segment.name))
    if (segment.line === line) segments += 1
  }
  const keepsLog = engine === 'cluster' && line !== null
  if (keepsLog) await beginWalLine(directory)
  const recovery =
    keepsLog && segments > 0
      ? { folder: await logBehind({ files }, ref, { line }, { draft: directory, scratch }), until: undefined }
      : undefined
  await registry.replace({ id: ref, engine }, directory, join(scratch, 'aside'), { recovery })
  await rm(scratch, { recursive: true, force: true })
  return { ref, madeAt: manifest.madeAt, segments: recovery ? segments : 0 }
}
