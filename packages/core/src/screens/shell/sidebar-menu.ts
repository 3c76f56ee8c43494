/** The sidebar of a page: of its organization, or of its project. SPEC §2. */
import type { MenuState } from './menu-state.js'
import { menuSections, type MenuSection } from './page-menus.js'

/** The sidebar of the open page, in sections. */
export type SidebarMenu = MenuSection[]

/** Null: the page belongs to neither. */
export function sidebarMenu(state: MenuState): SidebarMenu | null {
  const known = { ...state, pitr: false }
  if (state.slug !== null) return menuSections('organization', known)
  return state.ref === null ? null : menuSections('project', known)
}
