/**
 * Whether the banner of an upcoming change is shown: until its time has passed, and unless the user has dismissed it.
 * @rule shell.notice  @spec §2
 */
import type { RuntimeNotice } from '@basedeck/platform-client/contract'

/** The identity of a notice: a changed one is shown again. */
export function noticeKey({ title, text, until = '' }: RuntimeNotice): string {
  return JSON.stringify([title, text, until])
}

/**
 * Whether the banner is shown.
 * @param putAway the key of the last dismissed notice
 * @param now milliseconds since 1970
 */
export function showsNotice(notice: RuntimeNotice | undefined, putAway: string, now: number): boolean {
  if (!notice || noticeKey(notice) === putAway) return false
  const until = Date.parse(notice.until ?? '')
  return Number.isNaN(until) || now < until
}
