/** Server data of usage and add-ons, as the frame needs them. */
import { getAddons, getUsage, type Addons, type Client, type Usage } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import type { DayRange } from '../rules/organization/usage-period.js'
import { organizationKey } from './organizations.js'
import { projectKey } from './projects.js'

/** SPEC §9. */
export const USAGE_STALE_MS = 30 * 60_000
const ADDONS_STALE_MS = 60 * 60_000

/** Which usage is meant. */
export interface UsageQuestion {
  /** One project only; empty: all of them. */
  projectRef?: string
  /** Absent: the period of the plan. */
  days?: DayRange | undefined
}

/** What the call is asked. */
export const usageRequest = ({ projectRef = '', days }: UsageQuestion) => ({
  project_ref: projectRef,
  ...days,
})

export function usageQuery(client: Client, slug: string, question: UsageQuestion = {}): QueryData<Usage> {
  const query = usageRequest(question)
  return {
    key: [...organizationKey(slug), 'usage', query],
    fetch: (signal) => client.call(getUsage, { params: { slug }, query }, { signal }),
    staleMs: USAGE_STALE_MS,
  }
}

export function addonsQuery(client: Client, ref: string): QueryData<Addons> {
  return {
    key: [...projectKey(ref), 'addons'],
    fetch: (signal) => client.call(getAddons, { params: { ref } }, { signal }),
    staleMs: ADDONS_STALE_MS,
  }
}
