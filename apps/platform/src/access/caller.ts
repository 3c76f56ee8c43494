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

/** Where a request came from; stands in the audit log. */
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
  /** Looks after the installation. */
  isAdministrator: boolean
  createdAt: string
  /** `local`: the fixed profile of a platform without accounts; it may do everything. */
  via: 'local' | 'session' | 'token'
  /** Of the session or the token. */
  credentialId: string | null
  /** What an access token may of it; null: all. */
  scope: TokenScope | null
  /** Those that the credential opens. */
  memberships: readonly Membership[]
}

/** What the caller may do in one organization; nothing when it is none of theirs. */
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

/** Closed to this caller until a second factor is set up. SPEC §6. */
export function isClosed(caller: Caller, membership: Membership): boolean {
  return membership.requiresMfa && !caller.isMfaEnabled && caller.via !== 'local'
}
