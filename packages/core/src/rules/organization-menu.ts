/**
 * The sidebar of an organization.
 * @rule menus.organization  @spec §2
 */
import { highlighted, type MenuEntry } from './menu.js'

export type OrganizationMenuKey = 'projects' | 'team' | 'integrations' | 'usage' | 'billing' | 'settings'

export interface OrganizationMenuState {
  slug: string
  pathname: string
  /** Billing permission. */
  mayBill: boolean
  /** The organization requires a second factor, and the user has none. */
  mfaMissing: boolean
}

export function organizationMenu({
  slug,
  pathname,
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
          entry('usage', '/usage'),
          ...(mayBill ? [entry('billing', '/billing')] : []),
          entry('settings', '/general', ['/apps', '/audit', '/documents', '/security']),
        ],
      },
    ],
    pathname,
  )
  return group?.entries ?? []
}

/** The organization's settings, beside the sidebar. */
export type OrganizationSettingsKey = 'general' | 'security' | 'apps' | 'audit' | 'documents'

export function organizationSettingsMenu(
  slug: string,
  pathname: string,
): MenuEntry<OrganizationSettingsKey>[] {
  const keys = ['general', 'security', 'apps', 'audit', 'documents'] as const
  const base = `/org/${encodeURIComponent(slug)}`
  const [group] = highlighted(
    [{ key: 'settings', entries: keys.map((key) => ({ key, href: `${base}/${key}` })) }],
    pathname,
  )
  return group?.entries ?? []
}
