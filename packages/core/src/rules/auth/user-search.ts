/**
 * How users are searched: by the beginning of an address, a number or an id an index answers at once, however many users
 * there are; anywhere in these, and in names, takes longer.
 * @rule auth.user-search  @spec §2
 */

/** Ways to search, the first by default. */
export const USER_SEARCHES = ['email', 'phone', 'id', 'anywhere'] as const
/** One of `USER_SEARCHES`. */
export type UserSearch = (typeof USER_SEARCHES)[number]

/** The smallest and largest id that begin with these digits; null: no id does. */
export function idRange(typed: string): { from: string; to: string } | null {
  const digits = typed.trim().toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{0,32}$/.test(digits)) return null
  return { from: asId(digits.padEnd(32, '0')), to: asId(digits.padEnd(32, 'f')) }
}

function asId(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A text within LIKE, where it means itself. */
export function likeText(typed: string): string {
  return typed
    .replaceAll('\0', '')
    .trim()
    .replace(/[\\%_]/g, '\\$&')
}
