/** What the demo's projects used in the two weeks before today: more on working days, a little more every day. */
import type { ControlStatement } from '../control/control-database.js'
import { addUsage, recordSize, type CountedMetric } from '../control/usage.js'

const DAYS = 14
const DAY_MS = 86_400_000
const MB = 1024 * 1024

/** On a full working day. */
const FULL_DAY: Partial<Record<CountedMetric, number>> = {
  EGRESS: 340 * MB,
  QUERIES: 5200,
  API_REQUESTS: 8900,
}

/** The sizes of today, in bytes; earlier days had a little less. */
export interface SizesToday {
  database: number
  storage: number
}

/** @param share of the usage of the busiest project, from 0 to 1 */
export function usageStatements(
  ref: string,
  sizes: SizesToday,
  share: number,
  now: Date,
): ControlStatement[] {
  const days = Array.from({ length: DAYS }, (_, ago) => new Date(now.getTime() - ago * DAY_MS))
  const counted = Object.entries(FULL_DAY) as [CountedMetric, number][]
  return [
    addUsage(
      days.flatMap((day, ago) =>
        counted.map(([metric, full]) => ({
          ref,
          metric,
          day: day.toISOString().slice(0, 10),
          amount: Math.round(full * share * weekday(day) * (1 - ago * 0.015) * unevenness(ago, metric)),
        })),
      ),
    ),
    ...days.flatMap((day, ago) => [
      recordSize(ref, 'DATABASE_SIZE', day, Math.round(sizes.database * (1 - ago * 0.01))),
      ...(sizes.storage === 0
        ? []
        : [recordSize(ref, 'STORAGE_SIZE', day, Math.round(sizes.storage * (1 - ago * 0.02)))]),
    ]),
  ]
}

function weekday(day: Date): number {
  return day.getUTCDay() % 6 === 0 ? 0.35 : 1
}

/** From 0.85 to 1.1, the same every time. */
function unevenness(ago: number, metric: string): number {
  return 0.85 + ((ago * 7 + metric.length * 3) % 11) / 40
}
