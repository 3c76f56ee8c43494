/**
 * Files whose upload had not ended when the page was reloaded: the tray names them, and the same file goes on where it
 * stopped. They are kept with the window.
 */
import type { KeyValueStorage } from '../../ports/index.js'

export interface UnfinishedUpload {
  ref: string
  bucket: string
  /** In the bucket. */
  path: string
  sizeBytes: number
}

export interface UnfinishedUploads {
  /** What an earlier page of this window left. */
  read(): UnfinishedUpload[]
  write(uploads: readonly UnfinishedUpload[]): void
}

const KEY = 'basedeck:unfinished-uploads'
/** More than anybody picks again one by one. */
const MAX_KEPT = 200

export function createUnfinishedUploads(
  storage: Pick<KeyValueStorage, 'get' | 'set' | 'remove'> | undefined,
): UnfinishedUploads {
  return {
    read() {
      try {
        const stored: unknown = JSON.parse(storage?.get(KEY) ?? '[]')
        return Array.isArray(stored) ? stored.filter(isUnfinished) : []
      } catch {
        // Another version or a hand wrote it: there is nothing to go on with.
        return []
      }
    },
    write(uploads) {
      if (uploads.length === 0) storage?.remove(KEY)
      else storage?.set(KEY, JSON.stringify(uploads.slice(0, MAX_KEPT)))
    },
  }
}

function isUnfinished(value: unknown): value is UnfinishedUpload {
  const { ref, bucket, path, sizeBytes } = (value ?? {}) as Record<string, unknown>
  return [ref, bucket, path].every((each) => typeof each === 'string') && typeof sizeBytes === 'number'
}
