/** Where the addresses of unfinished uploads are kept, so that a file goes on after a reload. */
import type { PreviousUpload, UrlStorage } from 'tus-js-client'

/** Small values kept on this device: local storage in a browser, a map in a script. */
export interface UploadStore {
  get(key: string): string | null
  set(key: string, value: string): unknown
  remove(key: string): void
}

/** One unfinished upload for each fingerprint. */
export function urlStorageOf(store: UploadStore): UrlStorage {
  const read = (key: string): PreviousUpload[] => {
    const text = store.get(key)
    if (text === null) return []
    try {
      return [{ ...(JSON.parse(text) as PreviousUpload), urlStorageKey: key }]
    } catch {
      // Written by another version: the upload begins again.
      return []
    }
  }
  return {
    findAllUploads: async () => [],
    findUploadsByFingerprint: async (fingerprint) => read(fingerprint),
    removeUpload: async (key) => store.remove(key),
    async addUpload(fingerprint, upload) {
      store.set(fingerprint, JSON.stringify(upload))
      return fingerprint
    },
  }
}
