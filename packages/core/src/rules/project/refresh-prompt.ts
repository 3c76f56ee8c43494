/**
 * Whether an open page prompts for a refresh: the commit that is served is at least a day newer than the first
 * one this page has seen. Hosted only, by a flag, once.
 * @rule shell.refresh-prompt  @spec §4, §9
 */
export const REFRESH_AFTER_HOURS = 24

/** The facts that decide whether to prompt for a refresh. */
export interface RefreshState {
  isPlatform: boolean
  /** The flag of the refresh toast. */
  flag: boolean
  /** Commit times as the server tells them: ISO 8601, or `unknown`. */
  firstSeen: string | undefined
  now: string | undefined
  alreadyAsked: boolean
}

/** Whether the page prompts for a refresh now. */
export function shouldPromptRefresh({
  isPlatform,
  flag,
  firstSeen,
  now,
  alreadyAsked,
}: RefreshState): boolean {
  if (!isPlatform || !flag || alreadyAsked) return false
  const hours = Math.trunc((timeOf(now) - timeOf(firstSeen)) / HOUR_MS)
  return hours >= REFRESH_AFTER_HOURS
}

/** The first commit time that counts: `unknown` is ignored. */
export function firstCommitTime(seen: string | undefined, now: string | undefined): string | undefined {
  return Number.isNaN(timeOf(seen)) ? now : seen
}

const HOUR_MS = 60 * 60 * 1000

function timeOf(text: string | undefined): number {
  return Date.parse(text ?? '')
}
