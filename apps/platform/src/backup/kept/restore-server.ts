/** Restores the backup of a database on another server: on that server, where a restored database takes its place. */
import { randomUUID } from 'node:crypto'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { auditStatement } from '../../control/audit.js'
import { beginBackup } from '../../control/backups.js'
import { requireProjectRow } from '../../control/projects.js'
import { isThere } from '../../engines/is-there.js'
import { DomainError } from '../../kernel/domain-error.js'
import { objectsFolder } from '../../objects/byte-folders.js'
import type { SecretBox } from '../../secrets/secret-box.js'
import { keptText } from '../../text/kept-backups.js'
import { BackupError } from '../backup-error.js'
import { extractVerified, verifyArchive } from '../read-archive.js'
import { opening } from '../sealed-file.js'
import type { KeptBackupsContext } from './kept-context.js'
import { makeBackup, reasonOf, SERVER_DUMP } from './make-backup.js'
import type { RestoreRequest } from './restore-kept.js'

/**
 * @returns to which moment, and where the previous state is: the id of its backup, or the name of a database where none could be made
 * @throws DomainError backup_failed; the database is unchanged then
 */
export async function restoreOnServer(
  context: KeptBackupsContext,
  { ref, id, by }: { ref: string; id: string; by: RestoreRequest['by'] },
  signal: AbortSignal,
): Promise<{ restored_to: string; kept: string }> {
  const { control, servers, box, dataDir, files, now } = context
  const project = await requireProjectRow(control, ref)
  const scratch = join(dataDir, 'restoring', randomUUID())
  const before = {
    ref,
    id: randomUUID(),
    kind: 'before_restore',
    engine: 'postgres',
    begunAt: now(),
  } as const
  try {
    if (!servers) throw new BackupError(keptText.ownServer)
    await control.write([beginBackup(ref, before)])
    const isKept = await makeBackup(context, before, signal)
    signal.throwIfAborted()
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const { madeAt } = await verifyArchive(await files.bring(ref, id), opening(box))
    const dump = await extractServerDump({ file: await files.bring(ref, id), ref, scratch, box })
    await control.write([
      auditStatement(by?.caller ?? null, by?.origin ?? null, {
        action: 'project.restore',
        target: project.name,
        organizationId: project.organization_id,
        projectRef: ref,
        detail: { file: id, made_at: madeAt, from: ref },
      }),
    ])
    // Files that the restored database names may have been deleted; none that is there is replaced.
    const objects = join(scratch, 'objects')
    if (await isThere(objects))
      await cp(objects, objectsFolder(dataDir, ref), {
        recursive: true,
        force: false,
        preserveTimestamps: true,
      })
    const replaced = await servers.restore(ref, dump, signal)
    if (isKept) await replaced.drop()
    return { restored_to: madeAt, kept: isKept ? before.id : replaced.before }
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('backup_failed', keptText.notRestored(reasonOf(error)), { cause: error })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Also the files of the project, into a folder `objects`. @returns the path of the dump */
export async function extractServerDump({
  file,
  ref,
  scratch,
  box,
}: {
  file: string
  ref: string
  scratch: string
  box: SecretBox
}): Promise<string> {
  const prefix = `projects/${ref}/`
  const below = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined)
  await extractVerified(file, scratch, below, opening(box))
  return join(scratch, SERVER_DUMP)
}
