/** What an expression of a schedule says, as a sentence. */
import type { CronSummary, CronTimes, Range } from '../rules/settings/cron-summary.js'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `Every day at 03:00`, `Every 15 minutes, Monday to Friday`. */
export function cronSentence({ times, daysOfMonth, daysOfWeek, months }: CronSummary): string {
  const days = daysText(daysOfMonth, daysOfWeek, months)
  if (times.type === 'at') return `${days ?? 'Every day'} at ${listed(times.times)}`
  return days === null ? timesText(times) : `${timesText(times)}, ${lowered(days)}`
}

function timesText(times: Exclude<CronTimes, { type: 'at' }>): string {
  const past = (minutes: readonly number[]) =>
    listed(minutes.map((minute) => `:${String(minute).padStart(2, '0')}`))
  switch (times.type) {
    case 'each-minute':
      return 'Every minute'
    case 'every':
      return `Every ${times.minutes} minutes`
    case 'hourly':
      return times.minutes.join() === '0' ? 'Every hour' : `Every hour at ${past(times.minutes)}`
    case 'within': {
      const [first] = times.hours
      const isOne = times.hours.length === 1 && first?.[0] === first?.[1]
      const hours = `of the ${isOne ? 'hour' : 'hours'} ${ranged(times.hours, String)}`
      if (times.minutes !== null)
        return times.minutes.join() === '0' ? `Every hour ${hours}` : `At ${past(times.minutes)} ${hours}`
      return times.every === null ? `Every minute ${hours}` : `Every ${times.every} minutes ${hours}`
    }
  }
}

function daysText(
  ofMonth: readonly Range[] | null,
  ofWeek: readonly Range[] | null,
  months: readonly Range[] | null,
): string | null {
  const inMonths = months && ranged(months, (month) => MONTHS[month - 1] ?? '')
  const isOne = ofWeek?.length === 1 && ofWeek[0]?.[0] === ofWeek[0]?.[1]
  const week = ofWeek && `${isOne ? 'Every ' : ''}${ranged(ofWeek, (day) => DAYS[day - 1] ?? '')}`
  if (ofMonth === null) {
    if (week === null) return inMonths === null ? null : `Every day of ${inMonths}`
    return inMonths === null ? week : `${week}, of ${inMonths}`
  }
  const isOneDay = ofMonth.length === 1 && ofMonth[0]?.[0] === ofMonth[0]?.[1]
  const month = `${isOneDay ? 'Day' : 'Days'} ${ranged(ofMonth, String)} of ${inMonths ?? 'every month'}`
  return week === null ? month : `${month}, and ${lowered(week)}${inMonths === null ? '' : ` of ${inMonths}`}`
}

/** `1 to 5 and 7`. */
function ranged(ranges: readonly Range[], named: (value: number) => string): string {
  return listed(
    ranges.flatMap(([from, to]) =>
      from === to
        ? [named(from)]
        : to === from + 1
          ? [named(from), named(to)]
          : [`${named(from)} to ${named(to)}`],
    ),
  )
}

function listed(all: readonly string[]): string {
  return all.length < 2 ? all.join() : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** Names of days and months stay as they are. */
function lowered(text: string): string {
  return text.replace(/^(Every|Day|Days)\b/, (word) => word.toLowerCase())
}

/** A moment in a time zone: `Sun, Mar 29, 03:00`. */
export function zonedTime(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
}
