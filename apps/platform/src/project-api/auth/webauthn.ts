/**
 * Keys of authenticators: what a page hands to them, and whether what they answer is right (W3C WebAuthn). No attestation is
 * asked for. The library is loaded when the first key is used.
 */
import { relyingParty, type RelyingParty } from '@basedeck/core/rules'
import type { AuthConfig } from '@basedeck/platform-client/contract'
import { AuthError } from './auth-error.js'

/** A key as the tables keep it. */
export interface KnownKey {
  /** Base64url, as all bytes here. */
  id: string
  publicKey: string
  signCount: number
  transports: readonly string[]
  aaguid: string
  isBackupEligible: boolean
  isBackedUp: boolean
}

/** What a challenge keeps. */
export interface KeptChallenge {
  challenge: string
  type: 'create' | 'request'
}

const TIMEOUT_MS = 300_000
const MOST_CHARACTERS = 20_000

const library = () => import('@simplewebauthn/server')

/** @throws AuthError feature_disabled: no site is set */
export function requireParty(settings: AuthConfig): RelyingParty {
  const party = relyingParty(settings)
  if (party && party.origins.length > 0) return party
  throw new AuthError('feature_disabled', { message: 'Site URL must be an address of the web for this' })
}

interface OfUser {
  id: string
  name: string
  keys: readonly Pick<KnownKey, 'id' | 'transports'>[]
  /** A passkey is found by the authenticator, and asks for a PIN or a fingerprint. */
  isPasskey: boolean
}

export async function creationOptions(party: RelyingParty, { id, name, keys, isPasskey }: OfUser) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new TextEncoder().encode(id) as Uint8Array<ArrayBuffer>,
    userName: name,
    userDisplayName: name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: listed(keys),
    authenticatorSelection: isPasskey
      ? { residentKey: 'required', userVerification: 'required' }
      : { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

export async function requestOptions(
  party: RelyingParty,
  { keys, isPasskey }: Pick<OfUser, 'keys' | 'isPasskey'>,
) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    allowCredentials: listed(keys),
    userVerification: isPasskey ? 'required' : 'preferred',
  })
}

const listed = (keys: OfUser['keys']) =>
  keys.map(({ id, transports }) => ({ id, transports: [...transports] }))

interface Answered {
  party: RelyingParty
  challenge: string
  answer: Record<string, unknown>
  isPasskey: boolean
}

/** The key that an authenticator made. @throws AuthError webauthn_verification_failed */
export async function madeKey({ party, challenge, answer, isPasskey }: Answered): Promise<KnownKey> {
  const { verifyRegistrationResponse } = await library()
  const checked = await verifyRegistrationResponse({
    response: bounded(answer) as never,
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: isPasskey,
  }).catch(refuse)
  if (!checked.verified) throw new AuthError('webauthn_verification_failed')
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = checked.registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    transports: (credential.transports ?? []).slice(0, 10).map(String),
    aaguid,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  }
}

/** The counter after a use of a known key. @throws AuthError webauthn_verification_failed: also when it did not go on */
export async function usedKey(
  { party, challenge, answer, isPasskey }: Answered,
  key: KnownKey,
): Promise<{ signCount: number; isBackedUp: boolean }> {
  const { verifyAuthenticationResponse } = await library()
  const checked = await verifyAuthenticationResponse({
    response: bounded(answer) as never,
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    credential: {
      id: key.id,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.signCount,
      transports: [...key.transports],
    },
    requireUserVerification: isPasskey,
  }).catch(refuse)
  if (!checked.verified) throw new AuthError('webauthn_verification_failed')
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  return { signCount: newCounter, isBackedUp: credentialBackedUp }
}

/** The id of the key that an answer names. */
export function keyIdIn(answer: Record<string, unknown>): string {
  const { id } = answer
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) ? id : ''
}

function bounded(answer: Record<string, unknown>): Record<string, unknown> {
  if (JSON.stringify(answer).length > MOST_CHARACTERS) throw new AuthError('webauthn_verification_failed')
  return answer
}

/** What was wrong is in the log of nobody: it is the visitor's own answer. */
function refuse(cause: unknown): never {
  throw new AuthError('webauthn_verification_failed', { cause })
}
