/** The keys that sign the tokens of a project's users, and the secrets of HS256 that older tokens stand on. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** How tokens are signed: two with a public half (RFC 7518 §3.4, §3.3), and one where verifying and signing take the same secret. */
export const SIGNING_ALGORITHMS = ['ES256', 'RS256', 'HS256'] as const
/** One of `SIGNING_ALGORITHMS`. */
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number]

/**
 * - `standby`: known to those who verify, and signs nothing yet
 * - `current`: signs the tokens of users
 * - `previous`: signs nothing any more; its tokens are valid until they end
 * - `revoked`: its tokens are refused
 */
export type SigningKeyState = 'standby' | 'current' | 'previous' | 'revoked'

/** The public half of a key, as RFC 7517 writes it. */
export interface PublicJwk {
  kty: 'EC' | 'RSA'
  kid: string
  alg: 'ES256' | 'RS256'
  use: 'sig'
  key_ops: ['verify']
  crv?: 'P-256'
  x?: string
  y?: string
  n?: string
  e?: string
}

/** A signing key of a project, without what signs. */
export interface SigningKey {
  /** Also the `kid` in the header of its tokens. */
  id: string
  algorithm: SigningAlgorithm
  state: SigningKeyState
  /** `legacy`: the project's first secret, which signed the keys anon and service_role. */
  origin: 'made' | 'imported' | 'legacy'
  /** Null: HS256 has no public half. */
  public_jwk: PublicJwk | null
  inserted_at: string
  /** When its state changed last. */
  updated_at: string
}

/** The longest private key or secret that can be imported. */
const KEY_MAX_CHARACTERS = 20_000

const algorithm = v.picklist(SIGNING_ALGORITHMS, 'algorithm: must be ES256, RS256 or HS256')
/** What `createSigningKey` takes. Default: ES256. */
export const signingKeyBody = v.object({ algorithm: v.optional(algorithm, 'ES256') })
/** What `importSigningKey` takes: a private key as PEM or JWK; for HS256 a JWK or the secret itself. */
export const signingKeyImport = v.object({
  algorithm,
  key: v.pipe(
    v.string('The key must be a text'),
    v.trim(),
    v.nonEmpty('Paste the key'),
    v.maxLength(KEY_MAX_CHARACTERS, `The key has more than ${KEY_MAX_CHARACTERS} characters`),
  ),
})

const PATH = '/platform/projects/{ref}/signing-keys'
const REQUIRES = { ref: 'Project ref is required' }

/** The signing keys of a project: the current one first, then standby, previous and revoked ones. */
export const listSigningKeys = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'api_keys'),
  response: gives<SigningKey[]>(),
  requires: REQUIRES,
})
/** Makes a standby key. 409 `standby_key_there` while there is one. */
export const createSigningKey = endpoint({
  method: 'POST',
  path: PATH,
  access: inProject('create', 'service_api_keys'),
  audit: true,
  body: signingKeyBody,
  response: gives<SigningKey>(),
  requires: REQUIRES,
})
/** Makes a standby key of one that exists elsewhere. Who has it can sign tokens: the caller needs the rights of a service key. */
export const importSigningKey = endpoint({
  method: 'POST',
  path: `${PATH}/import`,
  access: inProject('create', 'service_api_keys'),
  carries: 'service_key',
  audit: true,
  body: signingKeyImport,
  response: gives<SigningKey>(),
  requires: REQUIRES,
})
/** The standby key becomes the current one, which becomes a previous one. 409 `no_standby_key` without one. Gives all keys. */
export const rotateSigningKeys = endpoint({
  method: 'POST',
  path: `${PATH}/rotate`,
  access: inProject('create', 'service_api_keys'),
  audit: true,
  response: gives<SigningKey[]>(),
  requires: REQUIRES,
})
/**
 * Ends the tokens of a standby or previous key, at once and for good. With the legacy secret the keys anon and service_role end.
 * 409 `signing_key_current` for the current one.
 */
export const revokeSigningKey = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/revoke`,
  access: inProject('delete', 'service_api_keys'),
  audit: true,
  response: gives<SigningKey>(),
  requires: REQUIRES,
})
/** The secret of a key of HS256, which signs tokens of every role. 409 `private_key_hidden` for others: theirs is never shown. */
export const revealSigningSecret = endpoint({
  method: 'GET',
  path: `${PATH}/{id}/secret`,
  access: inProject('read', 'service_api_keys'),
  carries: 'service_key',
  audit: true,
  response: gives<{ secret: string; encoding: 'text' | 'base64url' }>(),
  requires: REQUIRES,
})
