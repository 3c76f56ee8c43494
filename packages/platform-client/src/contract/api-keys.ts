/** The keys of a project's own API. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName } from './names.js'
import { inProject } from './permission.js'
import { wireBoolean, wireInteger } from './wire.js'

/** `anon` and `service_role` are the legacy ones: signed tokens. */
export interface ApiKey {
  id: string
  /** Null for a secret key that was not asked to be revealed, or may not be seen. */
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
}

/** Default lifetime of a temporary key, in seconds. */
export const TEMPORARY_KEY_SECONDS = 300
const TEMPORARY_KEY_MAX_SECONDS = 3600

const PATH = '/v1/projects/{ref}/api-keys'
const REQUIRES = { ref: 'Project ref is required' }

/** What `createApiKey` takes. */
export const apiKeyBody = v.object({
  name: displayName('The name of the key'),
  type: v.picklist(['publishable', 'secret']),
  description: v.optional(v.pipe(v.string(), v.maxLength(500))),
})
/** What the calls for a temporary key take: seconds of life (1 to 3600, default 300), and its claims. */
export const temporaryKeyQuery = v.object({
  authorization_exp: v.optional(wireInteger(1, TEMPORARY_KEY_MAX_SECONDS)),
  /** JSON; only the role service_role is given. */
  claims: v.optional(v.pipe(v.string(), v.maxLength(2000))),
})

/** Revealing a secret key is written into the audit log. */
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
