/** Makes a backup of one project: its database while it stays in use, and then the files that it names. */
import { completeBackup, failBackup } from '../../control/backups.js'
import { DatabaseError, EngineError } from '../../engines/engine.js'
import { keptText } from '../../text/kept-backups.js'
import { BackupError } from '../backup-error.js'
import { writeDump, type DumpSource } from '../dump.js'
import { verifyArchive } from '../read-archive.js'
import { opening, sealing } from '../sealed-file.js'
import type { KeptBackupsContext } from './kept-context.js'

/** True: it is whole, and was read back. False: the reason is noted. */
export async function makeBackup(
  context: KeptBackupsContext,
  { ref, id }: { ref: string; id: string },
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
        const record = await registry.backUp(of, sink)
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
