/**
 * What storage asks of the platform. Everything that goes through it is plain data, so that it may be called from
 * another thread.
 */
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
  /** The kind of the key with this hash; undefined: the project has no such key */
  keyType(ref: string, hash: string): Promise<'publishable' | 'secret' | undefined>
  /** Whether the maker of a temporary key may still hold it; `maker` as the key names it */
  isMakerEntitled(ref: string, maker: string): Promise<boolean>
  /** One transaction in the project's database. @throws DatabaseError, EngineError, DomainError */
  batch(ref: string, request: BatchRequest): Promise<BatchOutcome>
  /** Stops a batch. */
  cancel(ref: string, runId: string): Promise<boolean>
}
