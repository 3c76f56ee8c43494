/**
 * What storage asks of the platform. Everything that goes through it is plain data, so that it may be called from
 * another thread.
 */
import type { KnownApiKey } from '../control/api-keys.js'
import type { ProjectKeys } from '../keys/project-keys.js'
import type { VerifyingKey } from '../keys/token.js'
import type { BatchOutcome, BatchRequest } from '../engines/engine.js'

export interface StorageProject {
  ref: string
  /** Bytes of one file at most. */
  fileSizeLimit: number
  /** What tokens and addresses are verified and signed with. */
  keys: ProjectKeys
}

export interface StorageHost {
  /** Undefined: there is no such project. */
  project(ref: string): Promise<StorageProject | undefined>
  /** The key with this hash. Undefined: the project has no such key. */
  apiKey(ref: string, hash: string): Promise<KnownApiKey | undefined>
  /** A key was used just now. It is known a minute later. @param hash of the key */
  keyUsed(hash: string): void
  /** Whether a role other than those of the API was granted to the login of the services. @throws as `batch` */
  isServedRole(ref: string, role: string): Promise<boolean>
  /** The public keys of a sign-in service that the project trusts. None: they can't be read, or it is not trusted. @param kid that is looked for */
  issuerKeys(ref: string, issuerId: string, kid: string): Promise<VerifyingKey[]>
  /** Whether the maker of a temporary key may still hold it; `maker` as the key names it */
  isMakerEntitled(ref: string, maker: string): Promise<boolean>
  /** One transaction in the project's database. @throws DatabaseError, EngineError, DomainError */
  batch(ref: string, request: BatchRequest): Promise<BatchOutcome>
  /** Stops a batch. */
  cancel(ref: string, runId: string): Promise<boolean>
}
