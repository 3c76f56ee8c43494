/** What follows when a pooler ends by itself: when it is started again, and what is told of it. */
import { withoutPaths } from '../engines/without-paths.js'

/** Milliseconds after which a pooler counts as steady: its next end is the first one again. */
export const STEADY_MS = 60_000

/** How many short lives in a row came before one that ended now. */
export function shortLivesBefore(count: number, livedMs: number): number {
  return livedMs >= STEADY_MS ? 0 : count
}

/** The time, the process and the level of a line of PgBouncer's log. */
const PREFIX = /^\d{4}-\d\d-\d\d \S+ \S+ \[\d+\] [A-Z]+ /

/** The last line that a program wrote, for members; empty: none. */
export function lastLine(said: string): string {
  const line = said.trimEnd().split('\n').at(-1) ?? ''
  return withoutPaths(line.replace(PREFIX, '').trim())
}
