/** Where the bytes of objects are: whole, immutable, addressed by an id that names no path of a user. */
import type { Readable } from 'node:stream'

/** Bytes that were put there. */
export interface StoredBytes {
  size: number
  /** SHA-256 of them, hex. */
  sha256: string
}

/** The first and the last byte, from 0. */
export interface ByteRange {
  start: number
  end: number
}

export interface ByteStore {
  /**
   * Puts bytes there, whole or not at all; they are on the disk when it resolves.
   * @param limit most bytes @throws DomainError object_too_large, and what the source and the disk throw
   */
  put(project: string, id: string, source: AsyncIterable<Uint8Array>, limit: number): Promise<StoredBytes>
  /** @throws DomainError bytes_missing */
  read(project: string, id: string, range?: ByteRange): Promise<Readable>
  /** Gives the same bytes another id, without copying them where the disk can do that. @throws DomainError bytes_missing */
  copy(project: string, from: string, to: string): Promise<void>
  /** Those that are not there are passed over. */
  remove(project: string, ids: readonly string[]): Promise<void>
  /** Ids of everything that was put there before a moment, in no order. */
  olderThan(project: string, moment: Date): AsyncIterable<string>
}
