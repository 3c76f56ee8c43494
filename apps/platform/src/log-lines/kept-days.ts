/** For how many days the lines of a project are kept: what its plan includes, and never more than the operator keeps. */
import type { PlanId } from '@basedeck/platform-client/contract'
import { PLAN_LOG_DAYS } from '../config/log-days.js'
import type { ControlDatabase } from '../control/control-database.js'

const DAY_MS = 24 * 60 * 60_000

export interface KeptDays {
  of(ref: string): Promise<number>
  /** Projects whose lines go before the days that the operator keeps. */
  shorter(): Promise<{ ref: string; days: number }[]>
}

/** @param logDays of the operator @param isHosted plans count only there */
export function createKeptDays(
  control: Pick<ControlDatabase, 'select' | 'selectOften'>,
  { logDays, isHosted }: { logDays: number; isHosted: boolean },
): KeptDays {
  if (!isHosted) return { of: async () => logDays, shorter: async () => [] }
  const daysOf = (plan: PlanId | undefined) => Math.min(logDays, plan ? PLAN_LOG_DAYS[plan] : logDays)
  const from = 'from control.projects p join control.organizations o on o.id = p.organization_id'
  return {
    async of(ref) {
      const [row] = await control.selectOften<{ plan: PlanId }>(`select o.plan ${from} where p.ref = $1`, [
        ref,
      ])
      return daysOf(row?.plan)
    },
    async shorter() {
      const rows = await control.select<{ ref: string; plan: PlanId }>(`select p.ref, o.plan ${from}`)
      return rows.map(({ ref, plan }) => ({ ref, days: daysOf(plan) })).filter(({ days }) => days < logDays)
    },
  }
}

/** The beginning of what may be searched: not before the lines that are kept. @param from milliseconds since 1970 */
export function searchedFrom(from: number | undefined, days: number, now: number): number {
  return Math.max(from ?? 0, now - days * DAY_MS)
}
