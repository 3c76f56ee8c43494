/**
 * Counts what projects use: bytes sent, queries, calls of their API. Counts are kept in memory and written together, so that a
 * call does not wait for them; a process that is killed loses those of the last ten seconds.
 */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { addToSeries } from '../control/series.js'
import { addUsage, type CountedMetric } from '../control/usage.js'

/**
 * One transaction of the control plane each time, and none while nothing is counted. Each write changes a row for each project
 * that was used: shorter times would write the same rows more often than the loss is worth.
 */
const WRITE_EVERY_MS = 10_000

/** Of a time in ISO 8601: `2026-11-27` and `2026-11-27T12:30`. */
const DAY_CHARS = 10
const MINUTE_CHARS = 16

export interface Metering {
  /** @param amount in the metric's unit. Default 1 */
  count(ref: string, metric: CountedMetric, amount?: number): void
  /** Writes what was counted. A failure is logged, and the counts are kept for the next time. */
  write(): Promise<void>
  /** Writes what is left, and stops. */
  close(): Promise<void>
}

export interface MeteringDeps {
  /** Undefined until the control plane is open. */
  control(): Pick<ControlDatabase, 'append'> | undefined
  log: Pick<Logger, 'warn'>
  now(): Date
}

export function createMetering({ control, log, now }: MeteringDeps): Metering {
  /** Amounts by day, metric and ref; and the same by the minute. */
  let counted: Counted = { days: new Map(), minutes: new Map() }

  const add = (amounts: Amounts, key: string, amount: number) =>
    amounts.set(key, (amounts.get(key) ?? 0) + amount)
  const write = async () => {
    const opened = control()
    if (counted.days.size === 0 || !opened) return
    const writing = counted
    counted = { days: new Map(), minutes: new Map() }
    try {
      const amounts = [...writing.days].map(([key, amount]) => ({ ...(JSON.parse(key) as CountKey), amount }))
      const values = [...writing.minutes].map(([key, value]) => ({
        ...(JSON.parse(key) as MinuteKey),
        value,
      }))
      await opened.append([addUsage(amounts), addToSeries(values)])
    } catch (error) {
      for (const [key, amount] of writing.days) add(counted.days, key, amount)
      for (const [key, amount] of writing.minutes) add(counted.minutes, key, amount)
      log.warn({ err: error }, 'what projects used could not be written; it is tried again soon')
    }
  }
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref()

  return {
    count(ref, metric, amount = 1) {
      if (amount <= 0) return
      const at = now().toISOString()
      const key: CountKey = { day: at.slice(0, DAY_CHARS), metric, ref }
      const minute: MinuteKey = { at: `${at.slice(0, MINUTE_CHARS)}:00Z`, series: metric, ref }
      add(counted.days, JSON.stringify(key), amount)
      add(counted.minutes, JSON.stringify(minute), amount)
    },
    write,
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}

type Amounts = Map<string, number>

interface Counted {
  days: Amounts
  minutes: Amounts
}

interface MinuteKey {
  at: string
  series: CountedMetric
  ref: string
}

interface CountKey {
  day: string
  metric: CountedMetric
  ref: string
}
