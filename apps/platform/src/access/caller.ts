/** Who makes a request, and from where. */
import type { Permission } from '@basedeck/platform-client/contract'
import { permissionsOf } from './roles.js'
import { narrowed, type TokenScope } from './token-scope.js'

export interface Membership {
  organizationId: number
  slug: string
  roleId: string
  requiresMfa: boolean
}

/** Where a request came from. The audit log stores it. */
export interface Origin {
  ip: string | null
  userAgent: string
  requestId: string
}

export interface Caller {
  id: string
  name: string
  email: string | null
  isMfaEnabled: boolean
  /** Is an administrator of the installation. */
  isAdministrator: boolean
  createdAt: string
  /** `local`: the fixed profile of a platform without accounts; it may do everything. */
  via: 'local' | 'session' | 'token'
  /** Of the session or the token. */
  credentialId: string | null
  /** The access token that the call came with; null: none. The audit log names it. */
  token: { id: string; name: string } | null
  /** What the access token allows; null: everything. */
  scope: TokenScope | null
  /** The memberships that the credential gives access to. */
  memberships: readonly Membership[]
}

/** What the caller may do in one organization: nothing when the caller is not a member. */
export function permissionsIn(caller: Caller, slug: string): Permission[] {
  const membership = caller.memberships.find((one) => one.slug === slug)
  return membership ? permissionsAs(caller, membership) : []
}

export function allPermissions(caller: Caller): Permission[] {
  return caller.memberships.flatMap((membership) => permissionsAs(caller, membership))
}

function permissionsAs({ scope }: Caller, { roleId, slug }: Membership): Permission[] {
  const own = permissionsOf(roleId, slug)
  return scope === null ? own : narrowed(own, scope)
}

/** Whether the organization requires a second factor that this caller has not set up. SPEC §6. */
export function isClosed(caller: Caller, membership: Membership): boolean {
  return membership.requiresMfa && !caller.isMfaEnabled && caller.via !== 'local'
}
