/**
 * What storage asks of the platform. Everything that goes through it is plain data, so that it may be called from
 * another thread.
 */
import type { KnownApiKey } from '../control/api-keys.js'
import type { BatchOutcome, BatchRequest } from '../engines/engine.js'

export interface StorageProject {
  ref: string
  /** Bytes of one file at most. */
  fileSizeLimit: number
  /** Signs the project's keys, and addresses of objects. */
  jwtSecret: string
}

export interface StorageHost {
  /** Undefined: there is no such project. */
  project(ref: string): Promise<StorageProject | undefined>
  /** The key with this hash. Undefined: the project has no such key. */
  apiKey(ref: string, hash: string): Promise<KnownApiKey | undefined>
  /** A key was used just now. It is known a minute later. @param id of the key */
  keyUsed(id: string): void
  /** Whether the maker of a temporary key may still hold it; `maker` as the key names it */
  isMakerEntitled(ref: string, maker: string): Promise<boolean>
  /** One transaction in the project's database. @throws DatabaseError, EngineError, DomainError */
  batch(ref: string, request: BatchRequest): Promise<BatchOutcome>
  /** Stops a batch. */
  cancel(ref: string, runId: string): Promise<boolean>
}
