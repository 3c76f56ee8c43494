/**
 * The sidebar of an organization.
 * @rule menus.organization  @spec §2
 */
import { highlighted, type MenuEntry } from './menu.js'

/** The links of an organization's sidebar. */
export type OrganizationMenuKey = 'projects' | 'team' | 'integrations' | 'usage' | 'billing' | 'settings'

/** The facts that decide the sidebar of an organization. */
export interface OrganizationMenuState {
  slug: string
  pathname: string
  /** Only a hosted platform has plans and usage. */
  isPlatform: boolean
  /** Billing permission. */
  mayBill: boolean
  /** The organization requires a second factor, and the user has none. */
  mfaMissing: boolean
}

/** The sidebar of an organization, with the links that this member may see. */
export function organizationMenu({
  slug,
  pathname,
  isPlatform,
  mayBill,
  mfaMissing,
}: OrganizationMenuState): MenuEntry<OrganizationMenuKey>[] {
  const base = `/org/${encodeURIComponent(slug)}`
  const entry = (key: OrganizationMenuKey, path: string, also: string[] = []) => ({
    key,
    href: base + path,
    also: also.map((other) => base + other),
    ...(mfaMissing ? { disabled: 'mfa-required' as const } : {}),
  })
  const [group] = highlighted(
    [
      {
        key: 'organization',
        entries: [
          entry('projects', ''),
          entry('team', '/team'),
          entry('integrations', '/integrations'),
          ...(isPlatform ? [entry('usage', '/usage')] : []),
          ...(isPlatform && mayBill ? [entry('billing', '/billing')] : []),
          entry('settings', '/general', ['/apps', '/audit', '/documents', '/security']),
        ],
      },
    ],
    pathname,
  )
  return group?.entries ?? []
}
