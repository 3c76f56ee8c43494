/**
 * What the plans cost and include, and which add-ons there are. Nothing is charged; the platform only records it. An
 * operator replaces parts of it by a file (`--plans`, `read-plans.ts`).
 */
import type {
  Addons,
  AddonType,
  AddonVariant,
  MeteredMetric,
  PlanId,
  ProjectService,
} from '@basedeck/platform-client/contract'
import { COMPUTE_ADDON, MEMORY_GB } from '@basedeck/core/rules'

export interface MetricLimits {
  metric: MeteredMetric
  /** Plans whose usage stops at the free units. */
  capped: readonly PlanId[]
  /** Free units per month; null: unlimited; a plan that is absent does not include the metric. */
  free: Partial<Record<PlanId, number | null>>
  unit: string
  /** Metered only where this service is served. Default: always. */
  service?: ProjectService
}

export interface PlanCatalogue {
  /** From the lowest plan to the highest, in dollars a month; null: by agreement. */
  prices: readonly (readonly [PlanId, number | null])[]
  metrics: readonly MetricLimits[]
  addons: Addons['available_addons']
}

/** What a size may state, in GB. */
export const MEMORY_GB_RANGE = { least: 0.25, largest: 1024 } as const

const MB = 1024 * 1024
const GB = 1024 * MB
const CAPPED: readonly PlanId[] = ['free']

const monthly = (
  identifier: string,
  name: string,
  price: number,
  meta?: Record<string, unknown>,
): AddonVariant => ({
  identifier,
  name,
  price,
  price_interval: 'monthly',
  price_type: 'fixed',
  ...(meta ? { meta } : {}),
})

const UNLIMITED = { free: null, pro: null, team: null, enterprise: null }

export const DEFAULT_PLANS: PlanCatalogue = {
  prices: [
    ['free', 0],
    ['pro', 25],
    ['team', 599],
    ['enterprise', null],
  ],
  metrics: [
    {
      metric: 'DATABASE_SIZE',
      capped: CAPPED,
      free: { free: 500 * MB, pro: 8 * GB, team: 8 * GB, enterprise: null },
      unit: 'per GB',
    },
    {
      metric: 'STORAGE_SIZE',
      capped: CAPPED,
      free: { free: GB, pro: 100 * GB, team: 100 * GB, enterprise: null },
      unit: 'per GB',
    },
    {
      metric: 'EGRESS',
      capped: CAPPED,
      free: { free: 5 * GB, pro: 250 * GB, team: 250 * GB, enterprise: null },
      unit: 'per GB',
    },
    { metric: 'QUERIES', capped: CAPPED, free: UNLIMITED, unit: 'per query' },
    { metric: 'API_REQUESTS', capped: CAPPED, free: UNLIMITED, unit: 'per request' },
    {
      metric: 'MONTHLY_ACTIVE_USERS',
      capped: CAPPED,
      free: { free: 50_000, pro: 100_000, team: 100_000, enterprise: null },
      unit: 'per user',
      service: 'auth',
    },
    {
      metric: 'FUNCTION_INVOCATIONS',
      capped: CAPPED,
      free: { free: 500_000, pro: 2_000_000, team: 2_000_000, enterprise: null },
      unit: 'per call',
      service: 'functions',
    },
    {
      metric: 'REALTIME_MESSAGE_COUNT',
      capped: CAPPED,
      free: { free: 2_000_000, pro: 5_000_000, team: 5_000_000, enterprise: null },
      unit: 'per message',
      service: 'realtime',
    },
    {
      metric: 'REALTIME_PEAK_CONNECTIONS',
      capped: CAPPED,
      free: { free: 200, pro: 500, team: 500, enterprise: null },
      unit: 'per connection',
      service: 'realtime',
    },
  ],
  // SPEC §3.
  addons: [
    {
      type: COMPUTE_ADDON,
      name: 'Compute',
      variants: [
        monthly('ci_micro', 'Micro', 10, { [MEMORY_GB]: 1 }),
        monthly('ci_small', 'Small', 15, { [MEMORY_GB]: 2 }),
        monthly('ci_medium', 'Medium', 60, { [MEMORY_GB]: 4 }),
        monthly('ci_large', 'Large', 110, { [MEMORY_GB]: 8 }),
      ],
    },
    {
      type: 'pitr',
      name: 'Point in time recovery',
      variants: [
        monthly('pitr_7', '7 days', 100, { backup_duration_days: 7 }),
        monthly('pitr_14', '14 days', 200, { backup_duration_days: 14 }),
        monthly('pitr_28', '28 days', 400, { backup_duration_days: 28 }),
      ],
    },
    { type: 'custom_domain', name: 'Custom domain', variants: [monthly('cd_default', 'Custom domain', 10)] },
    {
      type: 'ipv4',
      name: 'Dedicated IPv4 address',
      variants: [monthly('ipv4_default', 'Dedicated IPv4', 4)],
    },
    { type: 'addon_security_hipaa', name: 'HIPAA', variants: [monthly('hipaa_default', 'HIPAA', 350)] },
  ],
}

/** Without the metrics of services that are not served. */
export function plansOfServed(plans: PlanCatalogue, served: readonly ProjectService[]): PlanCatalogue {
  const isMetered = ({ service }: MetricLimits) => service === undefined || served.includes(service)
  return { ...plans, metrics: plans.metrics.filter(isMetered) }
}

export function addonVariant(
  { addons }: Pick<PlanCatalogue, 'addons'>,
  type: AddonType,
  identifier: string,
): AddonVariant | undefined {
  return addons
    .find((addon) => addon.type === type)
    ?.variants.find((variant) => variant.identifier === identifier)
}

/** Bytes; undefined for what states no memory. */
export function memoryOfVariant(variant: AddonVariant | undefined): number | undefined {
  const stated = variant?.meta?.[MEMORY_GB]
  return typeof stated === 'number' ? Math.round(stated * GB) : undefined
}
