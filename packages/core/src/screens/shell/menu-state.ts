/** What the menus depend on, as far as it is known: the open page, the platform, its flags, and what the caller may do. */
import { computed, type ReadableAtom } from 'nanostores'
import type { Remote } from '../../kernel/query-store.js'
import { menuFlags } from '../../rules/shell/menu-flags.js'
import { organizationLinks } from '../../rules/organization/organization-links.js'
import type { MenuKnowledge } from '../../rules/shell/menu-slots.js'
import { pageRights } from '../../rules/access/page-permissions.js'
import type { Needs } from '../context.js'
import { DEFAULT_PROJECT, isHosted, type CurrentPage } from './current-page.js'

export interface MenuState extends Omit<MenuKnowledge, 'pitr'> {
  /** Of the open page, when it is one of an organization. */
  slug: string | null
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
      return {
        pathname: page.pathname,
        slug: page.slug,
        ref,
        organizationSlug,
        organizationName: ready(organization)?.name,
        status: ready(project)?.status,
        isPlatform,
        flags: menuFlags(flags),
        may: pageRights({
          permissions: ready(permissions),
          mayCreateOrganizations: ready(profile)?.can_create_organizations,
          organizationSlug,
          projectRef: ref,
        }),
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

export function ready<Data>(remote: { status: string; data?: Data } | null): Data | undefined {
  return remote?.status === 'ready' ? remote.data : undefined
}
