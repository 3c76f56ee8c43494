/** Tells when something in a folder, or below it, changed. */
import { watch } from 'node:fs'

const QUIET_MS = 150

export interface WatchedFolder {
  /** Resolves a moment after the last change of a burst. */
  changed(): Promise<void>
  close(): void
}

/** @throws Error of the system: the folder can’t be watched */
export function watchFolder(folder: string): WatchedFolder {
  let waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const told = waiting
      waiting = []
      told.forEach((tell) => tell())
    }, QUIET_MS)
  })
  watcher.on('error', () => {})
  return {
    changed: () => new Promise((resolve) => waiting.push(resolve)),
    close() {
      clearTimeout(timer)
      watcher.close()
    },
  }
}
