/**
 * A date or a time chosen from the browser's picker, and PostgreSQL's text of it. The picker knows minutes and seconds; what
 * it does not know – fractions of a second and the zone – stays as it was.
 * @rule grid.date-picker  @spec §4
 */

/** The type of an HTML field whose picker chooses values of a column. */
export type DatePicker = 'date' | 'datetime-local' | 'time'

const PICKERS: Readonly<Record<string, DatePicker>> = {
  date: 'date',
  timestamp: 'datetime-local',
  timestamptz: 'datetime-local',
  time: 'time',
  timetz: 'time',
}

/** Null: values of the type are not chosen from a picker. */
export function datePickerOf(type: string): DatePicker | null {
  return Object.hasOwn(PICKERS, type) ? (PICKERS[type] ?? null) : null
}

const PARTS =
  /^\s*(?<date>\d{4}-\d{2}-\d{2})?[ T]?(?<time>\d{2}:\d{2}(?::\d{2})?)?(?<fraction>\.\d+)?\s*(?<zone>(?:Z|[+-]\d{2}(?::?\d{2}){0,2})?)\s*$/i

/** The value of the field of the picker; empty: the text is not one that it knows, as `infinity` or a year before 1. */
export function pickerValue(picker: DatePicker, text: string): string {
  const { date, time } = PARTS.exec(text)?.groups ?? {}
  if (picker === 'date') return date ?? ''
  if (picker === 'time') return time ?? ''
  return date === undefined ? '' : `${date}T${time ?? '00:00'}`
}

/**
 * The text of a chosen value.
 * @param chosen `2026-11-23`, `2026-11-23T10:30` or `10:30:00`
 * @param before the text that it replaces: its zone stays, and its fraction while its seconds do
 */
export function pickedText(chosen: string, before: string): string {
  const { time, fraction = '', zone = '' } = PARTS.exec(before)?.groups ?? {}
  const date = /\d{4,}-\d{2}-\d{2}/.exec(chosen)?.[0]
  const clock = /\d{2}:\d{2}(?::\d{2})?/.exec(chosen)?.[0]
  if (clock === undefined) return date ?? ''
  const whole = clock.length === 5 ? `${clock}:00` : clock
  return `${date === undefined ? '' : `${date} `}${whole}${time === whole ? fraction : ''}${zone}`
}
