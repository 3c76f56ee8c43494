/** Server data of plans, of usage by the day, and what changes plans and add-ons. */
import {
  changeSubscription,
  getDailyUsage,
  getSubscription,
  listPlans,
  removeAddon,
  setAddon,
  type Addons,
  type Client,
  type DailyUsage,
  type Plan,
  type PlanId,
  type Subscription,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { addonsQuery, USAGE_STALE_MS, usageRequest, type UsageQuestion } from './billing.js'
import { organizationKey } from './organizations.js'
import { projectKey } from './projects.js'

export function dailyUsageQuery(
  client: Client,
  slug: string,
  question: UsageQuestion,
): QueryData<DailyUsage[]> {
  const query = usageRequest(question)
  return {
    key: [...organizationKey(slug), 'daily-usage', query],
    fetch: async (signal) => (await client.call(getDailyUsage, { params: { slug }, query }, { signal })).days,
    staleMs: USAGE_STALE_MS,
  }
}

export function subscriptionQuery(client: Client, slug: string): QueryData<Subscription> {
  return {
    key: [...organizationKey(slug), 'subscription'],
    fetch: (signal) => client.call(getSubscription, { params: { slug } }, { signal }),
  }
}

export function plansQuery(client: Client, slug: string): QueryData<{ plans: Plan[] }> {
  return {
    key: [...organizationKey(slug), 'plans'],
    fetch: (signal) => client.call(listPlans, { params: { slug } }, { signal }),
  }
}

/** What a plan includes is in the organization, its projects and its usage. */
export function planChangeMutation(
  client: Client,
  slug: string,
): MutationData<{ plan: PlanId; expected: PlanId }, Subscription> {
  return {
    call: ({ plan, expected }) =>
      client.call(changeSubscription, { params: { slug }, body: { plan, expected_plan: expected } }),
    store: (queries, subscription) => queries.set(subscriptionQuery(client, slug), subscription),
    refreshes: () => [organizationKey(slug), ['organizations'], ['projects']],
  }
}

/** `variant` null: the add-on is removed. */
export function addonMutation(
  client: Client,
  ref: string,
): MutationData<{ type: string; variant: string | null }, Addons> {
  return {
    call: ({ type, variant }) =>
      variant === null
        ? client.call(removeAddon, { params: { ref }, query: { type } })
        : client.call(setAddon, { params: { ref }, body: { type, variant } }),
    store: (queries, addons) => queries.set(addonsQuery(client, ref), addons),
    refreshes: () => [projectKey(ref), ['organization']],
  }
}
