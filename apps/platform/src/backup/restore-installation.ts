/** Restores a dump of an installation into an empty directory, whole or not at all. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataDirectory } from '../config/data-directory.js'
import { findBinaries } from '../engines/cluster/binaries.js'
import { handOverAll, processUser } from '../engines/cluster/process-user.js'
import { lockDataDirectory } from '../engines/data-directory-lock.js'
import { PGLITE_MAJOR } from '../engines/pglite/pglite-engine.js'
import { flushDirectory } from '../engines/templates/flush-directory.js'
import { BackupError } from './backup-error.js'
import { misfits, type Manifest, type Misfit } from './manifest.js'
import { extractArchive, verifyArchive } from './read-archive.js'
import { backupText } from '../text/backup.js'

/** Names that don't count: our own lock, and what a new file system contains. */
const NOTHING = /^(lock|lost\+found)$/

/** Returns the manifest of what was restored. @throws BackupError, EngineError; nothing is left then */
export async function restoreInstallation(dataDir: string, file: string): Promise<Manifest> {
  await requireEmpty(dataDir)
  const manifest = await verifyArchive(file)
  if (manifest.scope === 'project') {
    throw new BackupError(backupText.oneDatabase(file))
  }
  await makeDataDirectory(dataDir)
  const lock = await lockDataDirectory(dataDir)
  const draft = join(dataDir, `restoring-${randomUUID()}`)
  try {
    await requireEmpty(dataDir)
    await mkdir(draft)
    await requireFitting(manifest, join(draft, 'postgresql'))
    const refs = new Set(manifest.projects.map(({ ref }) => ref))
    // The directories of projects that were deleted during the dump are left out.
    await extractArchive(file, manifest, draft, (name) => {
      const [top, ref] = name.split('/')
      return top !== 'projects' || ref === undefined || refs.has(ref) ? name : undefined
    })
    await giveToPostgres(draft, manifest)
    await flushDirectory(draft)
    await putInPlace(draft, dataDir)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await lock.release()
  }
}

/** The file that makes it a data directory comes last. */
export async function putInPlace(draft: string, dataDir: string): Promise<void> {
  const names = (await readdir(draft)).toSorted((a, b) => rank(a) - rank(b))
  for (const name of names) await rename(join(draft, name), join(dataDir, name))
  await rm(draft, { recursive: true })
  await flushDirectory(join(dataDir, 'control')).catch(() => {})
}

function rank(name: string): number {
  return name === 'basedeck.json' ? 1 : 0
}

/** @param nothing names that don't count. @throws BackupError */
export async function requireEmpty(dataDir: string, nothing = NOTHING): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new BackupError(backupText.unreadableDirectory(dataDir, error.code), { cause: error })
  })
  if (names.every((name) => nothing.test(name))) return
  throw new BackupError(backupText.notEmpty(dataDir))
}

/** @param copyTo where the programs of the npm package are copied to. @throws BackupError */
export async function requireFitting(manifest: Manifest, copyTo: string): Promise<void> {
  const all = [...manifest.projects, ...(manifest.controlEngine ? [manifest.controlEngine] : [])]
  const hasClusters = all.some(({ engine }) => engine === 'cluster')
  const found = hasClusters ? await findBinaries(copyTo) : []
  const clusterMajors = found.map(({ major }) => major)
  const wrong = misfits(manifest, { architecture: process.arch, clusterMajors, pgliteMajor: PGLITE_MAJOR })
  if (wrong.length === 0) return
  const lines = wrong.map((one) => misfitSentence(one, manifest, clusterMajors))
  throw new BackupError([...lines, backupText.nothingRestored].join(' '))
}

function misfitSentence(
  { engine, postgresMajor, refs, isControl, reason }: Misfit,
  { architecture }: Manifest,
  clusterMajors: readonly number[],
): string {
  const { misfit } = backupText
  const what = !isControl
    ? misfit.databases(refs.join(', '))
    : refs.length === 0
      ? misfit.control
      : misfit.controlAndDatabases(refs.join(', '))
  const made = misfit.made(what, postgresMajor)
  if (reason === 'other-architecture') return misfit.otherArchitecture(made, architecture, process.arch)
  if (engine === 'pglite') return misfit.otherPglite(made, PGLITE_MAJOR)
  return misfit.otherMajor(made, clusterMajors.join(', '), postgresMajor)
}

/** As root, PostgreSQL runs as another user, who must own the cluster files. */
export async function giveToPostgres(
  draft: string,
  { projects, controlEngine }: Pick<Manifest, 'projects' | 'controlEngine'>,
): Promise<void> {
  if (controlEngine?.engine === 'cluster')
    await handOverAll(join(draft, 'control', 'pg'), await processUser())
  for (const { ref, engine } of projects)
    if (engine === 'cluster') await handOverAll(join(draft, 'projects', ref, 'pg'), await processUser())
}
