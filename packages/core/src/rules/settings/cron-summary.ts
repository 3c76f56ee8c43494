/**
 * What an expression says, as far as a sentence needs it: at which times of a day, on which days.
 * @rule settings.cron-summary  @spec §2
 */
import { readCron, type CronFields } from '@basedeck/platform-client/contract'

/** When on a day it comes. */
export type CronTimes =
  | { type: 'each-minute' }
  /** A step that divides the hour. */
  | { type: 'every'; minutes: number }
  /** At these minutes of each hour. */
  | { type: 'hourly'; minutes: readonly number[] }
  /** `HH:MM`. */
  | { type: 'at'; times: readonly string[] }
  /** Too many times to list. A step of the minutes, or the minutes themselves; null: each. */
  | { type: 'within'; every: number | null; minutes: readonly number[] | null; hours: readonly Range[] }

/** From one value to another one, which may be the same. */
export type Range = readonly [from: number, to: number]

/** The parts of an expression that its sentence names. A part is null when the expression leaves it open. Monday is day 1 of the week, Sunday is day 7. */
export interface CronSummary {
  times: CronTimes
  daysOfMonth: readonly Range[] | null
  daysOfWeek: readonly Range[] | null
  months: readonly Range[] | null
}

const MINUTES = 60
const HOURS = 24
const MONTHS = 12
const SUNDAY = 7
const MOST_TIMES = 6

/** Undefined: the expression can’t be read. */
export function cronSummary(expression: string): CronSummary | undefined {
  const read = readCron(expression)
  if (!read.ok) return undefined
  const { daysOfMonth, daysOfWeek, months } = read.fields
  const week = daysOfWeek?.map((day) => day || SUNDAY).toSorted((one, other) => one - other)
  return {
    times: timesOf(read.fields),
    daysOfMonth: daysOfMonth && rangesOf(daysOfMonth),
    daysOfWeek: week ? rangesOf(week) : null,
    months: months.length === MONTHS ? null : rangesOf(months),
  }
}

function timesOf({ minutes, hours }: CronFields): CronTimes {
  const every = stepOf(minutes)
  if (hours.length === HOURS) {
    if (every === 1) return { type: 'each-minute' }
    return every === null ? { type: 'hourly', minutes } : { type: 'every', minutes: every }
  }
  if (minutes.length * hours.length <= MOST_TIMES)
    return {
      type: 'at',
      times: hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`)),
    }
  const isAll = minutes.length === MINUTES
  return {
    type: 'within',
    every: isAll ? null : every,
    minutes: isAll || every !== null ? null : minutes,
    hours: rangesOf(hours),
  }
}

/** What divides the hour evenly from its beginning; null: nothing does. */
function stepOf(minutes: readonly number[]): number | null {
  const step = MINUTES / minutes.length
  if (minutes.length === 1 || !Number.isInteger(step)) return null
  return minutes.every((minute, index) => minute === index * step) ? step : null
}

/** Values that follow each other become one range. */
function rangesOf(values: readonly number[]): Range[] {
  const ranges: [number, number][] = []
  for (const value of values) {
    const last = ranges.at(-1)
    if (last && last[1] === value - 1) last[1] = value
    else ranges.push([value, value])
  }
  return ranges
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
