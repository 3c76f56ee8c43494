/** Who can act in an organization without signing in: access tokens of its members, keys of its projects, temporary keys. */
import { endpoint, gives } from './endpoint.js'
import { inOrganization } from './permission.js'
import type { ApiKey } from './api-keys.js'
import type { TokenAccess } from './profile.js'

/** A member who holds something. */
export interface Holder {
  profile_id: string
  first_name: string
  email: string | null
}

/** An access token of a member that works in the organization. */
export interface HeldToken {
  id: string
  name: string
  /** How it begins. */
  prefix: string
  holder: Holder
  access: TokenAccess
  /** `everywhere`: in all organizations of its holder; `organization`: in this one; `project`: in one project of it. */
  reach: 'everywhere' | 'organization' | 'project'
  /** The only project that it reaches; null: every one that its holder does. */
  project_ref: string | null
  inserted_at: string
  /** Null: never used. */
  last_used_at: string | null
  /** Null: it lasts. */
  expires_at: string | null
}

/** A key of a project of the organization, without its value. */
export interface HeldKey {
  id: string
  project_ref: string
  project_name: string
  name: string
  type: ApiKey['type']
  prefix: string
  inserted_at: string
  last_used_at: string | null
  /** A key that was rotated works until then. Null: it lasts. */
  ends_at: string | null
}

/** Temporary keys of a member in a project, all together: they can’t be told apart, and end by themselves. */
export interface HeldTemporaryKeys {
  holder: Pick<Holder, 'profile_id' | 'first_name'>
  project_ref: string
  /** How many are valid. */
  count: number
  last_made_at: string
  /** When the last of them ends, at the latest. */
  ends_at: string
}

/** Everything that acts in an organization without signing in. */
export interface OrganizationApps {
  tokens: HeldToken[]
  keys: HeldKey[]
  temporary_keys: HeldTemporaryKeys[]
}

const PATH = '/platform/organizations/{slug}/apps'
const REQUIRES = { slug: 'Slug is required' }

/** Who holds tokens and keys of the organization, each with its last use. No value of one is in it. */
export const listOrganizationApps = endpoint({
  method: 'GET',
  path: PATH,
  access: inOrganization('read', 'audit_logs'),
  response: gives<OrganizationApps>(),
  requires: REQUIRES,
})
/**
 * Ends an access token of a member here: `everywhere` when it reaches nothing but this organization, else `here`: it works on in the
 * other organizations of its holder. Temporary keys that were made with it end with it. Refused for a holder whose role the caller
 * may not give and take, unless it is one's own: 403 `forbidden`.
 */
export const revokeOrganizationToken = endpoint({
  method: 'DELETE',
  path: `${PATH}/tokens/{id}`,
  access: inOrganization('delete', 'members'),
  audit: true,
  response: gives<{ id: string; ended: 'everywhere' | 'here' }>(),
  requires: REQUIRES,
})
