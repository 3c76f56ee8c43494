/**
 * What a caller may do in an organization. What a caller does not belong to does not exist for them; what they belong to and
 * may not do is refused. DESIGN §8.
 */
import type { Action, Resource } from '@basedeck/platform-client/contract'
import { can } from '@basedeck/core/rules'
import { DomainError, type DomainErrorCode } from '../domain-error.js'
import { isClosed, permissionsIn, type Caller } from './caller.js'

export interface Wanted {
  action: Action
  resource: Resource
  projectRef?: string | undefined
  /** Also while the organization is closed to who has no second factor. */
  evenClosed?: boolean | undefined
  /** What to say to somebody who doesn't belong there. */
  missing: DomainErrorCode
}

/** As far as a permission asks for it. */
interface Organization {
  id: number
  slug: string
}

/** @throws DomainError the one that is missing, mfa_required, token_scope, forbidden */
export function requirePermission(caller: Caller, organization: Organization, wanted: Wanted): void {
  const membership = caller.memberships.find(({ organizationId }) => organizationId === organization.id)
  if (!membership) throw new DomainError(wanted.missing)
  if (isClosed(caller, membership) && !wanted.evenClosed) throw new DomainError('mfa_required')
  if (isAllowed(caller, organization.slug, wanted)) return
  const { scope } = caller
  // To a token for one project the others do not exist.
  if (scope?.projectRef && wanted.projectRef !== undefined && wanted.projectRef !== scope.projectRef)
    throw new DomainError(wanted.missing)
  const mayWithoutToken = scope !== null && isAllowed({ ...caller, scope: null }, organization.slug, wanted)
  throw new DomainError(mayWithoutToken ? 'token_scope' : 'forbidden')
}

export function isAllowed(
  caller: Caller,
  organizationSlug: string,
  { action, resource, projectRef }: Omit<Wanted, 'missing'>,
): boolean {
  return can(permissionsIn(caller, organizationSlug), {
    action,
    resource,
    organizationSlug,
    ...(projectRef === undefined ? {} : { projectRef }),
  })
}
