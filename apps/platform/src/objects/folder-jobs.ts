/**
 * Jobs over everything below a folder. The rows are changed in one transaction: all of them, or none. A job belongs to
 * the process that began it.
 */
import { randomUUID } from 'node:crypto'
import type { PrefixJob } from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import { DatabaseError } from '../engines/engine.js'
import { forEachAtOnce } from '../engines/for-each-at-once.js'
import { errorText } from '../text/errors.js'
import { storageText } from '../text/storage.js'
import type { StorageDeps } from './buckets.js'
import { copyBelow, countBelow, deleteBelow, moveBelow, versionsBelow, versionsIn } from './object-rows.js'
import { requirePath } from './objects.js'
import { ownerOf, type StorageActor } from './storage-actor.js'
import { isCancelled, rowsOfStorage } from './storage-database.js'

export type FolderChange =
  | { action: 'delete'; from: string }
  | { action: 'move' | 'copy'; from: string; to: string; toBucket?: string | undefined }

export interface FolderJobs {
  /** @throws DomainError invalid_path, object_not_found when nothing is there */
  begin(ref: string, actor: StorageActor, bucket: string, change: FolderChange): Promise<PrefixJob>
  /** @throws DomainError storage_job_not_found */
  progress(ref: string, id: string): PrefixJob
  /** False: it was over. */
  cancel(ref: string, id: string): Promise<boolean>
}

interface Running {
  ref: string
  job: PrefixJob
  stop: AbortController
}

/** Milliseconds for which the end of a job is remembered. */
const REMEMBER_MS = 5 * 60_000

export function createFolderJobs({ host, bytes }: StorageDeps): FolderJobs {
  const jobs = new Map<string, Running>()

  async function work(
    { ref, job, stop }: Running,
    actor: StorageActor,
    bucket: string,
    change: FolderChange,
  ): Promise<void> {
    const run = { runId: job.id, timeoutMs: 0 }
    if (change.action === 'delete') {
      const [rows = []] = await rowsOfStorage(host, ref, actor, [deleteBelow(bucket, change.from)], run)
      job.done = rows.length
      // The job is done without them; what a failure leaves is freed by the sweep.
      bytes.remove(ref, versionsIn(rows)).catch(() => {})
      return
    }
    const from = { bucket, folder: change.from }
    const to = { bucket: change.toBucket ?? bucket, folder: change.to, owner: ownerOf(actor) }
    if (change.action === 'move') {
      await rowsOfStorage(host, ref, actor, [moveBelow(from, to)], run)
      job.done = job.total ?? 0
      return
    }
    const [rows = []] = await rowsOfStorage(host, ref, actor, [versionsBelow(bucket, change.from)], run)
    const copies: [id: string, version: string][] = []
    try {
      await forEachAtOnce(rows, async ([id, version]) => {
        stop.signal.throwIfAborted()
        if (typeof id !== 'string' || typeof version !== 'string') return
        const copy = randomUUID()
        await bytes.copy(ref, version, copy)
        copies.push([id, copy])
        job.done += 1
      })
      await rowsOfStorage(host, ref, actor, [copyBelow(from, to, copies)], run)
    } catch (error) {
      await bytes.remove(
        ref,
        copies.map(([, version]) => version),
      )
      throw error
    }
  }

  return {
    async begin(ref, actor, bucket, change) {
      requirePath(change.from)
      if (change.action !== 'delete') requirePath(change.to)
      if (
        change.action === 'move' &&
        isInside(change.to, change.from) &&
        (change.toBucket ?? bucket) === bucket
      )
        throw new DomainError('invalid_path', storageText.intoItself)
      const [[[count = '0'] = []] = []] = await rowsOfStorage(host, ref, actor, [
        countBelow(bucket, change.from),
      ])
      if (count === '0') throw new DomainError('object_not_found')
      const { action } = change
      const job: PrefixJob = {
        id: randomUUID(),
        action,
        state: 'running',
        total: Number(count),
        done: 0,
        error: null,
      }
      const running = { ref, job, stop: new AbortController() }
      jobs.set(job.id, running)
      work(running, actor, bucket, change)
        .then(
          () => void (job.state = 'done'),
          (error: unknown) => {
            if (running.stop.signal.aborted && (isCancelled(error) || !(error instanceof DatabaseError)))
              job.state = 'cancelled'
            else Object.assign(job, { state: 'failed', error: reasonOf(error) })
          },
        )
        .finally(() => setTimeout(() => jobs.delete(job.id), REMEMBER_MS).unref())
      return { ...job }
    },
    progress(ref, id) {
      const running = jobs.get(id)
      if (running?.ref !== ref) throw new DomainError('storage_job_not_found')
      return { ...running.job }
    },
    async cancel(ref, id) {
      const running = jobs.get(id)
      if (running?.ref !== ref || running.job.state !== 'running') return false
      running.stop.abort()
      await host.cancel(ref, id)
      return true
    },
  }
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}

function reasonOf(error: unknown): PrefixJob['error'] {
  if (error instanceof DomainError) return { code: error.code, message: error.message }
  if (error instanceof DatabaseError) return { code: error.report.code, message: error.message }
  return { code: 'internal', message: errorText.internal }
}
