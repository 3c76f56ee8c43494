/** For how many days lines of logs are kept where the operator says nothing. */
import type { PlanId } from '@basedeck/platform-client/contract'

/** Days of each plan of a hosted platform. */
export const PLAN_LOG_DAYS: Readonly<Record<PlanId, number>> = { free: 1, pro: 7, team: 28, enterprise: 90 }
/** Days of a self-hosted one. */
export const USUAL_LOG_DAYS = 7

/** Days that the store keeps: of a hosted platform, those of its highest plan. */
export function usualLogDays(isHosted: boolean): number {
  return isHosted ? Math.max(...Object.values(PLAN_LOG_DAYS)) : USUAL_LOG_DAYS
}
