/** Temporary keys of the projects' own API: each is used for a while, and renewed before it ends. SPEC §7 */
import type { Client } from '@basedeck/platform-client'
import { temporaryKey } from '../../data/storage.js'
import type { Clock } from '../../ports/index.js'

/** SPEC §9 */
const LIFETIME_SECONDS = 300
/** A request that begins now may take some time to arrive. */
const RESERVE_MS = 60_000

/** The key of one project. */
export interface StorageKeyRing {
  /** A key that is valid now. @throws PlatformError */
  current(): Promise<string>
  /** The last one was refused: the next is another. */
  drop(): void
}

export function createStorageKeyRing(
  { client, clock }: { client: Client; clock: Clock },
  ref: string,
): StorageKeyRing {
  let held: { key: Promise<string>; untilMs: number } | undefined
  return {
    current() {
      if (held && clock.now() < held.untilMs) return held.key
      const key = temporaryKey(client, ref, LIFETIME_SECONDS)
      const next = { key, untilMs: clock.now() + LIFETIME_SECONDS * 1000 - RESERVE_MS }
      held = next
      key.catch(() => {
        if (held === next) held = undefined
      })
      return key
    },
    drop() {
      held = undefined
    },
  }
}
