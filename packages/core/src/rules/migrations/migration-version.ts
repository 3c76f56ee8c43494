/**
 * The version of a new migration: the time in UTC as 14 digits, and a second later than the newest where that is not
 * before it, so that versions are in the order in which they were made.
 * @rule migrations.version  @spec §2
 */

const DIGITS = /^\d{14}$/

/** `20260102030405`. @param now milliseconds @param taken versions of the history and of the folder */
export function nextMigrationVersion(now: number, taken: Iterable<string>): string {
  const newest = [...taken]
    .filter((version) => DIGITS.test(version))
    .sort()
    .at(-1)
  const own = versionAt(now)
  if (newest === undefined || newest < own) return own
  const after = Date.parse(isoOf(newest)) + 1000
  return Number.isNaN(after) ? String(BigInt(newest) + 1n) : versionAt(after)
}

/** When a version says that it was made, in ISO 8601; null: it is no time. */
export function migrationTime(version: string): string | null {
  if (!DIGITS.test(version)) return null
  const iso = isoOf(version)
  const at = new Date(iso)
  return !Number.isNaN(at.getTime()) && versionAt(at.getTime()) === version ? iso : null
}

function versionAt(ms: number): string {
  return new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)
}

function isoOf(version: string): string {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(version) ?? []
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
}

/** Older versions first. Versions are numbers of any length. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')]
  if (left.length !== right.length) return left.length - right.length
  return left < right ? -1 : left > right ? 1 : 0
}
