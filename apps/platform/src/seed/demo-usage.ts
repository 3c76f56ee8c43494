/** What the demo's projects used: the newsletter is above what its plan holds, the shop is not. */
import type { ControlStatement } from '../control/control-database.js'
import { recordUsage } from '../control/usage.js'

const MB = 1024 * 1024
const DAY_MS = 24 * 3600 * 1000
const DAYS_BACK = 40

interface DailyUsage {
  metric: string
  /** On each day before. */
  daily: number
  /** Billing periods are calendar months, so the usage is put on today, whatever day of the month it is. */
  today: number
}

const LETTER: readonly DailyUsage[] = [
  { metric: 'DATABASE_SIZE', daily: 0, today: 640 * MB },
  { metric: 'EGRESS', daily: 90 * MB, today: 6200 * MB },
  { metric: 'MONTHLY_ACTIVE_USERS', daily: 0, today: 2500 },
]
const SHOP: readonly DailyUsage[] = [
  { metric: 'DATABASE_SIZE', daily: 0, today: 180 * MB },
  { metric: 'STORAGE_SIZE', daily: 0, today: 2400 * MB },
  { metric: 'EGRESS', daily: 310 * MB, today: 420 * MB },
  { metric: 'MONTHLY_ACTIVE_USERS', daily: 0, today: 240 },
  { metric: 'FUNCTION_INVOCATIONS', daily: 8200, today: 9100 },
]

export function usageStatements(refs: { shop: string; letter: string }, now: Date): ControlStatement[] {
  return [...recordsOf(refs.letter, LETTER, now), ...recordsOf(refs.shop, SHOP, now)]
}

function recordsOf(ref: string, usage: readonly DailyUsage[], now: Date): ControlStatement[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return usage.flatMap(({ metric, daily, today }) => [
    recordUsage(ref, metric, now, today),
    ...Array.from({ length: daily === 0 ? 0 : DAYS_BACK }, (_, day) =>
      recordUsage(ref, metric, daysAgo(day + 1), daily),
    ),
  ])
}
