/** Restores one database into a project that exists. The previous database is moved aside, not deleted. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Caller, Origin } from '../access/caller.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { projectByRef, type ProjectRow } from '../control/projects.js'
import type { Recovery } from '../engines/cluster/wal-archive.js'
import type { EngineFiles, OwnEngineKind } from '../engines/engine-registry.js'
import { BackupError } from './backup-error.js'
import type { Manifest } from './manifest.js'
import { extractArchive, verifyArchive } from './read-archive.js'
import type { Through } from './sealed-file.js'
import { backupText } from '../text/backup.js'
import { keptText } from '../text/kept-backups.js'

export interface RestoreProjectDeps {
  dataDir: string
  control: ControlDatabase
  files: EngineFiles
  /** Of the data directory. */
  installationId: string
  now: Date
  /** What the bytes of the file pass before they are read, as of `createArchive`. */
  through?: Through
  /** Changes the files before they are put in place; answers what they replay beyond the backup. */
  prepare?(draft: string, scratch: string): Promise<Recovery | undefined>
  /** The project that was backed up goes on beside this one. Default false. */
  isCopy?: boolean
  /** Who restores it. Default: the operator, by a command. */
  by?: { caller: Caller; origin: Origin }
}

const RESTORABLE = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE']

/**
 * Returns where the previous database was moved. The line of the audit log is written before the files are replaced, so that
 * no restore is missing there; a restore whose files don't fit has its line too.
 * @throws BackupError, EngineError; the files of the project are unchanged then
 */
export async function restoreProject(
  ref: string,
  file: string,
  { dataDir, control, files, installationId, now, through, prepare, isCopy = false, by }: RestoreProjectDeps,
): Promise<{ manifest: Manifest; aside: string }> {
  const row = await projectByRef(control, ref)
  const engine = requireProject(ref, row, installationId)
  const manifest = await verifyArchive(file, through)
  const source = chooseSource(ref, file, manifest)
  if (manifest.projects.some((one) => one.ref === source && one.engine === 'postgres'))
    throw new BackupError(keptText.isServerDump)
  const scratch = join(dataDir, 'restoring', randomUUID())
  const draft = join(scratch, 'project')
  const aside = join(dataDir, 'replaced', `${ref}-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`)
  try {
    await mkdir(draft, { recursive: true })
    await mkdir(join(dataDir, 'replaced'), { recursive: true })
    const prefix = `projects/${source}/`
    await extractArchive(
      file,
      manifest,
      draft,
      (name) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined),
      through,
    )
    const recovery = await prepare?.(draft, scratch)
    await control.write([
      auditStatement(by?.caller ?? null, by?.origin ?? null, {
        action: 'project.restore',
        target: row?.name ?? ref,
        organizationId: row?.organization_id,
        projectRef: ref,
        detail: {
          file: basename(file),
          made_at: manifest.madeAt,
          from: source,
          ...(recovery?.until && { until: recovery.until.toISOString() }),
        },
      }),
    ])
    await files.replace({ id: ref, engine }, draft, aside, { recovery, isCopy })
    return { manifest, aside }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function requireProject(ref: string, row: ProjectRow | undefined, installationId: string): OwnEngineKind {
  if (!row) {
    throw new BackupError(backupText.noProject(ref))
  }
  if (row.engine === 'postgres' || row.installation_id !== installationId) {
    throw new BackupError(backupText.otherDirectory(ref))
  }
  if (!RESTORABLE.includes(row.status)) {
    throw new BackupError(backupText.notRestorable(ref, row.status))
  }
  return row.engine
}

/**
 * A dump of one project can be restored into any project. From a dump of an installation, the database with the same
 * ref is taken.
 */
function chooseSource(ref: string, file: string, { scope, projects }: Manifest): string {
  const refs = projects.map((project) => project.ref)
  const [only] = refs
  if (scope === 'project' && only !== undefined) return only
  if (refs.includes(ref)) return ref
  throw new BackupError(backupText.notInFile(file, ref, refs.join(', ')))
}
