/** Asks every other process of the installation the same question, for what each of them has a part of. */
import type { Context } from 'hono'
import type { Origin } from '../access/caller.js'
import type { ControlDatabase } from '../control/control-database.js'
import { livePeers } from '../control/processes.js'
import { forwardedOf } from '../http/forwarded.js'
import type { AppEnv } from '../routes/app-env.js'
import type { AskPeers } from '../routes/logs.js'
import type { Neighbours } from './forwarding.js'

export interface AskPeersDeps extends Neighbours {
  control: ControlDatabase
  originOf(c: Context<AppEnv>): Origin
}

/** A call without a body: it is sent to several. */
const NO_BODY = new ArrayBuffer(0)

export function createAskPeers({ control, installationId, send, originOf }: AskPeersDeps): AskPeers {
  return async (c) => {
    if (forwardedOf(c)) return { answers: [], away: 0 }
    const peers = await livePeers(control, installationId)
    const settled = await Promise.allSettled(
      peers.map(async (peer) => {
        const answer = await send(c, peer, originOf(c), NO_BODY)
        const body: unknown = await answer.json()
        if (!answer.ok) throw new Error(`The process answered ${answer.status}`)
        return body
      }),
    )
    const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    return { answers, away: peers.length - answers.length }
  }
}
