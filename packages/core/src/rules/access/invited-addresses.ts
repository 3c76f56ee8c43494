/**
 * The addresses in a pasted list: separated by commas, semicolons or blanks, with or without names before them.
 * @rule account.invited-addresses  @spec §6
 */

/** Invitations that are made at once. */
export const INVITED_MAX = 100

/** Each address once, in order, as it was written first. What is no address is in the list too, so that it can be named. */
export function invitedAddresses(text: string): string[] {
  const addresses = text.split(/[\s,;]+/).map((word) => word.replace(/^[<("']+|[>)"']+$/g, ''))
  // With `Ada Lovelace <ada@example.com>` the words of the name are no addresses.
  const hasNames = /<[^<>\s]+@[^<>\s]+>/.test(text)
  const meant = addresses.filter((address) => address !== '' && (!hasNames || address.includes('@')))
  const known = new Set<string>()
  return meant.filter((address) => {
    const key = address.toLowerCase()
    return !known.has(key) && known.add(key)
  })
}
