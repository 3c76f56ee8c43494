/**
 * Counts what projects use: bytes sent, queries, calls of their API. Counts are kept in memory and written together, so that a
 * call does not wait for them; a process that is killed loses those of the last ten seconds.
 */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { addUsage, type CountedMetric } from '../control/usage.js'

/**
 * One transaction of the control plane each time, and none while nothing is counted. Each write changes a row for each project
 * that was used: shorter times would write the same rows more often than the loss is worth.
 */
const WRITE_EVERY_MS = 10_000

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
  /** Amounts by day, metric and ref. */
  let counted = new Map<string, number>()

  const add = (key: string, amount: number) => counted.set(key, (counted.get(key) ?? 0) + amount)
  const write = async () => {
    const opened = control()
    if (counted.size === 0 || !opened) return
    const writing = counted
    counted = new Map()
    try {
      const amounts = [...writing].map(([key, amount]) => ({ ...(JSON.parse(key) as CountKey), amount }))
      await opened.append([addUsage(amounts)])
    } catch (error) {
      for (const [key, amount] of writing) add(key, amount)
      log.warn({ err: error }, 'what projects used could not be written; it is tried again soon')
    }
  }
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref()

  return {
    count(ref, metric, amount = 1) {
      if (amount > 0) add(JSON.stringify({ day: now().toISOString().slice(0, 10), metric, ref }), amount)
    },
    write,
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}

interface CountKey {
  day: string
  metric: CountedMetric
  ref: string
}
