/**
 * Forwards a call for a project to the process that holds its database. The contract says for each call whether that
 * is needed (`servedBy`). A call is forwarded at most once.
 */
import type { EndpointData } from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import type { Caller, Origin } from '../access/caller.js'
import type { Gate } from '../http/gate.js'
import type { ControlDatabase } from '../control/control-database.js'
import { holderOf, livePeers, type Peer } from '../control/processes.js'
import type { AppEnv } from '../routes/app-env.js'
import { DomainError } from '../kernel/domain-error.js'
import { forwardedOf } from '../http/forwarded.js'
import { answeredElsewhere } from './answered-elsewhere.js'
import { knowsNothing } from './knows-nothing.js'
import { PeerError, type Send } from './send.js'

export interface ForwardingDeps {
  control: ControlDatabase
  gate: Gate
  installationId: string
  send: Send
  originOf(c: Context<AppEnv>): Origin
}

/** What reaches the other processes on the same control plane. */
export type Neighbours = Pick<ForwardingDeps, 'installationId' | 'send'>

/** Retry-After for a call that was not made: about the time that a process needs to restart. */
const AGAIN_SECONDS = 5

/** A body can be passed on once, and several processes may be asked. Such calls have none. */
const NO_BODY = new ArrayBuffer(0)

type Answer = Response | undefined | void

/** Answers a call here, by `here`, or at the process that holds the database. */
export type Forwarding = (
  c: Context<AppEnv>,
  endpoint: EndpointData,
  here: () => Promise<Answer>,
) => Promise<Answer>

export function createForwarding({
  control,
  gate,
  installationId,
  send,
  originOf,
}: ForwardingDeps): Forwarding {
  return async (c, endpoint, here) => {
    const { servedBy } = endpoint
    if (servedBy === undefined || forwardedOf(c)) return here()
    // For callers who are not members, neither the project nor its holder exists.
    const visited = await gate.visit(c, endpoint)
    if (!visited) return here()
    const { caller, ref } = visited
    const holder = await holderOf(control, ref)
    if (!holder || holder.installation_id === installationId) return here()
    if (holder.installation_id === null) return servedBy === 'beginner' ? byBeginner(c, here) : here()
    const peer = { installation_id: holder.installation_id, address: holder.address ?? '' }
    const isChange = c.req.method !== 'GET'
    const mayAnswerHere =
      servedBy === 'holder-if-there' || (servedBy === 'holder-unless-lost' && holder.is_lost)
    if (holder.address !== null) {
      // The body must still be there when the holder turns out to be away.
      const body = mayAnswerHere && isChange ? await c.req.arrayBuffer() : undefined
      try {
        return await answeredElsewhere(c, send(c, peer, originOf(c), body))
      } catch (error) {
        if (!(error instanceof PeerError)) throw error
        if (error.mayHaveRun && isChange) throw refusal('holder_broke_off', caller, peer, error)
        if (!mayAnswerHere) throw refusal('holder_away', caller, peer, error)
      }
    }
    if (mayAnswerHere) return here()
    throw refusal('holder_away', caller, peer)
  }

  /** Only the process that started a run in a database by URL knows it. */
  async function byBeginner(c: Context<AppEnv>, here: () => Promise<Answer>): Promise<Answer> {
    const own = await here().catch((error: unknown) => error)
    if (!(await knowsNothing(own))) return settle(own)
    for (const peer of await livePeers(control, installationId)) {
      const theirs = await send(c, peer, originOf(c), NO_BODY).catch((error: unknown) => {
        if (error instanceof PeerError) return error
        throw error
      })
      if (!(await knowsNothing(theirs))) return settle(theirs)
      // Its connection is free again.
      if (theirs instanceof Response) await theirs.body?.cancel()
    }
    return settle(own)
  }
}

function settle(answer: unknown): Response {
  if (answer instanceof Response) return answer
  throw answer
}

/** Administrators are told which process it is; only the log contains its address. */
function refusal(
  code: 'holder_away' | 'holder_broke_off',
  caller: Caller,
  { installation_id }: Peer,
  cause?: PeerError,
): DomainError {
  return new DomainError(code, undefined, {
    cause,
    ...(code === 'holder_away' ? { retryAfterSeconds: AGAIN_SECONDS } : {}),
    ...(caller.isAdministrator ? { more: { process: installation_id } } : {}),
  })
}
