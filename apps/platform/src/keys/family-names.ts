/** Words that clients of the family look for in a key. SERVICES §0. */

/** A key that begins so is never read as a signed token. */
export const KEY_BEGINNING = 'sb'
