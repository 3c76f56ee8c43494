/**
 * What is told of a user of a project: whether they can sign in, and until when they are banned.
 * @rule auth.user-state  @spec §2
 */

/** States by which users are found. */
export const USER_STATES = [
  'confirmed',
  'unconfirmed',
  'banned',
  'anonymous',
  'never-signed-in',
  'deleted',
] as const
/** One of `USER_STATES`. */
export type UserFilterState = (typeof USER_STATES)[number]

/** The state that a list shows: the one that matters most. */
export type UserState = 'deleted' | 'banned' | 'anonymous' | 'unconfirmed' | 'confirmed'

/** What the state depends on. Times are ISO 8601; null: it did not happen. */
export interface UserFacts {
  confirmedAt: string | null
  bannedUntil: string | null
  deletedAt: string | null
  isAnonymous: boolean
}

/** The first state that holds, in the order in which they matter to who looks. @param now milliseconds since 1970 */
export function userState(
  { confirmedAt, bannedUntil, deletedAt, isAnonymous }: UserFacts,
  now: number,
): UserState {
  if (deletedAt !== null) return 'deleted'
  if (bannedUntil !== null && (bannedUntil === 'infinity' || Date.parse(bannedUntil) > now)) return 'banned'
  if (isAnonymous) return 'anonymous'
  return confirmedAt === null ? 'unconfirmed' : 'confirmed'
}

/** For how long one bans, in hours; null: until the ban is lifted. */
export const BAN_HOURS = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24, forever: null } as const
/** One of the names of `BAN_HOURS`. */
export type BanLength = keyof typeof BAN_HOURS

/** Hours that stand for ever, a hundred years: clients of the family read a time, and not `infinity`. */
const FOREVER_HOURS = 876_000

/** As the service of the project reads it: `24h`. */
export function banDuration(length: BanLength): string {
  return `${BAN_HOURS[length] ?? FOREVER_HOURS}h`
}
