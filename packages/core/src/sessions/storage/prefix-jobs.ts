/** Moves, renames and deletes everything below a folder by one call: its progress is shown, and it can be cancelled. */
import {
  cancelPrefixJob,
  getPrefixJob,
  PlatformError,
  toPlatformError,
  type ArgumentsOf,
  type beginPrefixJob,
  type Client,
  type PrefixJob,
} from '@basedeck/platform-client'
import { prefixJob } from '../../data/storage.js'
import type { Host } from '../../ports/index.js'
import { storageText as text } from '../../text/storage.js'

/** Milliseconds between two polls. */
const POLL_MS = 400
/** Polls in a row that may fail. */
const MAX_UNANSWERED = 20

export type PrefixJobOutcome =
  | { type: 'done'; objects: number }
  | { type: 'cancelled' }
  | { type: 'failed'; message: string; code?: string }

export interface PrefixJobRequest {
  ref: string
  bucket: string
  body: ArgumentsOf<typeof beginPrefixJob>['body']
  /** What is shown while it runs. */
  message: string
}

/** It never rejects. */
export async function runPrefixJob(
  { host, client }: { host: Pick<Host, 'clock' | 'notifier'>; client: Client },
  { ref, bucket, body, message }: PrefixJobRequest,
): Promise<PrefixJobOutcome> {
  let job: PrefixJob
  try {
    job = await prefixJob(client, ref, bucket).call(body)
  } catch (error) {
    return failed(error)
  }
  if (job.state !== 'running') return outcomeOf(job)
  const params = { ref, bucket, job: job.id }
  const shown = host.notifier.progress(
    { message },
    {
      label: text.jobs.cancel,
      run: () => void client.call(cancelPrefixJob, { params }).catch(() => undefined),
    },
  )
  for (let unanswered = 0; job.state === 'running';) {
    await new Promise<void>((resolve) => void host.clock.after(POLL_MS, resolve))
    try {
      job = await client.call(getPrefixJob, { params })
      unanswered = 0
      const { total, done } = job
      if (total !== null && total > 0)
        shown.update({ message, detail: text.jobs.objects(done, total), fraction: done / total })
    } catch (error) {
      const isGone = error instanceof PlatformError && error.kind === 'http' && (error.status ?? 0) < 500
      if (!isGone && ++unanswered <= MAX_UNANSWERED) continue
      shown.end()
      return failed(error)
    }
  }
  shown.end()
  return outcomeOf(job)
}

function failed(error: unknown): PrefixJobOutcome {
  const { message, code } = toPlatformError(error)
  return { type: 'failed', message, ...(code === undefined ? {} : { code }) }
}

function outcomeOf({ state, error, total, done }: PrefixJob): PrefixJobOutcome {
  if (state === 'cancelled') return { type: 'cancelled' }
  if (state === 'failed')
    return { type: 'failed', message: error?.message ?? '', ...(error ? { code: error.code } : {}) }
  return { type: 'done', objects: total ?? done }
}
