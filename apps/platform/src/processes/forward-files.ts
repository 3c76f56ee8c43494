/**
 * Forwards a call of the object API to the process that holds the project: its files are in that process's data
 * directory.
 */
import type { Context } from 'hono'
import type { Origin } from '../access/caller.js'
import type { ControlDatabase } from '../control/control-database.js'
import { holderOf } from '../control/processes.js'
import { DomainError } from '../domain-error.js'
import { forwardedOf } from '../http/forwarded.js'
import type { AppEnv } from '../routes/app-env.js'
import type { Neighbours } from './forwarding.js'
import { PeerError } from './send.js'

/** Undefined: it is answered here. @throws DomainError holder_away, holder_broke_off */
export type ForwardFiles = (c: Context<AppEnv>, ref: string) => Promise<Response | undefined>

/** Retry-After for a call that was not made: about the time that a process needs to restart. */
const AGAIN_SECONDS = 5

export function createForwardFiles({
  control,
  installationId,
  send,
  originOf,
}: Neighbours & { control: ControlDatabase; originOf(c: Context<AppEnv>): Origin }): ForwardFiles {
  return async (c, ref) => {
    if (forwardedOf(c)) return undefined
    const holder = await holderOf(control, ref)
    if (!holder || holder.installation_id === installationId || holder.installation_id === null)
      return undefined
    const away = { retryAfterSeconds: AGAIN_SECONDS }
    if (holder.address === null) throw new DomainError('holder_away', undefined, away)
    const peer = { installation_id: holder.installation_id, address: holder.address }
    return send(c, peer, originOf(c)).catch((cause: unknown) => {
      if (!(cause instanceof PeerError)) throw cause
      const mayHaveRun = cause.mayHaveRun && c.req.method !== 'GET' && c.req.method !== 'HEAD'
      throw mayHaveRun
        ? new DomainError('holder_broke_off', undefined, { cause })
        : new DomainError('holder_away', undefined, { ...away, cause })
    })
  }
}
