/** How much of the thread one project may have at once, so that its neighbours are answered beside it. */
import { DomainError } from '../kernel/domain-error.js'

/** Calls of one project that are open at once. */
export const OPEN_CALLS = 500
/** Of one project, such as WebSockets. */
export const OPEN_CONNECTIONS = 10_000
const AGAIN_SECONDS = 1

export interface Shares {
  /** @returns ends the call; more than once does no harm. @throws DomainError service_busy */
  enter(ref: string): () => void
}

export function createShares(most = OPEN_CALLS): Shares {
  const open = new Map<string, number>()
  return {
    enter(ref) {
      const calls = open.get(ref) ?? 0
      if (calls >= most)
        throw new DomainError('service_busy', undefined, { retryAfterSeconds: AGAIN_SECONDS })
      open.set(ref, calls + 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        const left = (open.get(ref) ?? 1) - 1
        if (left === 0) open.delete(ref)
        else open.set(ref, left)
      }
    },
  }
}
