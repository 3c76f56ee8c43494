/**
 * A generated password: long enough for a database that anyone may reach, of letters that are not mistaken for others
 * and need no escaping in an address or a shell.
 * @rule projects.generated-password  @spec §2
 */

/** 32 letters, so that each is equally likely: 5 bits a letter. */
const LETTERS = '23456789abcdefghijkmnpqrstuvwxyz'

/** Random bytes for one password; as many letters, 120 bits. */
export const PASSWORD_BYTES = 24

/**
 * Makes a password from random bytes, one character each.
 * @param chance `PASSWORD_BYTES` bytes of a cryptographic source
 */
export function passwordOf(chance: Uint8Array): string {
  return Array.from(chance, (byte) => LETTERS[byte % LETTERS.length]).join('')
}
