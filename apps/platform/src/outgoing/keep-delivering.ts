/** Sends what is due in the queue of deliveries: soon after it was added, and from time to time what is tried again. */
import type { Logger } from 'pino'
import { deliverDue, type DeliverDeps } from './deliver-due.js'

export interface Deliveries {
  /** Sends what is due now, and resolves when each of it was tried. */
  look(): Promise<void>
  /** Ends the waiting for more; resolves when what is under way has ended, or soon. What is cut off is tried again later. */
  close(): Promise<void>
}

const EVERY_MS = 10_000
/** A server that hangs must not hold up the end of the program. */
const CLOSE_MS = 2000
/** Passes at once: a server that hangs holds one up, and the others go on. */
const MOST_PASSES = 8

export function keepDelivering(deps: DeliverDeps & { log: Pick<Logger, 'warn'> }): Deliveries {
  const passes = new Set<Promise<void>>()
  const closed = new AbortController()

  const pass = async (): Promise<void> => {
    try {
      while (!closed.signal.aborted && (await deliverDue(deps)) > 0);
    } catch (error) {
      deps.log.warn({ err: error }, 'what is due could not be sent; it is tried again')
    }
  }
  const look = (): Promise<void> => {
    if (closed.signal.aborted || passes.size >= MOST_PASSES) return Promise.resolve()
    const begun = pass().finally(() => passes.delete(begun))
    passes.add(begun)
    return begun
  }
  const timer = setInterval(() => void look(), EVERY_MS).unref()
  return {
    look,
    async close() {
      closed.abort()
      clearInterval(timer)
      let timeout: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timeout = setTimeout(resolve, CLOSE_MS)
      })
      await Promise.race([Promise.all(passes), late])
      clearTimeout(timeout)
    },
  }
}
