/** Server data of plans and usage. */
import { getUsage, type Client, type Usage } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { organizationKey } from './organizations.js'

/** SPEC §9. */
const USAGE_STALE_MS = 30 * 60_000

/** @param projectRef one project only; empty: all of them */
export function usageQuery(client: Client, slug: string, projectRef = ''): QueryData<Usage> {
  return {
    key: [...organizationKey(slug), 'usage', projectRef],
    fetch: (signal) =>
      client.call(getUsage, { params: { slug }, query: { project_ref: projectRef } }, { signal }),
    staleMs: USAGE_STALE_MS,
  }
}
