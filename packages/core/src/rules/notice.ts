/**
 * Whether the banner of an upcoming change is shown: until its time has passed, and to who has not put it away.
 * @rule shell.notice  @spec §2
 */
import type { RuntimeNotice } from '@basedeck/platform-client/contract'

/** What tells one notice from another: one that says something new is shown again. */
export function noticeKey({ title, text, until = '' }: RuntimeNotice): string {
  return JSON.stringify([title, text, until])
}

/**
 * Whether the banner is shown.
 * @param putAway the key of the notice that was put away last
 * @param now milliseconds since 1970
 */
export function showsNotice(notice: RuntimeNotice | undefined, putAway: string, now: number): boolean {
  if (!notice || noticeKey(notice) === putAway) return false
  const until = Date.parse(notice.until ?? '')
  return Number.isNaN(until) || now < until
}
