/** The menus, from what the lists of the areas state of their pages. */
import {
  menuOfPages,
  type MenuKnowledge,
  type MenuName,
  type MenuPage,
} from '../../rules/shell/menu-slots.js'
import type { MenuEntry, MenuGroup, MenuIcon } from '../../rules/shell/menu.js'
import { menuText } from '../../text/menus.js'
import { permissionText } from '../../text/permissions.js'
import type { PageData, ScreenData } from '../page.js'
import { pages } from '../pages.js'

/** A link of a menu. */
export interface MenuItem {
  key: string
  label: string
  href: string
  active: boolean
  /** Its picture: the links of the sidebars have one. */
  icon?: MenuIcon
  /** A word beside it: NEW, BETA, Coming soon. */
  badge?: string
  /** Why it can't be opened; absent when it can. */
  refusal?: string
}

/** Entries that belong together. */
export interface MenuSection {
  key: string
  title?: string
  items: MenuItem[]
}

const placed: readonly MenuPage[] = Object.entries(pages).flatMap(([name, page]) => {
  const { path, hostedOnly, permission, menus = [], title = '' }: PageData & Partial<ScreenData> = page
  return menus.map((slot) => ({
    name,
    path,
    title,
    slot,
    ...(hostedOnly ? { hostedOnly } : {}),
    ...(permission ? { permission } : {}),
  }))
})

/** @param titles of the menu's groups; a group without one has none */
export function menuSections(
  name: MenuName,
  known: MenuKnowledge,
  titles: Readonly<Record<string, string>> = {},
): MenuSection[] {
  return menuOfPages(name, placed, known).map((group) => sectionOf(group, titles[group.key]))
}

function sectionOf({ key, entries }: MenuGroup, title?: string): MenuSection {
  return { key, ...(title === undefined ? {} : { title }), items: entries.map(itemOf) }
}

function itemOf({ badge, disabled, ...entry }: MenuEntry): MenuItem {
  return {
    ...entry,
    ...(badge ? { badge: menuText.badges[badge] } : {}),
    ...(disabled ? { refusal: { ...permissionText, ...menuText.refusals }[disabled] } : {}),
  }
}
