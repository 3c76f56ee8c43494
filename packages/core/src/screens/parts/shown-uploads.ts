/** What the tray of uploads shows, and what can be done in it. */
import type { ReadableAtom } from 'nanostores'
import type { LazyService } from '../../kernel/lazy-services.js'

/** One file of the tray. */
export interface TrayFile {
  key: string
  name: string
  /** Where it goes. */
  path: string
  /** `212 MB of 640 MB · 18.4 MB/s`, `Done`, or why it failed. */
  detail: string
  tone: 'busy' | 'good' | 'bad' | 'quiet'
  /** 0 to 1; null: no bar. */
  fraction: number | null
  can: { pause: boolean; resume: boolean; cancel: boolean; retry: boolean; remove: boolean }
}

/** What the tray says of all files. */
export interface TrayHead {
  title: string
  /** `2m remaining – 47%`; empty when nothing is under way. */
  progress: string
  isBusy: boolean
  can: { pause: boolean; resume: boolean; cancel: boolean; retry: boolean; clear: boolean }
}

/** The tray of a deck. */
export interface UploadTray extends LazyService {
  /** Null: there is nothing to show. */
  readonly $head: ReadableAtom<TrayHead | null>
  readonly $files: ReadableAtom<readonly TrayFile[]>
  readonly $isExpanded: ReadableAtom<boolean>
  toggle(): void
  pause(key: string): void
  resume(key: string): void
  cancel(key: string): void
  retry(key: string): void
  remove(key: string): void
  pauseAll(): void
  resumeAll(): void
  cancelAll(): void
  retryAll(): void
  /** Removes everything that has ended. */
  clear(): void
}
