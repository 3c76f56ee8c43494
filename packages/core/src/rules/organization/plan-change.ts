/**
 * Whether a change of plan is an upgrade, a downgrade or nothing.
 * @rule billing.plan-change  @spec §4
 */
import type { PlanId } from '@basedeck/platform-client/contract'

/** From the lowest to the highest. SPEC §3. */
export const PLANS = ['free', 'pro', 'team', 'enterprise'] as const satisfies readonly PlanId[]

/** The direction of a change of plan. */
export function planChange(from: PlanId, to: PlanId): 'upgrade' | 'downgrade' | 'none' {
  const steps = PLANS.indexOf(to) - PLANS.indexOf(from)
  if (steps > 0) return 'upgrade'
  return steps < 0 ? 'downgrade' : 'none'
}

/**
 * When a scheduled plan is in force, as milliseconds since 1970: right after the last moment of the period, so on the first
 * day of the next one. @param at the last moment of the period, ISO 8601
 */
export function planBeginsAt(at: string): number {
  return Date.parse(at) + 1
}
