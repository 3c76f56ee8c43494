/** The sidebar of a page: of its organization, or of its project. */
import type { MenuEntry, MenuGroup } from '../../rules/menu.js'
import { organizationMenu, type OrganizationMenuKey } from '../../rules/organization-menu.js'
import { projectMenu, type ProjectMenuKey } from '../../rules/project-menu.js'
import { menuText } from '../../text/menus.js'
import type { MenuState } from './menu-state.js'

/** A link of the sidebar. */
export interface MenuItem<Key extends string = string> {
  key: Key
  label: string
  href: string
  active: boolean
  /** A word beside it: NEW, BETA, Coming soon. */
  badge?: string
  /** Why it can't be opened; absent when it can. */
  refusal?: string
}

/** Entries that belong together. */
export interface MenuSection<Key extends string = string> {
  key: string
  title?: string
  items: MenuItem<Key>[]
}

/** The links that a sidebar can have. */
export type SidebarKey = OrganizationMenuKey | ProjectMenuKey
/** The sidebar of the open page, in sections. */
export type SidebarMenu = MenuSection<SidebarKey>[]

/** Null: the page belongs to neither. */
export function sidebarMenu(state: MenuState): SidebarMenu | null {
  if (state.slug !== null) {
    const entries = organizationMenu({ ...state, slug: state.slug })
    return [{ key: 'organization', items: entries.map((entry) => itemOf(entry, menuText.organization)) }]
  }
  if (state.ref === null) return null
  const groups = projectMenu({ ...state, ref: state.ref, unifiedLogs: state.flags.unifiedLogs })
  return groups.map((group) => sectionOf(group, menuText.project))
}

export function sectionOf<Key extends string>(
  { key, entries }: MenuGroup<Key>,
  labels: Readonly<Record<Key, string>>,
  title?: string,
): MenuSection<Key> {
  return {
    key,
    ...(title === undefined ? {} : { title }),
    items: entries.map((entry) => itemOf(entry, labels)),
  }
}

export function itemOf<Key extends string>(
  { key, href, active, badge, disabled }: MenuEntry<Key>,
  labels: Readonly<Record<Key, string>>,
): MenuItem<Key> {
  return {
    key,
    label: labels[key],
    href,
    active,
    ...(badge ? { badge: menuText.badges[badge] } : {}),
    ...(disabled ? { refusal: menuText.refusals[disabled] } : {}),
  }
}
