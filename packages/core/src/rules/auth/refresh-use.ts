/**
 * What the use of a refresh token brings. Tokens are used once. Two tabs may use one at the same moment, and an answer may be
 * lost: for some seconds the used one is answered with its successor. Later its use means that somebody has a copy, and the
 * session ends.
 * @rule auth.refresh-use  @spec §2
 */

/** A refresh token as it is kept. */
export interface KeptRefreshToken {
  isRevoked: boolean
  /** Seconds since it was used or revoked. */
  revokedForS: number
  /** A token that came of it can still be used. */
  hasLiveSuccessor: boolean
}

/** The settings of refreshing. */
export interface RefreshSettings {
  rotates: boolean
  reuseIntervalS: number
}

/** `next`: a new token is given. `same`: this one again. `successor`: the one that came of it. `end`: the session ends. */
export type RefreshUse = 'next' | 'same' | 'successor' | 'end'

/** What is done with a token that was sent. */
export function refreshUse(
  { isRevoked, revokedForS, hasLiveSuccessor }: KeptRefreshToken,
  { rotates, reuseIntervalS }: RefreshSettings,
): RefreshUse {
  if (!isRevoked) return rotates ? 'next' : 'same'
  if (hasLiveSuccessor && revokedForS <= reuseIntervalS) return 'successor'
  return 'end'
}
