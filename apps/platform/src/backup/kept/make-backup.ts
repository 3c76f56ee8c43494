/** Makes a backup of one project: its database while it stays in use, and then the files that it names. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sizeText } from '@basedeck/core/rules'
import { completeBackup, failBackup } from '../../control/backups.js'
import { DatabaseError, EngineError, type EngineKind } from '../../engines/engine.js'
import { jobLine } from '../../log-lines/work-lines.js'
import { keptText } from '../../text/kept-backups.js'
import { workText } from '../../text/logs.js'
import { BackupError } from '../backup-error.js'
import { writeDump, type DumpSource } from '../dump.js'
import { verifyArchive } from '../read-archive.js'
import { opening, sealing } from '../sealed-file.js'
import type { FileSink } from '../../engines/file-sink.js'
import type { DumpedDatabase } from '../manifest.js'
import type { KeptBackupsContext } from './kept-context.js'

/** In the archive, of a database on another server. */
export const SERVER_DUMP = 'database.dump'

/** True: it is whole, and was read back. False: the reason is noted. */
export async function makeBackup(
  context: KeptBackupsContext,
  { ref, id, engine }: { ref: string; id: string; engine: EngineKind },
  signal: AbortSignal,
): Promise<boolean> {
  const { control, registry, box, dataDir, bytes, files, version, now, log } = context
  try {
    await files.prepare(ref)
    const walLine = (await registry.walOf(ref))?.line
    const file = files.pathOf(ref, id)
    let consistentAt = now()
    const source: DumpSource = {
      dataDir,
      async backUp(of, sink) {
        const record =
          engine === 'postgres'
            ? await sendServer(context, { ref, sink, signal })
            : await registry.backUp(of, sink)
        consistentAt = now()
        return record
      },
      backUpControl: undefined,
      bytes,
    }
    const written = await writeDump(
      source,
      { file, withoutKey: true, project: ref },
      { version, now: now(), signal, through: sealing(box) },
    )
    await verifyArchive(file, opening(box))
    signal.throwIfAborted()
    const noted = await control.write([
      completeBackup(id, { bytes: written.bytes, walLine, consistentAt, endedAt: now() }),
    ])
    if (noted.ok)
      context.writeLine?.(
        jobLine(
          {
            project: ref,
            event: 'backup.made',
            message: workText.backupMade(sizeText(written.bytes)),
            fields: { backup: id, bytes: written.bytes },
          },
          now().getTime(),
        ),
      )
    return noted.ok
  } catch (error) {
    const isStopped = signal.aborted
    if (!isStopped) log.warn({ err: error, project: ref }, 'a backup of a project failed')
    await files.discard(ref, id).catch(() => {})
    await control
      .write([failBackup(id, isStopped ? keptText.stopped : reasonOf(error), now())])
      .catch((failure: unknown) => log.error({ err: failure, project: ref }, 'a failed backup was not noted'))
    return false
  }
}

/** For people; what isn't expected is in the log of the platform. */
export function reasonOf(error: unknown): string {
  const isExpected = [BackupError, EngineError, DatabaseError].some((kind) => error instanceof kind)
  return isExpected ? (error as Error).message : keptText.unexpected
}

/** Its program writes a file, whose size the archive must know before. */
async function sendServer(
  { servers, dataDir }: KeptBackupsContext,
  { ref, sink, signal }: { ref: string; sink: FileSink; signal: AbortSignal },
): Promise<DumpedDatabase> {
  if (!servers) throw new BackupError(keptText.ownServer)
  const scratch = join(dataDir, 'restoring', randomUUID())
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  try {
    const file = join(scratch, SERVER_DUMP)
    const postgresMajor = await servers.dump(ref, file, signal)
    await sink.file(`projects/${ref}/${SERVER_DUMP}`, file)
    return { engine: 'postgres', postgresMajor }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
