/**
 * Who may see a notification: members whose role may read what it is about. It is decided when it is written, and again
 * whenever it is read, because a role may have changed in between.
 * @rule notifications.audience  @spec §3
 */
import type { Resource } from '@basedeck/platform-client/contract'
import { can } from '@basedeck/core/rules'
import { isClosed, type Caller } from '../access/caller.js'
import { isAllowed } from '../access/permission.js'
import { permissionsOf, ROLES } from '../access/roles.js'
import type { Sight } from '../control/notifications.js'

const AUDIENCES = [
  'projects',
  'members',
  'organization',
  'database',
  'billing',
  'service_api_keys',
  'audit_logs',
] as const satisfies readonly Resource[]
/** What a notification can be about. */
export type Audience = (typeof AUDIENCES)[number]
/** The audience of what concerns the account of one person. */
export const ACCOUNT = 'account'
/** The audience of what concerns the whole installation. */
export const INSTALLATION = 'installation'

/** The roles that may read it. */
export function rolesFor(audience: Audience): string[] {
  return ROLES.map(({ id }) => id).filter((id) =>
    can(permissionsOf(id, 'any'), { action: 'read', resource: audience, organizationSlug: 'any' }),
  )
}

export function sightOf(caller: Caller): Sight {
  const projectRef = caller.scope?.projectRef ?? undefined
  const audiences = caller.memberships
    .filter((membership) => !isClosed(caller, membership))
    .flatMap(({ organizationId, slug }) =>
      AUDIENCES.filter((resource) => isAllowed(caller, slug, { action: 'read', resource, projectRef })).map(
        (resource) => `${organizationId}:${resource}`,
      ),
    )
  const own = caller.via === 'token' ? [] : [`:${ACCOUNT}`]
  const isOperator = (caller.isAdministrator && caller.scope === null) || caller.via === 'local'
  return {
    profileId: caller.id,
    audiences: [...audiences, ...own, ...(isOperator ? [`:${INSTALLATION}`] : [])],
    onlyProject: projectRef,
  }
}
