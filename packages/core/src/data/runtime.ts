/** The platform's own description. */
import { getRuntimeConfig, type Client, type RuntimeConfig } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'

export function runtimeQuery(client: Client): QueryData<RuntimeConfig> {
  return {
    key: ['runtime-config'],
    fetch: (signal) => client.call(getRuntimeConfig, {}, { signal }),
    staleMs: Number.POSITIVE_INFINITY,
  }
}
