/** Random words that stand for a person: sessions, access tokens, links. Only their hash is kept. */
import { createHash, randomBytes } from 'node:crypto'

const BYTES = 32

export interface SecretToken {
  /** Given out once. */
  token: string
  /** Kept. */
  hash: string
}

/** @param prefix says in a text what it is, so that a leaked one is found */
export function newSecretToken(prefix = ''): SecretToken {
  const token = prefix + randomBytes(BYTES).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** The token has 256 random bits: a plain hash can't be turned back. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
