/** What the plans cost and hold, and which add-ons there are. Nothing is charged; the platform only records them. */
import type { Addons, AddonVariant, PlanId } from '@basedeck/platform-client/contract'

/** Dollars a month, from the lowest plan to the highest; null: by agreement. */
export const PLAN_PRICES: readonly (readonly [PlanId, number | null])[] = [
  ['free', 0],
  ['pro', 25],
  ['team', 599],
  ['enterprise', null],
]

interface MetricData {
  metric: string
  /** Plans whose usage stops at the free units. */
  capped: readonly PlanId[]
  /** Free units per month; a plan that is absent does not include the metric. */
  free: Partial<Record<PlanId, number>>
  unit: string
}

const MB = 1024 * 1024
const GB = 1024 * MB

export const METRICS: readonly MetricData[] = [
  {
    metric: 'DATABASE_SIZE',
    capped: ['free'],
    free: { free: 500 * MB, pro: 8 * GB, team: 8 * GB, enterprise: 8 * GB },
    unit: 'per GB',
  },
  {
    metric: 'STORAGE_SIZE',
    capped: ['free'],
    free: { free: GB, pro: 100 * GB, team: 100 * GB, enterprise: 100 * GB },
    unit: 'per GB',
  },
  {
    metric: 'EGRESS',
    capped: ['free'],
    free: { free: 5 * GB, pro: 250 * GB, team: 250 * GB, enterprise: 250 * GB },
    unit: 'per GB',
  },
  {
    metric: 'MONTHLY_ACTIVE_USERS',
    capped: ['free'],
    free: { free: 50_000, pro: 100_000, team: 100_000, enterprise: 100_000 },
    unit: 'per user',
  },
  {
    metric: 'FUNCTION_INVOCATIONS',
    capped: ['free'],
    free: { free: 500_000, pro: 2_000_000, team: 2_000_000, enterprise: 2_000_000 },
    unit: 'per million',
  },
  {
    metric: 'DISK_IOPS_GP3',
    capped: ['free'],
    free: { free: 3000, pro: 3000, team: 3000 },
    unit: 'per IOPS',
  },
]

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

/** SPEC §3. */
export const ADDONS: Addons['available_addons'] = [
  {
    type: 'compute_instance',
    name: 'Compute',
    variants: [
      monthly('ci_micro', 'Micro', 10, { memory_gb: 1 }),
      monthly('ci_small', 'Small', 15, { memory_gb: 2 }),
      monthly('ci_medium', 'Medium', 60, { memory_gb: 4 }),
      monthly('ci_large', 'Large', 110, { memory_gb: 8 }),
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
  { type: 'ipv4', name: 'Dedicated IPv4 address', variants: [monthly('ipv4_default', 'Dedicated IPv4', 4)] },
  {
    type: 'addon_security_hipaa',
    name: 'HIPAA',
    variants: [monthly('hipaa_default', 'HIPAA', 350)],
  },
]

export function addonVariant(type: string, identifier: string): AddonVariant | undefined {
  return ADDONS.find((addon) => addon.type === type)?.variants.find(
    (variant) => variant.identifier === identifier,
  )
}
