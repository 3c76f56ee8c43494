/**
 * Which days a page of usage is about.
 * @rule billing.usage-period  @spec §2
 */

/** The periods that one can choose; the first one is the period of the plan. */
export const USAGE_PERIODS = ['this-month', 'last-month', '30-days', '90-days'] as const
/** A period of usage. */
export type UsagePeriod = (typeof USAGE_PERIODS)[number]

/** Days in UTC, both included: `2026-01-31`. */
export interface DayRange {
  start: string
  end: string
}

const DAY_MS = 24 * 3600 * 1000

/** The period that an address names. @param search of the address: `?period=last-month`; anything unknown is this month */
export function usagePeriodIn(search: string): UsagePeriod {
  const named = new URLSearchParams(search).get('period')
  return USAGE_PERIODS.find((period) => period === named) ?? USAGE_PERIODS[0]
}

/** The first and the last day of a period. @param now milliseconds since 1970 */
export function daysOfPeriod(period: UsagePeriod, now: number): DayRange {
  const at = new Date(now)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  switch (period) {
    case 'this-month':
      return { start: dayOf(Date.UTC(year, month, 1)), end: dayOf(Date.UTC(year, month + 1, 0)) }
    case 'last-month':
      return { start: dayOf(Date.UTC(year, month - 1, 1)), end: dayOf(Date.UTC(year, month, 0)) }
    case '30-days':
      return { start: dayOf(now - 29 * DAY_MS), end: dayOf(now) }
    case '90-days':
      return { start: dayOf(now - 89 * DAY_MS), end: dayOf(now) }
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
