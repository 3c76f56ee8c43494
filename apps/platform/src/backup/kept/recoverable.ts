/** Between which moments a database can go back to any second. */
import type { KeptSegment } from './kept-files.js'

/** A whole backup with the line of the log that follows it. */
export interface FollowedBackup {
  id: string
  begunAt: Date
  consistentAt: Date
  line: string
}

/**
 * The backup to begin with. Undefined: that moment can't be restored.
 * @param ends the end of each line: up to then all commits are kept
 */
export function backupBefore(
  backups: readonly FollowedBackup[],
  ends: ReadonlyMap<string, Date>,
  at: Date,
): FollowedBackup | undefined {
  const fitting = backups.filter(({ consistentAt, line }) => {
    const end = ends.get(line)
    // Nothing may have been written since the backup.
    return consistentAt <= at && (at <= consistentAt || (end !== undefined && at <= end))
  })
  return fitting.toSorted((a, b) => b.consistentAt.getTime() - a.consistentAt.getTime())[0]
}

/**
 * Of the line that the database is on. While nothing was written since the last backup, it ends with that.
 * @param end of the kept segments; undefined: none is kept
 */
export function recoverableRange(
  backups: readonly FollowedBackup[],
  line: string,
  end: Date | undefined,
): { from: string; to: string } | null {
  const begins = backups
    .filter((backup) => backup.line === line)
    .map(({ consistentAt }) => consistentAt.getTime())
  if (begins.length === 0) return null
  const to = Math.max(...begins, end?.getTime() ?? 0)
  return { from: new Date(Math.min(...begins)).toISOString(), to: new Date(to).toISOString() }
}

/** Undefined: nothing is kept of it. */
export function endOf(segments: readonly KeptSegment[]): Date | undefined {
  const times = segments.map(({ at }) => at.getTime())
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}

const SEGMENTS_OF_A_FILE = 256

/**
 * The name of the first segment that is missing; undefined: none is. A server that finds a gap ends its replay there, before the
 * wanted moment.
 */
export function missingSegment(names: readonly string[]): string | undefined {
  const segments = names.filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted()
  const there = new Set(segments)
  return segments
    .slice(0, -1)
    .map(segmentAfter)
    .find((name) => !there.has(name))
}

/** Segments have PostgreSQL's usual 16 MB: timeline, file and segment, eight digits each. */
function segmentAfter(name: string): string {
  const next = Number.parseInt(name.slice(16), 16) + 1
  const file = Number.parseInt(name.slice(8, 16), 16) + Math.floor(next / SEGMENTS_OF_A_FILE)
  const digits = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + digits(file) + digits(next % SEGMENTS_OF_A_FILE)
}

/** The segments that no backup needs: all before the first of the oldest one. */
export function needlessSegments(segments: readonly KeptSegment[], oldest: Date | undefined): string[] {
  if (!oldest) return segments.map(({ name }) => name)
  // One more stays: a segment is finished after the backup that begins in it.
  const before = segments.filter(({ name, at }) => at < oldest && !name.endsWith('.history'))
  return before.slice(0, -1).map(({ name }) => name)
}
