/**
 * Exports of whole results into files. The host downloads them; the platform is polled for their progress until they
 * are complete, cancelled or broken. They outlive the page that began them.
 */
import {
  beginExport,
  cancelExport,
  exportProgress,
  PlatformError,
  type ArgumentsOf,
  type Client,
} from '@basedeck/platform-client'
import type { Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { bytesText } from '../../rules/results/bytes.js'
import { sqlResultsText as text } from '../../text/sql-results.js'

/** Milliseconds between two polls. */
const PROGRESS_MS = 500
/** Polls in a row that may fail. */
const MAX_UNANSWERED = 20

export interface Exports extends Disposable {
  /** Whether the host can download at all. */
  readonly isPossible: boolean
  /**
   * Resolves when the download has begun.
   * @throws PlatformError when the database refuses
   */
  begin(ref: string, body: ArgumentsOf<typeof beginExport>['body'], signal?: AbortSignal): Promise<void>
}

export function createExports({
  host,
  client,
}: {
  host: Pick<Host, 'files' | 'clock' | 'notifier'>
  client: Client
}): Exports {
  const stops = new Set<() => void>()

  function watch(ref: string, exportId: string, name: string): void {
    const params = { ref, exportId }
    const cancel = () => void client.call(cancelExport, { params }).catch(() => undefined)
    const shown = host.notifier.progress(
      { message: text.exporting(name), detail: text.waiting },
      { label: text.cancelExport, run: cancel },
    )
    let unanswered = 0
    let stop = () => {}
    const later = () => {
      stops.delete(stop)
      stop = host.clock.after(PROGRESS_MS, () => void look())
      stops.add(stop)
    }
    const end = (kind: 'success' | 'info' | 'error', message: string, detail?: string) => {
      stops.delete(stop)
      shown.end({ kind, message, ...(detail === undefined ? {} : { detail }) })
    }
    async function look(): Promise<void> {
      const progress = await client.call(exportProgress, { params }).catch((error: unknown) => error)
      if (progress instanceof Error) {
        const isGone = progress instanceof PlatformError && progress.kind === 'http'
        if (isGone || ++unanswered > MAX_UNANSWERED) return end('error', text.failed(name), progress.message)
        return later()
      }
      unanswered = 0
      const { state, rows, bytes, ...more } = progress as Awaited<ReturnType<typeof ask>>
      const amount = text.progress(rows, bytesText(bytes))
      if (state === 'done') return end('success', text.done(name), amount)
      if (state === 'cancelled') return end('info', text.cancelled(name))
      if (state === 'failed')
        return end('error', text.failed(name), 'message' in more ? more.message : undefined)
      if (state === 'running') shown.update({ message: text.exporting(name), detail: amount })
      later()
    }
    const ask = () => client.call(exportProgress, { params })
    later()
  }

  return {
    isPossible: host.files.download !== undefined,
    async begin(ref, body, signal) {
      const begun = await client.call(beginExport, { params: { ref }, body }, signal ? { signal } : {})
      host.files.download?.({ url: client.baseUrl + begun.path, name: begun.name })
      watch(ref, begun.id, begun.name)
    },
    dispose() {
      for (const stop of stops) stop()
      stops.clear()
    },
  }
}
