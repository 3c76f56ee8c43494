/**
 * A password that is made up: long enough for a database that anyone may reach, of letters that look like no other one
 * and that mean nothing in an address or a shell.
 * @rule projects.generated-password  @spec §2
 */

/** 32 of them, so that each is as likely as the others: 5 bits a letter. */
const LETTERS = '23456789abcdefghijkmnpqrstuvwxyz'

/** Bytes of chance it takes; as many letters, 120 bits. */
export const PASSWORD_BYTES = 24

/**
 * Makes a password of random bytes, one character each.
 * @param chance `PASSWORD_BYTES` bytes of a cryptographic source
 */
export function passwordOf(chance: Uint8Array): string {
  return Array.from(chance, (byte) => LETTERS[byte % LETTERS.length]).join('')
}
