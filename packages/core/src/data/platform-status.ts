/** The status of the platform. */
import { getPlatformStatus, type Client, type PlatformStatus } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'

const FOLLOWED_MS = 15_000

export function platformStatusQuery(client: Client): QueryData<PlatformStatus> {
  return {
    key: ['platform-status'],
    fetch: (signal) => client.call(getPlatformStatus, {}, { signal }),
    refetchMs: FOLLOWED_MS,
  }
}
