/** Sign-in services of others whose tokens a project accepts. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** A sign-in service: its tokens are verified with the public keys at an address. */
export interface TokenIssuer {
  id: string
  /** As the claim `iss` of its tokens has it, letter by letter. */
  issuer: string
  /** Where its public keys are (RFC 7517 §5). */
  jwks_url: string
  /** What the claim `aud` must be or contain. Null: tokens for anybody are accepted. */
  audience: string | null
  inserted_at: string
}

/** How many a project can have. */
export const TOKEN_ISSUERS_MAX = 5

const URL_MAX_CHARACTERS = 2000

/** What `addTokenIssuer` takes. */
export const tokenIssuerBody = v.object({
  issuer: v.pipe(
    v.string('The issuer must be a text'),
    v.trim(),
    v.nonEmpty('Enter the issuer'),
    v.maxLength(URL_MAX_CHARACTERS, 'The issuer is too long'),
  ),
  jwks_url: v.pipe(
    v.string('The address must be a text'),
    v.trim(),
    v.nonEmpty('Enter the address of the public keys'),
    v.maxLength(URL_MAX_CHARACTERS, 'The address is too long'),
    v.regex(/^https?:\/\/[^\s]+$/i, 'The address must begin with https:// or http://'),
  ),
  audience: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(URL_MAX_CHARACTERS, 'The audience is too long')),
  ),
})

const PATH = '/platform/projects/{ref}/token-issuers'
const REQUIRES = { ref: 'Project ref is required' }

/** The sign-in services of others whose tokens the project accepts. */
export const listTokenIssuers = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'api_keys'),
  response: gives<TokenIssuer[]>(),
  requires: REQUIRES,
})
/**
 * Accepts the tokens of another sign-in service. Its public keys are fetched first: 502 `issuer_unreachable` with the reason when
 * they can't be read. 409 `issuer_taken`, `too_many_issuers`.
 */
export const addTokenIssuer = endpoint({
  method: 'POST',
  path: PATH,
  access: inProject('create', 'service_api_keys'),
  audit: true,
  body: tokenIssuerBody,
  response: gives<TokenIssuer>(),
  requires: REQUIRES,
})
/** Its tokens are refused from the next call on. */
export const removeTokenIssuer = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: inProject('delete', 'service_api_keys'),
  audit: true,
  response: gives<{ id: string }>(),
  requires: REQUIRES,
})
