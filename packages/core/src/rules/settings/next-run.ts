/**
 * When a schedule runs next. A time that a day does not have, because clocks go forward, comes right after the gap; one that a day
 * has twice comes once. What repeats within the hour follows the hours that pass.
 * @rule settings.next-run  @spec §2
 */
import { cronFiveFields, readCron } from '@basedeck/platform-client/contract'
import { Cron } from 'croner'

/** The times after `after`, at most `count`. None for an expression that can’t be read. */
export function nextRuns(expression: string, timeZone: string, after: Date, count: number): Date[] {
  if (!readCron(expression).ok) return []
  const cron = new Cron(cronFiveFields(expression), { timezone: timeZone, mode: '5-part', paused: true })
  const times: Date[] = []
  let last = after
  while (times.length < count) {
    const next = cron.nextRun(last)
    if (next === null) break
    times.push(next)
    last = next
  }
  return times
}

/** The first time after `after`. Null when the expression has no more times. */
export function nextRun(expression: string, timeZone: string, after: Date): Date | null {
  return nextRuns(expression, timeZone, after, 1)[0] ?? null
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The next time of a schedule that was due at `dueAt`. What was missed meanwhile is left out, and a clock that was set back makes
 * no time come twice.
 */
export function nextRunAfter(
  { expression, timeZone, dueAt }: { expression: string; timeZone: string; dueAt: Date },
  now: Date,
): Date | null {
  return nextRun(expression, timeZone, dueAt > now ? dueAt : now)
}

/** Whether `nextAt` was counted by a clock that was days ahead: the schedule would stand still until then. */
export function isBeyondNext(
  { expression, timeZone, nextAt }: { expression: string; timeZone: string; nextAt: Date },
  now: Date,
): boolean {
  if (nextAt.getTime() - now.getTime() <= DAY_MS) return false
  const next = nextRun(expression, timeZone, now)
  return next !== null && nextAt.getTime() - next.getTime() > DAY_MS
}
