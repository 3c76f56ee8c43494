/**
 * How large the pieces are in which a file is sent. Small files are sent together with the request that begins the upload.
 * @rule storage.chunk-size  @spec §9
 */
const MiB = 1024 * 1024
const SMALL_CHUNK_BYTES = 6 * MiB
const MAX_CHUNK_BYTES = 524_288_000

/** Below so many bytes a file is sent in so many pieces. */
const LADDER = [
  [100 * MiB, 8],
  [500 * MiB, 10],
  [1024 * MiB, 20],
  [10_240 * MiB, 30],
  [Number.POSITIVE_INFINITY, 50],
] as const

/** Bytes of a piece, for a file of so many bytes. */
export function chunkSizeFor(sizeBytes: number): number {
  if (sizeBytes < 30 * MiB) return SMALL_CHUNK_BYTES
  const pieces = LADDER.find(([below]) => sizeBytes < below)?.[1] ?? 50
  return Math.min(Math.floor(sizeBytes / pieces), MAX_CHUNK_BYTES)
}

/** Whether the file goes with the request that begins its upload. */
export function isSentWithCreation(sizeBytes: number): boolean {
  return sizeBytes <= chunkSizeFor(sizeBytes)
}
