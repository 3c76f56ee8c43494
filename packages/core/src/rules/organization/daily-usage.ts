/**
 * The usage of a metric for each day of a period. The platform leaves days without usage out.
 * @rule billing.daily-usage  @spec §2
 */
import type { DailyUsage } from '@basedeck/platform-client/contract'
import type { DayRange } from './usage-period.js'

/** The usage of one day. */
export interface DayAmount {
  /** `2026-01-31` */
  day: string
  amount: number
}

const DAY_MS = 24 * 3600 * 1000

/** One amount for each day until today, oldest first. @param now milliseconds since 1970 */
export function dailyAmounts(
  days: readonly DailyUsage[],
  metric: string,
  { start, end }: DayRange,
  now: number,
): DayAmount[] {
  const amounts = new Map(days.filter((one) => one.metric === metric).map(({ day, amount }) => [day, amount]))
  const amountsByDay: DayAmount[] = []
  for (let at = Date.parse(start); at <= Math.min(Date.parse(end), now); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    amountsByDay.push({ day, amount: Math.max(0, amounts.get(day) ?? 0) })
  }
  return amountsByDay
}

/** How much of what is included was used, from 0 to 1; null: nothing limits it. */
export function usedShare(used: number, included: number | null): number | null {
  if (included === null) return null
  if (included <= 0) return used > 0 ? 1 : 0
  return Math.min(1, Math.max(0, used / included))
}
