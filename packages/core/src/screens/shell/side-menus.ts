/** The menus beside the sidebar: the pages of one subject, from what the lists of the areas state of them. */
import { areaOf } from '../../rules/area-of.js'
import { menuOfPages, type MenuKnowledge, type MenuPage, type SideMenuName } from '../../rules/menu-slots.js'
import { sideMenuText as text } from '../../text/side-menus.js'
import type { PageData, ScreenData } from '../page.js'
import { pages } from '../pages.js'
import type { MenuState } from './menu-state.js'
import { itemOf, type MenuSection } from './sidebar-menu.js'

/** The menu beside the sidebar: the pages of one subject. */
export interface SideMenu {
  title: string
  sections: MenuSection[]
}

/** What the menu of the database asks about the project itself. */
export type DatabaseKnowledge = Pick<MenuKnowledge, 'pgNetExists' | 'pitr'>

interface LabelledPage extends MenuPage {
  label: string
}

const placed: readonly LabelledPage[] = Object.entries(pages).flatMap(([key, page]) => {
  const { path, hostedOnly, menus = [], title = '' }: PageData & Partial<ScreenData> = page
  return menus.map((slot) => ({
    key,
    path,
    slot,
    label: slot.label ?? title,
    ...(hostedOnly ? { hostedOnly } : {}),
  }))
})

/** Null: the page has none. */
export function sideMenuOf(state: MenuState, knowledge: DatabaseKnowledge): SideMenu | null {
  if (state.slug !== null) {
    const menu = menuOf('organizationSettings', state, knowledge)
    return menu.sections.some(({ items }) => items.some(({ active }) => active)) ? menu : null
  }
  const area = OF_A_PROJECT.find((name) => name === areaOf(state.pathname))
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
  const own = placed.filter(({ slot }) => slot.menu === name)
  const labels = Object.fromEntries(own.map(({ key, label }) => [key, label]))
  const titles: Readonly<Record<string, Readonly<Record<string, string>>>> = text.groups
  return {
    title: text.titles[name],
    sections: menuOfPages(name, own, { ...state, ...knowledge }).map(({ key, entries }) => {
      const title = titles[name]?.[key]
      return {
        key,
        ...(title === undefined ? {} : { title }),
        items: entries.map((entry) => itemOf(entry, labels)),
      }
    }),
  }
}
