/**
 * Whether an organization uses more than its plan holds, which the badge “Exceeding usage limits” shows.
 * @rule billing.usage-limits  @spec §4
 */
import type { Organization, UsageMetric } from '@basedeck/platform-client/contract'

/** Provisioned disk speed is not part of any plan. */
const IGNORED_METRIC = 'DISK_IOPS_GP3'

/** Usage is fetched only where usage billing is exactly off. CLARIFICATIONS "Plans, usage". */
export function needsUsage(organization: Partial<Pick<Organization, 'usage_billing_enabled'>>): boolean {
  return organization.usage_billing_enabled === false
}

/** Strictly above the free units; missing ones count as 0. */
export function exceedsUsageLimits(
  usageBillingEnabled: boolean | undefined,
  usages: readonly UsageMetric[],
): boolean {
  return usageBillingEnabled === false && usages.some(isExceeded)
}

/** Whether one metric is above the limit of the plan. */
export function isExceeded(metric: UsageMetric): boolean {
  if (!metric.capped || !metric.available_in_plan || metric.unlimited) return false
  return metric.metric !== IGNORED_METRIC && metric.usage > (metric.pricing_free_units ?? 0)
}
