/** Every page of the open organization or project that the menus lead to: for who looks for one by its name. */
import { computed, type ReadableAtom } from 'nanostores'
import type { Needs } from '../context.js'
import { createMenuState, type MenuState } from './menu-state.js'
import { createCurrentPage } from './current-page.js'
import { allSideMenus } from './side-menus.js'
import type { MenuItem } from './page-menus.js'
import { sidebarMenu } from './sidebar-menu.js'

export interface PageLink {
  /** Its address: no two have the same. */
  key: string
  label: string
  /** The menu that lists it; absent for the sidebar's own. */
  area?: string
  href: string
}

export function createPages(
  context: Needs<'client' | 'queries' | 'router' | 'account' | '$runtime' | 'previews'>,
): ReadableAtom<PageLink[]> {
  return computed(createMenuState(context, createCurrentPage(context)), pagesOf)
}

/** What can't be opened is left out, and of two entries to one page the first stays. */
export function pagesOf(state: MenuState): PageLink[] {
  const sidebar = (sidebarMenu(state) ?? []).flatMap(({ items }) => items)
  const menus = allSideMenus(state, { pitr: false })
  const all = [
    ...menus.flatMap(({ title, sections }) =>
      sections.flatMap(({ items }) => items.map((item) => linkTo(item, title))),
    ),
    ...sidebar.map((item) => linkTo(item)),
  ]
  const seen = new Set<string>()
  return all.flatMap((link) => {
    if (!link || seen.has(link.key)) return []
    seen.add(link.key)
    return [link]
  })
}

function linkTo({ label, href, refusal }: MenuItem, area?: string): PageLink | null {
  if (refusal !== undefined) return null
  return { key: href, label, href, ...(area === undefined ? {} : { area }) }
}
