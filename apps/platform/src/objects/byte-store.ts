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
  /** Takes a whole, flushed file of this disk, which may be gone afterwards. It can be repeated. */
  take(project: string, id: string, path: string, stored: StoredBytes): Promise<void>
  /** @throws DomainError bytes_missing */
  read(project: string, id: string, range?: ByteRange): Promise<Readable>
  /** Gives the same bytes another id, without copying them where the disk can do that. @throws DomainError bytes_missing */
  copy(project: string, from: string, to: string): Promise<void>
  /** Those that are not there are passed over. */
  remove(project: string, ids: readonly string[]): Promise<void>
  /** Ids of everything that was put there before a moment, in no order. */
  olderThan(project: string, moment: Date): AsyncIterable<string>
  /** Set: the bytes are outside of the data directory, and every process of the installation reaches them. */
  shared?: SharedBytes
}

/** What a store outside of the data directory can do besides. */
export interface SharedBytes {
  /** Everything of a project, in no order. */
  all(project: string): AsyncIterable<{ id: string; size: number }>
  /** Projects of which something is there. */
  projects(): AsyncIterable<string>
  /** Sends what lies in the data directory, from before the store was used or from a dump; gives how much that was. */
  sendLocal(project: string): Promise<number>
  /** Deletes what was half sent before a moment, by a process that was killed. */
  removeHalves(project: string, moment: Date): Promise<void>
  /** Deletes everything of a project, also while a dump is written. */
  removeAll(project: string): Promise<void>
}
