/**
 * What one key makes of a cell, as in every spreadsheet: Space turns a boolean over, Mod+; writes the present date or time.
 * @rule grid.quick-value  @spec §4
 */
import type { Cell } from '@basedeck/platform-client/contract'

/** The other value of a boolean; NULL becomes true. Null: the column holds no booleans. */
export function turnedOver(type: string, value: Cell): 't' | 'f' | null {
  if (type !== 'bool') return null
  return value === 't' ? 'f' : 't'
}

/**
 * The present as PostgreSQL's text of a date or a time, to the second. Null: the type is another one.
 * @param now milliseconds since 1970, UTC
 * @param zoneMinutes how far local time is ahead of UTC
 */
export function presentText(type: string, now: number, zoneMinutes: number): string | null {
  const local = new Date(now + zoneMinutes * 60_000).toISOString()
  const date = local.slice(0, 10)
  const time = local.slice(11, 19)
  switch (type) {
    case 'date':
      return date
    case 'time':
      return time
    case 'timetz':
      return time + zoneText(zoneMinutes)
    case 'timestamp':
      return `${date} ${time}`
    case 'timestamptz':
      return `${date} ${time}${zoneText(zoneMinutes)}`
  }
  return null
}

function zoneText(zoneMinutes: number): string {
  const minutes = Math.abs(zoneMinutes)
  const two = (part: number) => String(part).padStart(2, '0')
  const rest = minutes % 60 === 0 ? '' : `:${two(minutes % 60)}`
  return `${zoneMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${rest}`
}
