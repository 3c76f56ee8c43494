/**
 * One service of a project's own API. All have the same parts: what they answer, who may, as whom, within which limits, in
 * which words they refuse, what an engine lacks, and how they stop. `serve-service` does what all of them need.
 */
import type { EngineKind } from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import type { StorageActor } from '../objects/storage-actor.js'
import type { StorageHost, StorageProject } from '../objects/storage-host.js'
import type { ForwardFiles } from '../processes/forward-files.js'
import type { AppEnv } from '../routes/app-env.js'
import type { GivenKeys } from '../objects/storage-key.js'
import type { Refusal } from './refusals.js'
import type { ServedName } from './served-paths.js'
import type { RequireRoom } from '../services/disk-space.js'

/** One kind of call, found from method and path alone. */
export interface ServiceCall {
  /** In the log and the metrics: `/{ref}/storage/v1/read`. */
  name: string
  /**
   * `nothing`: anybody may. `key`: who shows a key of the project, or the token of one of its users; the call is made as the
   * role of that. `secret`: who shows a secret key.
   */
  needs: 'nothing' | 'key' | 'secret'
  /** It is refused while the disk of the data directory is full. */
  stores: boolean
  /** Bytes of its body at most; `streamed`: the service counts them while they arrive. */
  body: number | 'streamed'
  /** It goes on as a WebSocket (`takeUpgrade`); its key may be in the query too. Default false. */
  upgrades?: boolean
  /** The process that holds what the call goes on with. Absent: the one that holds the project. */
  begunAt?: string | undefined
}

/** A call as it came. */
export interface CallAddress {
  c: Context<AppEnv>
  method: string
  /** Below the service's own path, as it was sent: `/object/list/pictures`. */
  path: string
}

/** A call that may be made. */
export interface ServedCall<Call extends ServiceCall = ServiceCall> extends CallAddress {
  call: Call
  project: StorageProject
  /** What comes before `path`: `/default/storage/v1`. */
  prefix: string
  /** As whom it is made in the project's database; of a call that needs nothing, a visitor. */
  actor: StorageActor
}

/** Methods, so that a service with calls of its own kind is one of the list. */
export interface Service<Call extends ServiceCall = ServiceCall> {
  name: ServedName
  /** Headers of answers that pages of other origins may read. */
  exposedHeaders: readonly string[]
  /** What the databases of an engine can't do of it, as a sentence. Absent: they can do all. */
  lacks: Partial<Record<EngineKind, string>>
  /** Undefined: there is no such call. @throws DomainError */
  callOf(address: CallAddress): Call | undefined
  /** Of an address that alone does not say what is asked. @throws DomainError */
  settle?(call: Call, project: StorageProject): Promise<Call>
  /** @throws DomainError, DatabaseError, EngineError */
  answer(served: ServedCall<Call>): Promise<Response>
  /** The key of a call, where it is given in another way than to all services. @throws DomainError */
  keysOf?(c: Context<AppEnv>): GivenKeys
  /** The words that its clients read in a refusal. Absent: ours. */
  refusal?: Refusal
  /**
   * The service answers an OPTIONS that is no preflight, and makes all its answers by the context (`c.newResponse`), which
   * adds the headers that all services have. Default: everybody gets an answer without a body.
   */
  answersOptions?: true
  /** CORS is its own business, preflights too. Default: all origins may call it. */
  ownCors?: true
  /** Adds to the answer of an OPTIONS that is no preflight. */
  tellOptions?(address: CallAddress, ref: string | undefined): Promise<void>
  /** Ends what it holds, such as sockets. */
  close?(): Promise<void>
}

/** What the services ask of the platform. */
export interface ServiceTools {
  host: StorageHost
  /** Called for what stores something. Default: there is always room. @throws DomainError disk_full */
  requireRoom?: RequireRoom | undefined
  /** Default: all projects are here. */
  neighbours?: { forward: ForwardFiles } | undefined
}
