/** What PostgreSQL stores of a password (RFC 5803, SCRAM-SHA-256): the password can't be read from it. */
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'

const ITERATIONS = 4096
const SALT_BYTES = 16
const KEY_BYTES = 32

/** `password` is ASCII. The salt is made of both, so that the same login gives the same text again. */
export function scramVerifier(password: string, role: string): string {
  const salt = createHmac('sha256', password).update(`salt of ${role}`).digest().subarray(0, SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256')
  const keyed = (word: string): Buffer => createHmac('sha256', salted).update(word).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const serverKey = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
