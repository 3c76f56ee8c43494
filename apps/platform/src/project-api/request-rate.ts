/** How many requests of one address are answered in a minute. Whole minutes are counted, so that little has to be remembered. */
import { DomainError } from '../kernel/domain-error.js'

const MINUTE_MS = 60_000
/** The most addresses that are counted. When there are more, all counts begin at zero again, so that memory is bounded. */
const MOST_ADDRESSES = 100_000

export interface RequestRate {
  /** @throws DomainError too_many_requests */
  count(ref: string, address: string, most: number): void
}

export function createRequestRate(now: () => number = Date.now): RequestRate {
  let minute = 0
  let counts = new Map<string, number>()
  return {
    count(ref, address, most) {
      const at = now()
      const current = Math.floor(at / MINUTE_MS)
      if (current !== minute || counts.size >= MOST_ADDRESSES) {
        minute = current
        counts = new Map()
      }
      const key = `${ref} ${address}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count <= most) return
      const retryAfterSeconds = Math.ceil(((minute + 1) * MINUTE_MS - at) / 1000)
      throw new DomainError('too_many_requests', undefined, { retryAfterSeconds })
    },
  }
}
