/** How many clients, channels and messages the projects have at a moment, and when that is told. */

/** Of one project. */
export interface RealtimeFigures {
  ref: string
  connections: number
  /** Topics that somebody is in. */
  channels: number
  /** From clients and to them, since they were told last; heartbeats are no messages. */
  messages: number
}

/** Totals since this process began. */
export interface RealtimeTotals {
  connections: number
  channels: number
  messages: number
}

export interface FollowedRealtime {
  onMessage(ref: string): void
  /** Tells what changed, or was not told for a minute. @param isEnded nobody is connected any more */
  look(ref: string, now: { connections: number; channels: number }, isEnded?: boolean): void
  /** Undefined: nothing was counted. */
  messagesOf(ref: string): number | undefined
}

interface Known {
  total: number
  told: number
  connections: number
  channels: number
  toldAt: number
}

const QUIET_MS = 60_000
/** Projects whose messages are remembered; the one that was silent longest is forgotten, as after a restart. */
const MOST_PROJECTS = 10_000

export function followRealtime(
  tell: (figures: RealtimeFigures) => void,
  nowMs: () => number = Date.now,
): FollowedRealtime {
  const projects = new Map<string, Known>()

  function knownOf(ref: string): Known {
    const known = projects.get(ref) ?? { total: 0, told: 0, connections: 0, channels: 0, toldAt: 0 }
    projects.delete(ref)
    projects.set(ref, known)
    const [oldest] = projects.keys()
    if (projects.size > MOST_PROJECTS && oldest !== undefined) projects.delete(oldest)
    return known
  }

  return {
    // The order of the projects changes when they are looked at: this runs for each message to each client.
    onMessage: (ref) => void ((projects.get(ref) ?? knownOf(ref)).total += 1),
    look(ref, { connections, channels }, isEnded = false) {
      const known = knownOf(ref)
      const isChanged =
        known.total !== known.told || known.connections !== connections || known.channels !== channels
      if (!isChanged && !isEnded && nowMs() - known.toldAt < QUIET_MS) return
      tell({ ref, connections, channels, messages: known.total - known.told })
      Object.assign(known, { told: known.total, connections, channels, toldAt: nowMs() })
    },
    messagesOf: (ref) => projects.get(ref)?.total,
  }
}
