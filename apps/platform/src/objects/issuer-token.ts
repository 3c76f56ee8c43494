/**
 * Tokens of a sign-in service that the project trusts. Its public keys are asked for by the kid; a role that passes by row-level
 * security it can't give.
 */
import { claimedIssuer, claimedKid, type TokenClaims } from '../keys/token.js'
import type { TokenVerifier } from '../keys/token-verifier.js'
import type { StorageHost, StorageProject } from './storage-host.js'

/** Undefined: it is not a valid token of such a service. */
export async function claimsOfIssuer(
  token: string,
  { ref, keys }: Pick<StorageProject, 'ref' | 'keys'>,
  host: Pick<StorageHost, 'issuerKeys'>,
  verifier: TokenVerifier,
): Promise<TokenClaims | undefined> {
  if (keys.issuers.length === 0) return undefined
  const issuer = claimedIssuer(token)
  const kid = claimedKid(token)
  const trusted = keys.issuers.find((one) => one.issuer === issuer)
  if (!trusted || kid === undefined) return undefined
  const read = verifier.verify(token, await host.issuerKeys(ref, trusted.id, kid))
  if (read.type !== 'valid') return undefined
  const { aud, role } = read.claims
  if (trusted.audience !== null && ![aud].flat().includes(trusted.audience)) return undefined
  return role === 'service_role' ? undefined : read.claims
}
