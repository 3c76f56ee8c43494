/** A call as a service sees it whose answers are texts. What carried it is not told. */
import type { Context } from 'hono'
import type { StorageActor } from '../../objects/storage-actor.js'
import type { StorageProject } from '../../objects/storage-host.js'
import { limitBody } from '../../http/body-limit.js'
import { callerGone } from '../../http/caller-gone.js'
import type { Origin } from '../../access/caller.js'
import type { AppEnv } from '../../routes/app-env.js'
import type { CallAddress } from '../service.js'

export interface PlainRequest {
  method: string
  /** Below the service's own path, as it was sent. */
  path: string
  /** With its question mark; empty when there is none. */
  search: string
  /** Null: there is no connection. */
  ip: string | null
  /** By name in lower case, without the dashboard's cookies. */
  headers: Readonly<Record<string, string>>
  /** @throws HttpError body_too_large, aborted */
  body(mostBytes: number): Promise<Uint8Array>
  /** Aborted when the caller goes before its answer. */
  gone(): AbortSignal
}

/** One that may be answered. */
export interface PlainCall {
  request: PlainRequest
  project: StorageProject
  /** As whom it is made in the project's database. */
  actor: StorageActor
}

export interface PlainAnswer {
  status: number
  /** The names in any case; one may come more than once. */
  headers: readonly (readonly [name: string, value: string])[]
  body: string | Uint8Array
}

/** A call that a framework carried. */
export function requestOfContext(
  { c, method, path }: CallAddress,
  originOf: (c: Context<AppEnv>) => Origin,
): PlainRequest {
  const { url } = c.req
  const at = url.indexOf('?')
  return {
    method,
    path,
    search: at === -1 ? '' : url.slice(at),
    ip: originOf(c).ip,
    headers: Object.fromEntries(c.req.raw.headers),
    async body(mostBytes) {
      limitBody(c, mostBytes)
      return new Uint8Array(await c.req.raw.arrayBuffer())
    },
    gone: () => callerGone(c),
  }
}
