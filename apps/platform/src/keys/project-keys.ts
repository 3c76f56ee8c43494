/**
 * The keys of a project that tokens are verified and signed with, as plain data. Two of them are never shown: one signs temporary
 * keys, the other one addresses of files. Both are made of the project's token secret.
 */
import { hkdfSync } from 'node:crypto'
import type { WholeKey } from './signing-key.js'
import type { VerifyingKey } from './token.js'

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

const BYTES = 32

/** @param secret the project's token secret */
export function hiddenKey(secret: string, kid: HiddenKid): WholeKey & { algorithm: 'HS256' } {
  const bytes = hkdfSync('sha256', secret, '', `basedeck token key 1 ${kid}`, BYTES)
  return { algorithm: 'HS256', secret: Buffer.from(bytes).toString('base64url'), isText: false }
}
