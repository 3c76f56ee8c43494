/**
 * The keys of a project that tokens are verified and signed with, as plain data. Two of them are never shown and never change:
 * one signs temporary keys, the other one addresses of files. They are made of the installation's key and stored nowhere.
 */
import { boundedMap } from './bounded-map.js'
import { textSecret, type WholeKey } from './signing-key.js'
import type { VerifyingKey } from './token.js'
import type { SecretBox } from '../secrets/secret-box.js'

export interface ProjectKeys {
  /** Of every token that may be a key: of users, of the legacy pair, and temporary ones. */
  verifying: VerifyingKey[]
  /** Signs addresses of files. */
  address: VerifyingKey
  /** The project's first secret, which signed the legacy pair, and addresses until there was a key for them. Undefined: it was revoked. */
  legacy: VerifyingKey | undefined
  /** Sign-in services of others whose tokens are accepted. */
  issuers: TrustedIssuer[]
}

export interface TrustedIssuer {
  id: string
  /** As the claim `iss` has it. */
  issuer: string
  jwksUrl: string
  /** Null: tokens for anybody are accepted. */
  audience: string | null
}

/** In the header of the token, in the place of an id. */
export const TEMPORARY_KID = 'temporary'
export const ADDRESS_KID = 'address'

type HiddenKid = typeof TEMPORARY_KID | typeof ADDRESS_KID

const MAX_KNOWN = 2000

export interface HiddenKeys {
  /** Signs and verifies. */
  of(ref: string, kid: HiddenKid): WholeKey & { algorithm: 'HS256' }
}

/** Deriving takes longer than verifying, so what was derived is kept. */
export function createHiddenKeys(box: Pick<SecretBox, 'passwordFor'>): HiddenKeys {
  const known = boundedMap<WholeKey & { algorithm: 'HS256' }>(MAX_KNOWN)
  return {
    of(ref, kid) {
      const purpose = `project ${ref} ${kid} token key`
      return known.getOrMake(purpose, () => textSecret(box.passwordFor(purpose)))
    },
  }
}

export function hiddenVerifyingKey(kid: HiddenKid, { secret }: { secret: string }): VerifyingKey {
  return { kid, algorithm: 'HS256', material: secret }
}
