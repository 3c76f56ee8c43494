/**
 * Why the open page can't be shown at all: what its address names does not exist, was deleted meanwhile, or is closed to
 * who is here. Whatever else goes wrong the page itself tells.
 */
import type { Organization, PlatformError, Project } from '@basedeck/platform-client'
import type { Remote } from '../../kernel/query-store.js'
import type { PagePermission } from '../../rules/access/page-permissions.js'
import { AREA_FLAGS, type FlaggedArea } from '../../rules/shell/area-off.js'
import { permissionText } from '../../text/permissions.js'
import { shellText } from '../../text/shell.js'

/** Why what the address names can't be shown, with a link to somewhere else. */
export interface RouteError {
  /** `closed`: it is there, and opens to others. `off`: a flag of the installation turns its area off. */
  reason: 'missing' | 'deleted' | 'closed' | 'off'
  title: string
  body: string
  href: string
  linkLabel: string
}

export interface RouteErrorLinks {
  /** Where its button leads when nothing else is known. */
  home: string
  security: string
  organizations: string
  organization(slug: string): string
}

/** What keeps a page shut that exists. */
export interface PageShut {
  /** The permission that it asks for, and that the caller does not have. */
  lacking: PagePermission | undefined
  /** Its area, which the installation turned off. */
  off: FlaggedArea | undefined
}

export function routeErrorOf(
  project: Remote<Project> | null,
  organization: Remote<Organization> | null,
  { lacking, off }: PageShut,
  links: RouteErrorLinks,
): RouteError | null {
  const error = projectRouteError(project, links) ?? organizationRouteError(organization, links)
  if (error !== null) return error
  if (off !== undefined)
    return {
      reason: 'off',
      title: text.areaOff.titles[off],
      body: text.areaOff.body(AREA_FLAGS[off]),
      href: links.home,
      linkLabel: text.areaOff.linkLabel,
    }
  return lacking === undefined
    ? null
    : { reason: 'closed', ...text.forbidden, body: permissionText[lacking], href: links.home }
}

function projectRouteError(project: Remote<Project> | null, links: RouteErrorLinks): RouteError | null {
  if (project === null || project.status === 'loading') return null
  if (project.status === 'failed') {
    if (project.error.status === 404) return { reason: 'missing', ...text.projectMissing, href: links.home }
    return closed(project.error, links)
  }
  const { staleError, data } = project
  if (data.status !== 'REMOVED' && staleError?.status !== 404)
    return staleError ? closed(staleError, links) : null
  // A 404 is the same answer for a deleted project and for a lost membership.
  if (data.status !== 'REMOVED')
    return {
      reason: 'deleted',
      ...text.projectGone,
      title: text.projectGone.title(data.name),
      href: links.organizations,
    }
  return {
    reason: 'deleted',
    title: text.projectDeleted.title(data.name),
    body: text.projectDeleted.body,
    linkLabel: text.projectDeleted.linkLabel,
    href: links.organization(data.organization_slug),
  }
}

function organizationRouteError(
  organization: Remote<Organization> | null,
  links: RouteErrorLinks,
): RouteError | null {
  if (organization === null || organization.status === 'loading') return null
  const error = organization.status === 'failed' ? organization.error : organization.staleError
  if (error?.status === 404)
    return { reason: 'missing', ...text.organizationMissing, href: links.organizations }
  return error ? closed(error, links) : null
}

function closed(error: PlatformError, links: RouteErrorLinks): RouteError | null {
  if (error.code === 'mfa_required') return { reason: 'closed', ...text.mfaRequired, href: links.security }
  if (error.status === 403)
    return { reason: 'closed', ...text.forbidden, body: error.message, href: links.home }
  return null
}

const text = shellText.routeErrors
