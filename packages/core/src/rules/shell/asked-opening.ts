/**
 * What an address asks its page to open, as a command does that is chosen elsewhere: `?open=new-table`. The page opens it once and
 * takes it out of the address; the other parameters stay.
 * @rule asked-opening  @spec §2
 */

/** What pages can open when they are asked. */
export const OPENINGS = [
  'new-table',
  'new-bucket',
  'upload-files',
  'invite',
  'new-branch',
  'reset-database-password',
] as const

/** One of them, as the address names it. */
export type Opening = (typeof OPENINGS)[number]

const PARAMETER = 'open'

/** What the query of an address asks to open; undefined: nothing that is known. */
export function askedOpening(search: string): Opening | undefined {
  const asked = new URLSearchParams(search).get(PARAMETER)
  return OPENINGS.find((opening) => opening === asked)
}

/** The query of an address that asks to open this. */
export function searchAsking(search: string, opening: Opening): string {
  const query = new URLSearchParams(search)
  query.set(PARAMETER, opening)
  return `?${query}`
}

/** The query of the page that has opened it. */
export function searchWithoutAsking(search: string): string {
  const query = new URLSearchParams(search)
  query.delete(PARAMETER)
  return query.size === 0 ? '' : `?${query}`
}
