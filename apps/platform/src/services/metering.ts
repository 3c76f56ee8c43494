/**
 * Counts what projects use: bytes sent, queries, calls of their API with their times. Counts are kept in memory and written
 * together, so that a call does not wait for them; a process that is killed loses those of the last ten seconds.
 */
import type { SERVICE_GAUGES } from '@basedeck/platform-client/contract'
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { addGauges, addToSeries } from '../control/series.js'
import { addUsage, type CountedSeries, type PeakMetric } from '../control/usage.js'

/**
 * One transaction of the control plane each time, and none while nothing is counted. Each write changes a row for each project
 * that was used: shorter times would write the same rows more often than the loss is worth.
 */
const WRITE_EVERY_MS = 10_000

/** Of a time in ISO 8601: `2026-11-27` and `2026-11-27T12:30`. */
const DAY_CHARS = 10
const MINUTE_CHARS = 16
/** Times of one project that are kept until they are written; of more, the share that is within them is told. */
const MOST_TIMES = 5000
const P95 = 0.95

/** What is measured at a moment. */
export type GaugedSeries = Exclude<(typeof SERVICE_GAUGES)[number], 'API_P95'> | PeakMetric

export interface Metering {
  /** @param amount in the metric's unit. Default 1 */
  count(ref: string, metric: CountedSeries, amount?: number): void
  /** Notes a measured value; of those of a minute the highest is kept. */
  gauge(ref: string, series: GaugedSeries, value: number): void
  /** Notes how long a call took. @param ms milliseconds */
  time(ref: string, ms: number): void
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
  let measured = new Map<string, number>()
  let times = new Map<string, Times>()

  const add = (amounts: Amounts, key: string, amount: number) =>
    amounts.set(key, (amounts.get(key) ?? 0) + amount)
  const highest = (values: Amounts, key: string, value: number) =>
    values.set(key, Math.max(values.get(key) ?? value, value))
  const minuteOf = (at: string) => `${at.slice(0, MINUTE_CHARS)}:00Z`

  const write = async () => {
    const opened = control()
    const isNothing = counted.days.size === 0 && measured.size === 0 && times.size === 0
    if (isNothing || !opened) return
    const writing = counted
    counted = { days: new Map(), minutes: new Map() }
    const at = minuteOf(now().toISOString())
    for (const [ref, taken] of times) highest(measured, keyOf({ at, series: 'API_P95', ref }), p95Of(taken))
    const gauges = measured
    measured = new Map()
    times = new Map()
    try {
      const amounts = [...writing.days].map(([key, amount]) => ({ ...(JSON.parse(key) as CountKey), amount }))
      const values = valuesOf(writing.minutes)
      await opened.append([
        ...(amounts.length === 0 ? [] : [addUsage(amounts), addToSeries(values)]),
        ...(gauges.size === 0 ? [] : [addGauges(valuesOf(gauges))]),
      ])
    } catch (error) {
      for (const [key, amount] of writing.days) add(counted.days, key, amount)
      for (const [key, amount] of writing.minutes) add(counted.minutes, key, amount)
      for (const [key, value] of gauges) highest(measured, key, value)
      log.warn({ err: error }, 'what projects used could not be written; it is tried again soon')
    }
  }
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref()

  return {
    count(ref, metric, amount = 1) {
      if (amount <= 0) return
      const at = now().toISOString()
      const key: CountKey = { day: at.slice(0, DAY_CHARS), metric, ref }
      add(counted.days, JSON.stringify(key), amount)
      add(counted.minutes, keyOf({ at: minuteOf(at), series: metric, ref }), amount)
    },
    gauge(ref, series, value) {
      highest(measured, keyOf({ at: minuteOf(now().toISOString()), series, ref }), value)
    },
    time(ref, ms) {
      const taken = times.get(ref) ?? { count: 0, kept: [] }
      times.set(ref, taken)
      // Each call has the same chance to be among the kept ones.
      const place = taken.count < MOST_TIMES ? taken.count : Math.floor(Math.random() * (taken.count + 1))
      if (place < MOST_TIMES) taken.kept[place] = ms
      taken.count += 1
    },
    write,
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}

type Amounts = Map<string, number>

interface Times {
  count: number
  kept: number[]
}

interface Counted {
  days: Amounts
  minutes: Amounts
}

interface MinuteKey {
  at: string
  series: CountedSeries | GaugedSeries | 'API_P95'
  ref: string
}

interface CountKey {
  day: string
  metric: CountedSeries
  ref: string
}

function keyOf(key: MinuteKey): string {
  return JSON.stringify(key)
}

function valuesOf(values: Amounts) {
  return [...values].map(([key, value]) => ({ ...(JSON.parse(key) as MinuteKey), value }))
}

function p95Of({ kept }: Times): number {
  const sorted = kept.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * P95) - 1] ?? 0
}
