/**
 * What a caller may do in an organization. An organization that the caller is not a member of answers 404; an action
 * that the caller’s role does not allow answers 403. DESIGN §8.
 */
import type { Action, Resource } from '@basedeck/platform-client/contract'
import { can } from '@basedeck/core/rules'
import { DomainError, type DomainErrorCode } from '../kernel/domain-error.js'
import { isClosed, permissionsIn, type Caller } from './caller.js'

export interface Wanted {
  action: Action
  resource: Resource
  projectRef?: string | undefined
  /** Allowed even if the organization requires a second factor that the caller has not set up. */
  evenClosed?: boolean | undefined
  /** The refusal for callers who are not members. */
  missing: DomainErrorCode
}

/** The parts of a resource that permissions depend on. */
interface Organization {
  id: number
  slug: string
}

/** @throws DomainError the given not-found code, mfa_required, token_scope, forbidden */
export function requirePermission(caller: Caller, organization: Organization, wanted: Wanted): void {
  const membership = caller.memberships.find(({ organizationId }) => organizationId === organization.id)
  if (!membership) throw new DomainError(wanted.missing)
  if (isClosed(caller, membership) && !wanted.evenClosed) throw new DomainError('mfa_required')
  if (isAllowed(caller, organization.slug, wanted)) return
  const { scope } = caller
  // A token for one project must not find the other projects.
  if (scope?.projectRef && wanted.projectRef !== undefined && wanted.projectRef !== scope.projectRef)
    throw new DomainError(wanted.missing)
  const mayWithoutToken = isAllowed({ ...caller, scope: null }, organization.slug, wanted)
  throw new DomainError(mayWithoutToken ? 'token_scope' : 'forbidden')
}

export function isAllowed(
  caller: Caller,
  organizationSlug: string,
  { action, resource, projectRef }: Omit<Wanted, 'missing'>,
): boolean {
  return can(permissionsIn(caller, organizationSlug), { action, resource, organizationSlug, projectRef })
}
