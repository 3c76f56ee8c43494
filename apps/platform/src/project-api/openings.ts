/**
 * How often one address may wake databases without showing who it is: a visitor with public keys could otherwise have the
 * databases of many projects opened one after the other.
 */
import { createRequestRate } from './request-rate.js'

/** A database that nobody used for so long may be asleep. */
const QUIET_MS = 60_000
/** Of one address, in a minute. */
export const OPENINGS = 30

export interface Openings {
  /**
   * A call for this project begins.
   * @param address of a visitor; undefined: the caller is known
   * @throws DomainError too_many_requests
   */
  begin(ref: string, address: string | undefined): void
}

/** @param now milliseconds */
export function createOpenings(now: () => number = Date.now): Openings {
  const rate = createRequestRate(now)
  /** By project, when it was used last. */
  const used = new Map<string, number>()
  return {
    begin(ref, address) {
      const at = now()
      const isQuiet = at - (used.get(ref) ?? Number.NEGATIVE_INFINITY) > QUIET_MS
      if (isQuiet && address !== undefined) rate.count('', address, OPENINGS)
      used.set(ref, at)
    },
  }
}
