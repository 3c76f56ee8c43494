/** What the menus depend on, as far as it is known: the open page, the platform, its flags, and what the caller may do. */
import type { Action, Permission, Resource } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import type { Remote } from '../../kernel/query-store.js'
import { can } from '../../rules/access.js'
import { menuFlags } from '../../rules/menu-flags.js'
import { organizationLinks } from '../../rules/organization-links.js'
import type { MenuKnowledge } from '../../rules/menu-slots.js'
import type { Needs } from '../context.js'
import { DEFAULT_PROJECT, isHosted, type CurrentPage } from './current-page.js'

export interface MenuState extends Omit<MenuKnowledge, 'pgNetExists' | 'pitr'> {
  /** Of the open page, when it is one of an organization. */
  slug: string | null
  mfaMissing: boolean
}

export function createMenuState(
  { account, previews, $runtime }: Needs<'account' | '$runtime' | 'previews'>,
  { $page, $project, $organization }: CurrentPage,
): ReadableAtom<MenuState> {
  return computed(
    [$page, $project, $organization, account.$profile, account.$permissions, $runtime, previews.$flags],
    (page, project, organization, profile, permissions, runtime, flags) => {
      const isPlatform = isHosted(runtime)
      const ref = page.ref ?? (page.slug === null && !isPlatform ? DEFAULT_PROJECT : null)
      const organizationSlug = page.slug ?? ready(project)?.organization_slug
      const may = rightsIn(permissions, organizationSlug, ref)
      return {
        pathname: page.pathname,
        slug: page.slug,
        ref,
        organizationSlug,
        status: ready(project)?.status,
        isPlatform,
        flags: menuFlags(flags),
        may: {
          auth: may.read('auth'),
          functions: may.read('functions'),
          storage: may.read('storage'),
          realtime: may.read('realtime'),
          reports: may.all('reports'),
        },
        mayBill: permissions.status === 'ready' && may.all('billing'),
        mfaMissing: isClosed(organization) || organizationLinks(ready(organization), ready(profile)).disabled,
      }
    },
  )
}

/** The platform tells nothing of an organization to a member without the second factor that it requires. */
function isClosed(organization: Remote<unknown> | null): boolean {
  if (organization === null || organization.status === 'loading') return false
  const error = organization.status === 'failed' ? organization.error : organization.staleError
  return error?.code === 'mfa_required'
}

const ALL: readonly Action[] = ['read', 'create', 'update', 'delete']

/** Until it is known nothing is hidden: the platform itself refuses what must be refused. */
function rightsIn(permissions: Remote<Permission[]>, slug: string | undefined, ref: string | null) {
  const known = ready(permissions)
  const may = (action: Action, resource: Resource) =>
    known === undefined ||
    slug === undefined ||
    can(known, {
      action,
      resource,
      organizationSlug: slug,
      ...(ref === null ? {} : { projectRef: ref }),
    })
  return {
    read: (resource: Resource) => may('read', resource),
    all: (resource: Resource) => ALL.every((action) => may(action, resource)),
  }
}

export function ready<Data>(remote: { status: string; data?: Data } | null): Data | undefined {
  return remote?.status === 'ready' ? remote.data : undefined
}
