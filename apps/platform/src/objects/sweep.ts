/**
 * Frees bytes whose objects are gone – deleted by SQL, or left by a killed process – and uploads that have expired. Bytes
 * are put there before their object is made, so young ones are left alone.
 */
import type { Logger } from 'pino'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDatabaseId } from '../engines/project-directory.js'
import type { ByteStore } from './byte-store.js'
import { versionsIn, versionsInUse } from './object-rows.js'
import type { ResumableUploads } from './resumable-uploads.js'
import { SERVICE } from './storage-actor.js'
import { rowsOfStorage } from './storage-database.js'
import type { StorageHost } from './storage-host.js'

/** Milliseconds in which an upload must end. */
export const UPLOAD_EXPIRY_MS = 24 * 60 * 60 * 1000
/** Far longer than the last step of an upload may take. */
const YOUNG_MS = 60 * 60 * 1000
/** Ids that one query asks for. */
const ASKED_AT_ONCE = 1000

export interface SweepDeps {
  host: Pick<StorageHost, 'batch'>
  bytes: ByteStore
  resumable: Pick<ResumableUploads, 'unfinished' | 'removeExpired'>
}

/** Gives the number of freed ones. @throws when the project's database can't be asked; nothing is freed then */
export async function sweepProject(
  { host, bytes, resumable }: SweepDeps,
  ref: string,
  now: Date,
): Promise<number> {
  await resumable.removeExpired(ref, new Date(now.getTime() - UPLOAD_EXPIRY_MS))
  const unfinished = await resumable.unfinished(ref)
  let freed = 0
  let asked: string[] = []
  const free = async (): Promise<void> => {
    if (asked.length === 0) return
    const [rows = []] = await rowsOfStorage(host, ref, SERVICE, [versionsInUse(asked)])
    const used = new Set(versionsIn(rows))
    const gone = asked.filter((id) => !used.has(id))
    await bytes.remove(ref, gone)
    freed += gone.length
    asked = []
  }
  for await (const id of bytes.olderThan(ref, new Date(now.getTime() - YOUNG_MS))) {
    if (!unfinished.has(id)) asked.push(id)
    if (asked.length >= ASKED_AT_ONCE) await free()
  }
  await free()
  return freed
}

const FIRST_AFTER_MS = 10 * 60_000
const EVERY_MS = 6 * 60 * 60_000

/** Sweeps the projects whose files are in the data directory, every few hours. @returns what ends it */
export function keepSwept(
  deps: SweepDeps & { dataDir: string; log: Pick<Logger, 'info' | 'warn'> },
): () => void {
  const { dataDir, log } = deps
  let isEnded = false
  const sweep = async (): Promise<void> => {
    const refs = (await readdir(join(dataDir, 'projects')).catch(() => [])).filter(isDatabaseId)
    for (const project of refs) {
      if (isEnded) return
      const names = await readdir(join(dataDir, 'projects', project)).catch((): string[] => [])
      if (!names.includes('objects') && !names.includes('uploads')) continue
      await sweepProject(deps, project, new Date()).then(
        (freed) => freed > 0 && log.info({ project, freed }, 'files without an object were deleted'),
        (error: unknown) =>
          log.warn(
            { err: error, project },
            'files without an object could not be looked for; they are later',
          ),
      )
    }
  }
  const first = setTimeout(() => void sweep(), FIRST_AFTER_MS).unref()
  const timer = setInterval(() => void sweep(), EVERY_MS).unref()
  return () => {
    isEnded = true
    clearTimeout(first)
    clearInterval(timer)
  }
}
