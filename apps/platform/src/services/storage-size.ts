/** How large the files of a project are, by the rows that name them. */
import { batchAsService } from '../objects/batch-as-service.js'
import { rowsOfStorage } from '../objects/storage-database.js'
import { SERVICE } from '../objects/storage-actor.js'
import type { ProjectLife } from '../project-life/project-life.js'

const TIMEOUT_MS = 30_000

const SQL = `select coalesce(sum((metadata->>'size')::numeric), 0)::text from storage.objects`

/** Bytes; null while the database can't be asked, and where it has no file storage. */
export async function storageSize(life: Pick<ProjectLife, 'database'>, ref: string): Promise<number | null> {
  const host = {
    batch: async (...[, request]: Parameters<Parameters<typeof rowsOfStorage>[0]['batch']>) =>
      batchAsService(await life.database(ref), request),
  }
  try {
    const [[[bytes = null] = []] = []] = await rowsOfStorage(host, ref, SERVICE, [{ query: SQL }], {
      timeoutMs: TIMEOUT_MS,
    })
    return bytes === null ? null : Number(bytes)
  } catch {
    return null
  }
}
