/** Files in memory, and the dashboard's own way of sending them. */
import type { SourceFile, UploadTransport } from '@basedeck/storage-engine'
import { createTusTransport } from '@basedeck/storage-engine/tus'

export function bytesFile(path: string, content: Buffer): SourceFile {
  return {
    path,
    sizeBytes: content.length,
    type: 'application/octet-stream',
    modifiedMs: 0,
    read: async (start, end) => content.subarray(start, end),
  }
}

export function benchTransport(endpoint: string, apikey: string): UploadTransport {
  return createTusTransport({
    endpoint,
    apiKey: async () => apikey,
    store: { get: () => null, set() {}, remove() {} },
  })
}
