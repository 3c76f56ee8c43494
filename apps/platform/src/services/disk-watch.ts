/** Checks the disk of the data directory while the platform runs, and logs and reports changes of its state. */
import type { Logger } from 'pino'
import { diskState, diskSentence, type DiskState } from './disk-space.js'

const EVERY_MS = 30_000

export interface DiskWatchDeps {
  freeBytes(): Promise<number>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Called when its state has changed. It must not throw. Default: only the log tells. */
  onChange?(state: DiskState, freeBytes: number): void
  /** Called at each look. Default: nothing. */
  onLook?(): void
  /** Default: 30 seconds. */
  everyMs?: number
}

const LEVELS = { enough: 'info', 'nearly-full': 'warn', full: 'error' } as const

/** @returns what ends it */
export function watchDisk({
  freeBytes,
  log,
  onChange,
  onLook,
  everyMs = EVERY_MS,
}: DiskWatchDeps): () => void {
  let known: DiskState = 'enough'
  const look = async () => {
    onLook?.()
    // An unreadable disk causes other errors, which are reported elsewhere.
    const free = await freeBytes().catch(() => undefined)
    if (free === undefined || diskState(free) === known) return
    known = diskState(free)
    log[LEVELS[known]]({ freeBytes: free }, diskSentence(free))
    onChange?.(known, free)
  }
  void look()
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
