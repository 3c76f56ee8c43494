/**
 * Verifies tokens, and remembers the verdict of those that come again. What is remembered counts only while the project still
 * has the key: a key that was revoked ends its tokens at the next call.
 */
import { boundedMap } from '../kernel/bounded-map.js'
import { isInTime, verifyToken, type ReadToken, type TokenClaims, type VerifyingKey } from './token.js'

export interface TokenVerifier {
  /** @param keys those of the project, as they are now */
  verify(token: string, keys: readonly VerifyingKey[]): ReadToken
  /** How many verdicts are remembered. */
  remembered(): number
}

interface Verdict {
  key: VerifyingKey
  claims: TokenClaims
}

const AT_MOST = 2000
/** A longer one is verified each time, so that the memory is bounded. */
const MAX_CHARACTERS = 4096

/** @param nowMs for tests */
export function createTokenVerifier(nowMs = Date.now): TokenVerifier {
  const verdicts = boundedMap<Verdict>(AT_MOST)
  return {
    remembered: verdicts.size,
    verify(token, keys) {
      const known = verdicts.get(token)
      const by = known && keys.find((key) => isSame(key, known.key))
      if (known && by) {
        if (isInTime(known.claims, nowMs())) return { type: 'valid', kid: by.kid, claims: known.claims }
        verdicts.delete(token)
        return { type: 'refused', reason: 'time' }
      }
      if (known) verdicts.delete(token)
      const read = verifyToken(token, keys, nowMs())
      const key = read.type === 'valid' && keys.find(({ kid }) => kid === read.kid)
      if (read.type === 'valid' && key && token.length <= MAX_CHARACTERS)
        verdicts.set(token, { key, claims: read.claims })
      return read
    },
  }
}

function isSame(one: VerifyingKey, other: VerifyingKey): boolean {
  return one.kid === other.kid && one.material === other.material && one.algorithm === other.algorithm
}
