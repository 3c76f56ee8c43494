/**
 * Which pages have no sidebar, and what the sidebar's remembered mode is.
 * @rule shell.sidebar  @spec §2, §4, §9
 */

/** The account pages and the pages that create something hide it, with every path below them. */
const BRANCHES = ['/account', '/new']
const PAGES = ['/support/new', '/organizations', '/sign-in']

/** Whether the page at this address has no sidebar. */
export function isSidebarHidden(pathname: string): boolean {
  const path = pathname.replace(/\/+$/, '')
  return PAGES.includes(path) || BRANCHES.some((branch) => path === branch || path.startsWith(`${branch}/`))
}

/** On hover, always, never. */
export const SIDEBAR_MODES = ['expandable', 'open', 'closed'] as const
/** When the sidebar is wide: under the pointer, always, never. */
export type SidebarMode = (typeof SIDEBAR_MODES)[number]

/** The cookie that keeps the sidebar's mode. */
export const SIDEBAR_COOKIE = 'sidebar'
/** Seven days. SPEC §9. */
export const SIDEBAR_COOKIE_SECONDS = 604_800

/** A remembered mode; undefined for an invalid one, such as an older version's. */
export function sidebarModeIn(text: string | null): SidebarMode | undefined {
  return SIDEBAR_MODES.find((mode) => mode === text)
}
