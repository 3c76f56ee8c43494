/** Ten codes for people who lost their authenticator app. Each works once. */
import { randomInt } from 'node:crypto'
import { hashOf } from '../secrets/secret-token.js'

const COUNT = 10
const CHARACTERS = 12
const GROUP = 4
/** Without characters that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

/** Like `k3fd-9wq2-hx7m`: some 59 random bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, newCode)
}

function newCode(): string {
  const characters = Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return characters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? characters
}

/** The stored form: without blanks, dashes and case, so that typing is forgiving. */
export function recoveryCodeHash(profileId: string, code: string): string {
  return hashOf(`${profileId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
}
