/** Plans, add-ons and usage, as recorded by the platform. Nothing is charged. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import type { PlanId } from './organizations.js'
import { inOrganization, inProject } from './permission.js'

/** What the platform counts or measures of a project. Sizes and egress in bytes. */
export const METERED_METRICS = [
  'DATABASE_SIZE',
  'STORAGE_SIZE',
  'EGRESS',
  'QUERIES',
  'API_REQUESTS',
  'MONTHLY_ACTIVE_USERS',
  'FUNCTION_INVOCATIONS',
  'REALTIME_MESSAGE_COUNT',
  'REALTIME_PEAK_CONNECTIONS',
] as const
/** The name of a metric that the platform measures. */
export type MeteredMetric = (typeof METERED_METRICS)[number]

/** One metered thing. `usage` is in the unit that `unit_price_desc` names; `cost` is in dollars. */
export interface UsageMetric {
  metric: string
  capped: boolean
  available_in_plan: boolean
  unlimited: boolean
  usage: number
  usage_original: number
  cost: number
  pricing_free_units?: number
  pricing_strategy: 'UNIT' | 'PACKAGE' | 'NONE'
  unit_price_desc: string
  project_allocations: { ref: string; name: string; usage: number }[]
}

/** What an organization, or one of its projects, used in a time. */
export interface Usage {
  usage_billing_enabled: boolean
  /** When a size of the chosen projects was measured last, ISO 8601; absent: none was. The other metrics are counted at once. */
  measured_at?: string
  usages: UsageMetric[]
}

/** What was used on a day, all chosen projects together. Sizes: what was known at the end of the day. */
export interface DailyUsage {
  /** `2026-01-31`, UTC. */
  day: string
  metric: MeteredMetric
  amount: number
}

/** The plan of an organization, with the add-ons of its projects. */
export interface Subscription {
  plan: { id: PlanId; name: string }
  usage_billing_enabled: boolean
  /** Of its projects. `recorded_only`: it has no effect here, and no price. */
  addons: {
    id: string
    name: string
    price: number
    project_ref: string
    project_name: string
    recorded_only?: true
  }[]
  /** Seconds since 1970. */
  current_period_start: number
  current_period_end: number
  /** A lower plan begins when the period ends. `at`: ISO 8601. */
  scheduled_plan_change?: { plan: PlanId; at: string }
}

/** A plan that an organization may take, and what the change to it would be. */
export interface Plan {
  id: PlanId
  name: string
  /** Dollars a month; null: it is not set, but agreed upon. */
  price: number | null
  is_current: boolean
  change_type: 'upgrade' | 'downgrade' | 'none'
  /** What it includes a month; `units` null: unlimited. Metrics that it does not include are left out. */
  includes: { metric: MeteredMetric; units: number | null }[]
  /** Bytes of the largest file that its projects may store. */
  largest_file_bytes: number
}

/** SPEC §3. */
export type AddonType =
  | 'compute_instance'
  | 'pitr'
  | 'custom_domain'
  | 'ipv4'
  | 'addon_security_hipaa'
  | (string & {})

/** One size of an add-on. `price` is in dollars, for the time that `price_interval` names. */
export interface AddonVariant {
  identifier: string
  name: string
  price: number
  price_interval: 'monthly' | 'hourly'
  price_type: 'fixed' | 'usage'
  meta?: Record<string, unknown>
}

/** The add-ons of a project: those it has, and those it can have. */
export interface Addons {
  ref: string
  selected_addons: { type: AddonType; variant: AddonVariant }[]
  available_addons: { type: AddonType; name: string; variants: AddonVariant[] }[]
  /** Types without an effect here: the platform only records them, and they have no price. */
  recorded_only: AddonType[]
  /** What the sizes of `compute_instance` do here; each states its `memory_gb` in `meta`. */
  compute: {
    /** `memory`: another size sets PostgreSQL's memory and restarts the database. `none`: it is only recorded. */
    effect: 'memory' | 'none'
    /** A database gets no more than this on this machine, whatever its size states. */
    largest_memory_gb: number
  }
}

const isoDate = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'must be an ISO date'),
)
const planId = v.picklist(['free', 'pro', 'team', 'enterprise'] satisfies PlanId[])
const REQUIRES = { slug: 'Slug is required' }
const REQUIRES_PROJECT = { ref: 'Project ref is required' }

/**
 * What an organization used; of one project with `project_ref`, from `start` to `end` (ISO 8601). Default: this
 * period.
 */
export const getUsage = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/usage',
  access: inOrganization('read', 'organization'),
  query: v.object({
    project_ref: v.optional(v.string()),
    start: v.optional(isoDate),
    end: v.optional(isoDate),
  }),
  response: gives<Usage>(),
  requires: REQUIRES,
})
/** The same by the day. Days without usage are left out. */
export const getDailyUsage = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/usage/daily',
  access: inOrganization('read', 'organization'),
  query: v.object({
    project_ref: v.optional(v.string()),
    start: v.optional(isoDate),
    end: v.optional(isoDate),
  }),
  response: gives<{ days: DailyUsage[] }>(),
  requires: REQUIRES,
})
/** The plan of an organization. */
export const getSubscription = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/billing/subscription',
  access: inOrganization('read', 'organization'),
  response: gives<Subscription>(),
  requires: REQUIRES,
})
/**
 * Changes the plan. A higher one begins at once, a lower one when the period ends; the current one takes a scheduled
 * change back. Refused with 409 `stale` when the plan is not `expected_plan` any more.
 */
export const changeSubscription = endpoint({
  method: 'PUT',
  path: '/platform/organizations/{slug}/billing/subscription',
  access: inOrganization('update', 'billing'),
  audit: true,
  hostedOnly: true,
  body: v.object({ plan: planId, expected_plan: planId }),
  response: gives<Subscription>(),
  requires: REQUIRES,
})
/** The plans that an organization may take, cheapest first. */
export const listPlans = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/billing/plans',
  access: inOrganization('read', 'billing'),
  response: gives<{ plans: Plan[] }>(),
  requires: REQUIRES,
})
/** The add-ons of a project. */
export const getAddons = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/billing/addons',
  access: inProject('read', 'projects'),
  response: gives<Addons>(),
  requires: REQUIRES_PROJECT,
})
/**
 * Adds an add-on, or takes another size of it. A free plan has none: 409 `addons_need_paid_plan`. Another size of
 * `compute_instance` restarts a database where it has an effect: the project's status is RESTORING until that is done.
 * 409 `project_busy` while the status is changing.
 */
export const setAddon = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/billing/addons',
  access: inProject('update', 'billing'),
  servedBy: 'holder-unless-lost',
  audit: true,
  hostedOnly: true,
  body: v.object({ type: v.pipe(v.string(), v.maxLength(60)), variant: v.pipe(v.string(), v.maxLength(60)) }),
  response: gives<Addons>(),
  requires: REQUIRES_PROJECT,
})
/** Removes an add-on; one that the project does not have is removed already. Restarts as `setAddon`. */
export const removeAddon = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/billing/addons',
  access: inProject('update', 'billing'),
  servedBy: 'holder-unless-lost',
  audit: true,
  hostedOnly: true,
  query: v.object({ type: v.pipe(v.string(), v.maxLength(60)) }),
  response: gives<Addons>(),
  requires: REQUIRES_PROJECT,
})
