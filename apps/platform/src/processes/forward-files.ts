/**
 * Forwards a call of the object API to the process that holds the project: its files are in that process's data
 * directory. Any process answers for a database by URL, but an upload goes on where it was begun.
 */
import type { Context } from 'hono'
import type { Origin } from '../access/caller.js'
import type { ControlDatabase } from '../control/control-database.js'
import { holderOf, livePeers, type Holder } from '../control/processes.js'
import { DomainError } from '../kernel/domain-error.js'
import { forwardedOf } from '../http/forwarded.js'
import type { AppEnv } from '../routes/app-env.js'
import { answeredElsewhere } from './answered-elsewhere.js'
import type { Neighbours } from './forwarding.js'
import { PeerError } from './send.js'

/** Undefined: it is answered here. @throws DomainError holder_away, holder_broke_off */
export type ForwardFiles = (
  c: Context<AppEnv>,
  ref: string,
  /** The process that began the upload which the call is for. */
  begunAt?: string,
) => Promise<Response | undefined>

/** Retry-After for a call that was not made: about the time that a process needs to restart. */
const AGAIN_SECONDS = 5

/** Which process holds a project. */
export interface Holders {
  holderOf(ref: string): Promise<Holder | undefined>
  /** Null: that process is away. */
  addressOf(installationId: string): Promise<string | null>
}

/** @param installationId of this process */
export function holdersIn(control: ControlDatabase, installationId: string): Holders {
  return {
    holderOf: (ref) => holderOf(control, ref),
    async addressOf(id) {
      const peers = await livePeers(control, installationId)
      return peers.find((one) => one.installation_id === id)?.address ?? null
    },
  }
}

export interface ForwardFilesDeps extends Neighbours, Holders {
  originOf(c: Context<AppEnv>): Origin
}

export function createForwardFiles({
  holderOf,
  addressOf,
  installationId,
  send,
  originOf,
}: ForwardFilesDeps): ForwardFiles {
  return async (c, ref, begunAt) => {
    if (forwardedOf(c)) return undefined
    const holder = await holderOf(ref)
    const id = holder?.installation_id ?? begunAt
    if (!holder || id === undefined || id === installationId) return undefined
    const away = { retryAfterSeconds: AGAIN_SECONDS }
    const address = holder.installation_id === null ? await addressOf(id) : holder.address
    if (address === null) throw new DomainError('holder_away', undefined, away)
    const peer = { installation_id: id, address }
    return answeredElsewhere(c, send(c, peer, originOf(c))).catch((cause: unknown) => {
      if (!(cause instanceof PeerError)) throw cause
      const mayHaveRun = cause.mayHaveRun && c.req.method !== 'GET' && c.req.method !== 'HEAD'
      throw mayHaveRun
        ? new DomainError('holder_broke_off', undefined, { cause })
        : new DomainError('holder_away', undefined, { ...away, cause })
    })
  }
}
