/** The keys of a project's own API. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName } from './names.js'
import { inProject } from './permission.js'
import { wireBoolean, wireInteger } from './wire.js'

/** `anon` and `service_role` are the legacy ones: signed tokens. */
export interface ApiKey {
  id: string
  /**
   * Null for a secret key, which is stored as its hash: only the answer that makes one has it. Null for `service_role` unless
   * it was asked to be revealed and may be seen.
   */
  api_key: string | null
  name: string
  type: 'legacy' | 'publishable' | 'secret'
  /** How it begins. */
  prefix: string
  /** SHA-256 of the key, hex. */
  hash: string
  description: string | null
  inserted_at: string
  updated_at: string
  /** To the minute, and known about a minute later. Null: never used. */
  last_used_at: string | null
  /** A key that was rotated works until then. Null: it lasts. */
  ends_at: string | null
}

/** Default lifetime of a temporary key, in seconds. */
export const TEMPORARY_KEY_SECONDS = 300
const TEMPORARY_KEY_MAX_SECONDS = 3600

/** How long a rotated key works on by default: a day, in seconds. */
export const KEY_GRACE_SECONDS = 86_400
/** How long a rotated key may work on: thirty days, in seconds. */
export const KEY_GRACE_MAX_SECONDS = 2_592_000

const PATH = '/v1/projects/{ref}/api-keys'
const REQUIRES = { ref: 'Project ref is required' }

/** What `createApiKey` takes. */
export const apiKeyBody = v.object({
  name: displayName('The name of the key'),
  type: v.picklist(['publishable', 'secret']),
  description: v.optional(v.pipe(v.string(), v.maxLength(500))),
})
/** What `rotateApiKey` takes: for how many seconds the replaced key works on. */
export const apiKeyRotation = v.object({
  grace_seconds: v.optional(
    v.pipe(
      v.number(),
      v.integer('must be a whole number'),
      v.minValue(0, 'must be at least 0'),
      v.maxValue(KEY_GRACE_MAX_SECONDS, `must be at most ${KEY_GRACE_MAX_SECONDS}`),
    ),
  ),
})
/** What the calls for a temporary key take: seconds of life (1 to 3600, default 300), and its claims. */
export const temporaryKeyQuery = v.object({
  authorization_exp: v.optional(wireInteger(1, TEMPORARY_KEY_MAX_SECONDS)),
  /** JSON; only the role service_role is given. */
  claims: v.optional(v.pipe(v.string(), v.maxLength(2000))),
})

/** `reveal` shows `service_role` too, which is written into the audit log. Secret keys can't be shown again. */
export const listApiKeys = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'api_keys'),
  carries: 'maybe service_key',
  audit: 'only what reveals a secret key',
  query: v.object({ reveal: v.optional(wireBoolean()) }),
  response: gives<ApiKey[]>(),
  requires: REQUIRES,
})
/** Makes a key of the project's own API. The answer is the one place that shows a secret key whole. */
export const createApiKey = endpoint({
  method: 'POST',
  path: PATH,
  access: inProject('create', 'service_api_keys'),
  carries: 'service_key',
  audit: true,
  body: apiKeyBody,
  response: gives<ApiKey>(),
  requires: REQUIRES,
})
/**
 * Makes a key of the same name that takes the place of this one, which works on for a while. The answer is the one place
 * that shows a secret key whole. Refused for legacy keys, and for a key that was rotated before: 404.
 */
export const rotateApiKey = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/rotate`,
  access: inProject('create', 'service_api_keys'),
  carries: 'service_key',
  audit: true,
  body: apiKeyRotation,
  response: gives<ApiKey>(),
  requires: REQUIRES,
})
/** Deletes a key. What uses it is refused from then on. */
export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: inProject('delete', 'service_api_keys'),
  audit: true,
  response: gives<{ id: string }>(),
  requires: REQUIRES,
})
const temporary = {
  path: '/platform/projects/{ref}/api-keys/temporary',
  access: inProject('read', 'service_api_keys'),
  query: temporaryKeyQuery,
  carries: 'service_key',
  audit: true,
  response: gives<{ api_key: string }>(),
  requires: REQUIRES,
} as const
/**
 * A key with the service role for a few minutes, for the dashboard's own calls. It also ends with the session, the token
 * or the membership that it was made with. SPEC §7.
 */
export const getTemporaryKey = endpoint({ method: 'GET', ...temporary })
/** Creates a temporary key of the service role. The body may set its lifetime in seconds, at most 3600. */
export const createTemporaryKey = endpoint({ method: 'POST', ...temporary })
