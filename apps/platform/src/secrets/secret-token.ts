/** Random tokens for sessions, access tokens and links. Only their hash is stored. */
import { createHash, randomBytes } from 'node:crypto'

const BYTES = 32

export interface SecretToken {
  /** Given out once. */
  token: string
  /** Kept. */
  hash: string
}

/** @param prefix identifies the kind of token, so that leaked ones can be found */
export function newSecretToken(prefix = ''): SecretToken {
  const token = prefix + randomBytes(BYTES).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** The token has 256 random bits: a plain hash can't be turned back. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
