/** Restores a dump of an installation into an empty directory, whole or not at all. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataDirectory } from '../data-directory.js'
import { findBinaries } from '../engines/cluster/binaries.js'
import { handOverAll, processUser } from '../engines/cluster/process-user.js'
import { lockDataDirectory } from '../engines/data-directory-lock.js'
import { PGLITE_MAJOR } from '../engines/pglite/pglite-engine.js'
import { flushDirectory } from '../engines/templates/flush-directory.js'
import { BackupError } from './backup-error.js'
import { misfits, type Manifest, type Misfit } from './manifest.js'
import { extractArchive, verifyArchive } from './read-archive.js'

/** What a lock and a new file system have in a directory that is empty. */
const NOTHING = /^(lock|lost\+found)$/

/** Gives what was restored. @throws BackupError, EngineError; nothing is left then */
export async function restoreInstallation(dataDir: string, file: string): Promise<Manifest> {
  await requireEmpty(dataDir)
  const manifest = await verifyArchive(file)
  if (manifest.scope === 'project') {
    throw new BackupError(
      `${file} holds one database, not an installation. Restore it into a project: basedeck restore --project <ref> --from ${file}`,
    )
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
    // The file that makes it a data directory comes last.
    const names = (await readdir(draft)).toSorted((a, b) => rank(a) - rank(b))
    for (const name of names) await rename(join(draft, name), join(dataDir, name))
    await rm(draft, { recursive: true })
    await flushDirectory(join(dataDir, 'control')).catch(() => {})
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await lock.release()
  }
}

function rank(name: string): number {
  return name === 'basedeck.json' ? 1 : 0
}

async function requireEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new BackupError(`${dataDir} can’t be read (${error.code})`, { cause: error })
  })
  if (names.every((name) => NOTHING.test(name))) return
  throw new BackupError(
    `The directory ${dataDir} is not empty, and a restore never overwrites anything. Choose another one with --data-dir`,
  )
}

/** @param copyTo where the programs of the npm package are laid out */
async function requireFitting(manifest: Manifest, copyTo: string): Promise<void> {
  const all = [...manifest.projects, ...(manifest.controlEngine ? [manifest.controlEngine] : [])]
  const hasClusters = all.some(({ engine }) => engine === 'cluster')
  const found = hasClusters ? await findBinaries(copyTo) : []
  const clusterMajors = found.map(({ major }) => major)
  const wrong = misfits(manifest, { architecture: process.arch, clusterMajors, pgliteMajor: PGLITE_MAJOR })
  if (wrong.length === 0) return
  const lines = wrong.map((one) => misfitSentence(one, manifest, clusterMajors))
  throw new BackupError([...lines, 'Nothing was restored.'].join(' '))
}

function misfitSentence(
  { engine, postgresMajor, refs, isControl, reason }: Misfit,
  { architecture }: Manifest,
  clusterMajors: readonly number[],
): string {
  const databases = `databases of ${refs.join(', ')} were`
  const what = !isControl
    ? `The ${databases}`
    : refs.length === 0
      ? 'The control plane was'
      : `The control plane and the ${databases}`
  const whose = `${what} made by PostgreSQL ${postgresMajor}`
  if (reason === 'other-architecture')
    return `${whose} on ${architecture}, and their files don’t fit ${process.arch}: restore them on such a machine.`
  if (engine === 'pglite')
    return `${whose} in PGlite, and this Basedeck brings ${PGLITE_MAJOR}: restore them with the version that made them.`
  const here = clusterMajors.length === 0 ? 'none is found here' : `${clusterMajors.join(', ')} is found here`
  return `${whose}, and ${here}: install PostgreSQL ${postgresMajor}.`
}

/** As root, PostgreSQL runs as another user, whose the clusters must be. */
async function giveToPostgres(draft: string, { projects, controlEngine }: Manifest): Promise<void> {
  if (controlEngine?.engine === 'cluster')
    await handOverAll(join(draft, 'control', 'pg'), await processUser())
  for (const { ref, engine } of projects)
    if (engine === 'cluster') await handOverAll(join(draft, 'projects', ref, 'pg'), await processUser())
}
