/**
 * Who may make a call: checked here, before its handler sees it, and nowhere else. What a caller does not belong to does
 * not exist for them (404); what they belong to and may not do is refused (403). DESIGN §8.
 */
import type { Action, EndpointData, Resource } from '@basedeck/platform-client/contract'
import { can } from '@basedeck/core/rules'
import type { Context } from 'hono'
import {
  findOrganization,
  findProject,
  type OrganizationPlace,
  type ProjectPlace,
} from '../control/places.js'
import type { ControlDatabase } from '../control/control-database.js'
import { readInstallationSettings } from '../control/installation-settings.js'
import type { AppEnv } from '../http/app-env.js'
import { HttpError } from '../http/error-table.js'
import type { Authenticate } from './authenticate.js'
import { isClosed, permissionsIn, type Caller } from './caller.js'
import { mayChangeOwn } from './token-scope.js'

/** What the gate learned on the way; `organization` and `project` as far as the call names them. */
export interface Entry {
  caller: Caller | undefined
  organization: OrganizationPlace | undefined
  project: ProjectPlace | undefined
}

export interface Gate {
  /** Only that somebody is signed in, where the call wants that. @throws HttpError signed_out, second_factor_needed */
  identify(c: Context<AppEnv>, endpoint: EndpointData): Promise<Caller | undefined>
  /**
   * @param body for the calls that name their organization in it
   * @throws HttpError signed_out, second_factor_needed, *_not_found, mfa_required, forbidden
   */
  admit(c: Context<AppEnv>, endpoint: EndpointData, body: unknown): Promise<Entry>
}

export function createGate(control: ControlDatabase, authenticate: Authenticate): Gate {
  return {
    identify,
    async admit(c, endpoint, body) {
      const { access } = endpoint
      const caller = await identify(c, endpoint)
      if (caller?.scope && access === 'profile' && endpoint.method !== 'GET' && !mayChangeOwn(caller.scope))
        throw new HttpError('token_scope')
      if (access === 'administrator') requireAdministrator(caller)
      if (!caller || typeof access === 'string')
        return { caller, organization: undefined, project: undefined }
      const project = access.of === 'project' ? await requireProject(c.req.param('ref') ?? '') : undefined
      const organization =
        project?.organization ??
        (await requireOrganization(access.of === 'organization' ? c.req.param('slug') : slugIn(body)))
      const missing = project ? 'project_not_found' : 'organization_not_found'
      requirePermission(caller, organization, {
        ...access,
        projectRef: project?.ref,
        missing,
        evenClosed: access.evenClosed,
      })
      return { caller, organization, project }
    },
  }

  async function identify(c: Context<AppEnv>, { access }: EndpointData): Promise<Caller | undefined> {
    if (access === 'anyone') return undefined
    const found = await authenticate(c)
    if (!found) throw new HttpError('signed_out')
    if (found.status === 'second-factor-needed') throw new HttpError('second_factor_needed')
    return found.caller
  }

  async function requireProject(ref: string): Promise<ProjectPlace> {
    const project = isPlainWord(ref) ? await findProject(control, ref) : undefined
    if (!project) throw new HttpError('project_not_found')
    return project
  }

  async function requireOrganization(slug: string | undefined): Promise<OrganizationPlace> {
    const organization =
      slug !== undefined && isPlainWord(slug) ? await findOrganization(control, slug) : undefined
    if (!organization) throw new HttpError('organization_not_found')
    return organization
  }
}

/** A token of an administrator may leak; it does not open the installation. @throws HttpError */
function requireAdministrator(caller: Caller | undefined): void {
  if (caller?.via === 'local') throw new HttpError('accounts_off')
  if (!caller?.isAdministrator) throw new HttpError('administrator_needed')
  if (caller.via === 'token') throw new HttpError('session_needed')
}

/** Administrators always may; others while the installation lets anyone. */
export async function mayMakeOrganizations(control: ControlDatabase, caller: Caller): Promise<boolean> {
  return caller.isAdministrator || (await readInstallationSettings(control)).anyone_creates_organizations
}

export interface Wanted {
  action: Action
  resource: Resource
  projectRef?: string | undefined
  /** Also while the organization is closed to who has no second factor. */
  evenClosed?: boolean | undefined
  /** What to say to somebody who doesn't belong there. */
  missing: 'project_not_found' | 'organization_not_found'
}

/** @throws HttpError */
export function requirePermission(caller: Caller, organization: OrganizationPlace, wanted: Wanted): void {
  const membership = caller.memberships.find(({ organizationId }) => organizationId === organization.id)
  if (!membership) throw new HttpError(wanted.missing)
  if (isClosed(caller, membership) && !wanted.evenClosed) throw new HttpError('mfa_required')
  if (isAllowed(caller, organization.slug, wanted)) return
  const { scope } = caller
  // To a token for one project the others do not exist.
  if (scope?.projectRef && wanted.projectRef !== undefined && wanted.projectRef !== scope.projectRef)
    throw new HttpError(wanted.missing)
  const mayWithoutToken = scope !== null && isAllowed({ ...caller, scope: null }, organization.slug, wanted)
  throw new HttpError(mayWithoutToken ? 'token_scope' : 'forbidden')
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

/** Slugs and refs are plain words; anything else, a path or a NUL, is none and never asked for. */
function isPlainWord(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,62}$/.test(text)
}

function slugIn(body: unknown): string | undefined {
  const slug = (body as { organization_slug?: unknown } | undefined)?.organization_slug
  return typeof slug === 'string' ? slug : undefined
}
