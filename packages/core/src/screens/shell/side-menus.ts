/** The menus beside the sidebar: the pages of one subject, from what the lists of the areas state of them. */
import { areaOff, isTurnedOff } from '../../rules/shell/area-off.js'
import { areaOf } from '../../rules/shell/area-of.js'
import type { MenuKnowledge } from '../../rules/shell/menu-slots.js'
import { sideMenuText as text } from '../../text/side-menus.js'
import type { MenuState } from './menu-state.js'
import { menuSections, type MenuSection } from './page-menus.js'

type SideMenuName = keyof typeof text.titles

/** The menu beside the sidebar: the pages of one subject. */
export interface SideMenu {
  title: string
  sections: MenuSection[]
}

/** What the menu of the database asks about the project itself. */
export type DatabaseKnowledge = Pick<MenuKnowledge, 'pitr'>

/** Null: the page has none. */
export function sideMenuOf(state: MenuState, knowledge: DatabaseKnowledge): SideMenu | null {
  if (state.slug !== null) {
    const menu = menuOf('organizationSettings', state, knowledge)
    return menu.sections.some(({ items }) => items.some(({ active }) => active)) ? menu : null
  }
  // The pages of the storage show it in their list of buckets.
  const area = OF_A_PROJECT.find((name) => name !== 'storage' && name === areaOf(state.pathname))
  return state.ref !== null && area !== undefined ? menuOf(area, state, knowledge) : null
}

/** Every side menu of an organization or a project, for who looks for a page by its name. */
export function allSideMenus(state: MenuState, knowledge: DatabaseKnowledge): SideMenu[] {
  const { slug, ref, organizationSlug, isPlatform } = state
  const ofOrganization = slug !== null || (ref !== null && organizationSlug !== undefined && isPlatform)
  return [
    ...(slug === null && ref !== null ? OF_A_PROJECT : []),
    ...(ofOrganization ? (['organizationSettings'] as const) : []),
  ].map((name) => menuOf(name, state, knowledge))
}

const OF_A_PROJECT = ['database', 'auth', 'storage', 'functions', 'advisors', 'settings'] as const

function menuOf(name: SideMenuName, state: MenuState, knowledge: DatabaseKnowledge): SideMenu {
  const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = text.groups
  const sections = menuSections(name, { ...state, ...knowledge }, groups[name])
  return {
    title: text.titles[name],
    sections: isTurnedOff(name, state.flags) ? oneEntry(sections, state) : sections,
  }
}

/** Of an area that is turned off: the page that opens nevertheless, else the one that says that it is off. */
function oneEntry(sections: MenuSection[], { flags }: MenuState): MenuSection[] {
  const all = sections.flatMap(({ items }) => items)
  const kept = all.find(({ href }) => areaOff(href, flags) === undefined) ?? all[0]
  return sections.flatMap((section) => {
    const items = section.items.filter((item) => item === kept)
    return items.length > 0 ? [{ ...section, items }] : []
  })
}
