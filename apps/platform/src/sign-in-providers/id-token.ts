/** ID tokens that an application was given by a provider: signature, issuer, audience, expiry, nonce and access token. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { providerProfile, type ProviderProfile } from '@basedeck/core/rules'
import { clientIdsOf, type AuthConfig, type AuthProvider } from '@basedeck/platform-client/contract'
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose'
import { OutgoingError } from '../outgoing/outgoing-error.js'
import type { ProviderClient } from './provider-clients.js'
import { isOneAzureTenant } from './provider-table.js'

export interface IdTokenCheck {
  provider: AuthProvider
  idToken: string
  /** That the provider gave together with it. */
  accessToken: string | undefined
  /** The text whose SHA-256, in hexadecimal, the token names. */
  nonce: string | undefined
}

export type IdTokenRefusal = 'token' | 'audience' | 'nonce-missing' | 'nonce' | 'access-token'

export type IdTokenOutcome =
  | { type: 'proved'; profile: ProviderProfile }
  | { type: 'refused'; because: IdTokenRefusal }

/** Only keys of two halves: of a shared secret everybody with the application would know how to sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const TOLERANCE_S = 30

export async function checkIdToken(
  settings: AuthConfig,
  made: ProviderClient,
  { provider, idToken, accessToken, nonce }: IdTokenCheck,
): Promise<IdTokenOutcome> {
  const refused = (because: IdTokenRefusal): IdTokenOutcome => ({ type: 'refused', because })
  const clientIds = clientIdsOf(settings, provider)
  let claims: JWTPayload
  try {
    const options = {
      algorithms: ALGORITHMS,
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
      clockTolerance: TOLERANCE_S,
    }
    claims = (await jwtVerify(idToken, made.keys, options)).payload
  } catch (error) {
    if (error instanceof OutgoingError || error instanceof errors.JWKSTimeout) throw error
    if (error instanceof errors.JOSEError) return refused('token')
    throw error
  }
  if (!issuersOf(made, claims).includes(claims.iss ?? '')) return refused('token')
  if (!isForUs(claims, clientIds)) return refused('audience')
  const skipsNonce = provider === 'google' && settings.external_google_skip_nonce_check
  if (!skipsNonce) {
    const named = claims['nonce']
    if ((named === undefined || named === '') !== (nonce === undefined || nonce === ''))
      return refused('nonce-missing')
    if (nonce && !isSame(createHash('sha256').update(nonce).digest('hex'), String(named)))
      return refused('nonce')
  }
  if (claims['at_hash'] !== undefined && !isTokenOf(idToken, claims['at_hash'], accessToken))
    return refused('access-token')
  const profile = providerProfile(provider, {
    claims: { ...claims },
    issuer: String(claims.iss),
    isOneTenant: provider === 'azure' && isOneAzureTenant(settings),
  })
  return profile ? { type: 'proved', profile } : refused('token')
}

function issuersOf({ config, description }: ProviderClient, claims: JWTPayload): string[] {
  if (description.type === 'oauth')
    return description.idTokenIssuer === undefined ? [] : [description.idTokenIssuer]
  const { issuer } = config.serverMetadata()
  const { alsoIssuer } = description
  // Microsoft writes the tenant of the token into the issuer.
  const own = issuer.replace('{tenantid}', String(claims['tid'] ?? ''))
  return alsoIssuer === undefined ? [own] : [own, alsoIssuer]
}

/** OpenID Connect Core §3.1.3.7: of several audiences, and wherever it is named, the authorized party is the application. */
function isForUs({ aud, azp }: JWTPayload, clientIds: readonly string[]): boolean {
  const audiences = Array.isArray(aud) ? aud : [aud ?? '']
  if (!audiences.some((one) => clientIds.includes(one))) return false
  if (azp === undefined) return audiences.length === 1
  return typeof azp === 'string' && clientIds.includes(azp)
}

/** OpenID Connect Core §3.1.3.6: the left half of the hash that the signature uses. */
function isTokenOf(idToken: string, hash: unknown, accessToken: string | undefined): boolean {
  if (accessToken === undefined || typeof hash !== 'string') return false
  const { alg = '' } = decodeProtectedHeader(idToken)
  const size = /(256|384|512)$/.exec(alg)?.[1] ?? '512'
  const digest = createHash(`sha${size}`).update(accessToken).digest()
  return isSame(digest.subarray(0, digest.length / 2).toString('base64url'), hash)
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
