/**
 * Cron expressions as crontab(5) has them: five fields, names of months and days, and words such as `@daily`. What they say is
 * decided here, and when that is next is not.
 */

/** Which values each field allows, ascending. Days of the week count from Sunday, 0. */
export interface CronFields {
  minutes: readonly number[]
  hours: readonly number[]
  /** Null when the expression leaves the day open. A time fits when its day is in one of the two lists of days. */
  daysOfMonth: readonly number[] | null
  months: readonly number[]
  daysOfWeek: readonly number[] | null
}

/** What was read of an expression. `problem` is a sentence. */
export type CronReading = { ok: true; fields: CronFields } | { ok: false; problem: string }

/** Words that stand for an expression. */
export const CRON_WORDS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

interface Field {
  label: string
  from: number
  to: number
  names?: readonly string[]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const FIELDS = [
  { label: 'Minute', from: 0, to: 59 },
  { label: 'Hour', from: 0, to: 23 },
  { label: 'Day of the month', from: 1, to: 31 },
  { label: 'Month', from: 1, to: 12, names: MONTHS },
  // 7 is Sunday too.
  { label: 'Day of the week', from: 0, to: 7, names: DAYS },
] as const satisfies readonly Field[]
/** In a leap year. */
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const SUNDAY_TOO = 7

/** The five fields, with one space between them; a word is replaced by what it stands for. */
export function cronFiveFields(expression: string): string {
  const typed = expression.trim().replaceAll(/\s+/g, ' ')
  return CRON_WORDS[typed.toLowerCase()] ?? typed
}

/** Reads an expression. One that never comes true, such as February 30, is a problem too. */
export function readCron(expression: string): CronReading {
  const written = cronFiveFields(expression)
  if (written.startsWith('@'))
    return {
      ok: false,
      problem: `There is no ${written}; there is @hourly, @daily, @weekly, @monthly and @yearly`,
    }
  const parts = written.split(' ')
  if (parts.length !== FIELDS.length)
    return { ok: false, problem: 'Enter five fields: minute, hour, day of the month, month, day of the week' }
  const lists: number[][] = []
  for (const [index, field] of FIELDS.entries()) {
    const read = fieldValues(parts[index] ?? '', field)
    if (typeof read === 'string') return { ok: false, problem: read }
    lists.push(read)
  }
  const [minutes = [], hours = [], month = [], months = [], week = []] = lists
  const fields: CronFields = {
    minutes,
    hours,
    daysOfMonth: isAny(parts[2]) ? null : month,
    months,
    daysOfWeek: isAny(parts[4]) ? null : sorted(week.map((day) => day % SUNDAY_TOO)),
  }
  return comesTrue(fields)
    ? { ok: true, fields }
    : { ok: false, problem: 'This never comes: none of the months has such a day' }
}

function isAny(part: string | undefined): boolean {
  return part === '*'
}

/** Ascending, or a sentence. */
function fieldValues(part: string, { label, from, to, names = [] }: Field): number[] | string {
  const values: number[] = []
  for (const item of part.split(',')) {
    const [, first, last, step] = /^(\*|[a-z\d]+)(?:-([a-z\d]+))?(?:\/(\d{1,2}))?$/i.exec(item) ?? []
    if (first === undefined)
      return `${label}: ${item === '' ? 'a value is missing' : `${item} can’t be read`}`
    const value = (text: string) => {
      const named = names.indexOf(text.toLowerCase())
      return named >= 0 ? named + from : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
    }
    const isStar = first === '*'
    if (isStar && last !== undefined) return `${label}: ${item} can’t be read`
    const low = isStar ? from : value(first)
    // As in crontab(5), a step needs `*` or a range.
    if (step !== undefined && !isStar && last === undefined)
      return `${label}: write ${first}-${to}/${step} for a step that begins at ${first}`
    const high = isStar
      ? Math.min(to, label === 'Day of the week' ? 6 : to)
      : last === undefined
        ? low
        : value(last)
    for (const [text, given] of [
      [first, low],
      [last ?? first, high],
    ] as const)
      if (!(given >= from && given <= to)) return `${label}: ${text} is not from ${from} to ${to}`
    if (high < low) return `${label}: ${item} ends before it begins`
    const every = step === undefined ? 1 : Number(step)
    if (every === 0) return `${label}: a step of 0 goes nowhere`
    for (let at = low; at <= high; at += every) values.push(at)
  }
  return sorted(values)
}

function comesTrue({ daysOfMonth, daysOfWeek, months }: CronFields): boolean {
  if (daysOfMonth === null || daysOfWeek !== null) return true
  const [first = 1] = daysOfMonth
  return months.some((month) => first <= (DAYS_OF_MONTHS[month - 1] ?? 0))
}

function sorted(values: readonly number[]): number[] {
  return [...new Set(values)].toSorted((one, other) => one - other)
}
