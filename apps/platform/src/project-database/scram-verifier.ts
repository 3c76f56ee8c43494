/** What PostgreSQL stores of a password (RFC 5803, SCRAM-SHA-256): the password can't be read from it. */
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'

const iterations = 4096
const saltBytes = 16
const keyBytes = 32

/** `password` is ASCII. The salt is made of both, so that the same login gives the same text again. */
export function scramVerifier(password: string, role: string): string {
  const salt = createHmac('sha256', password).update(`salt of ${role}`).digest().subarray(0, saltBytes)
  const salted = pbkdf2Sync(password, salt, iterations, keyBytes, 'sha256')
  const keyed = (word: string): Buffer => createHmac('sha256', salted).update(word).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const serverKey = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
