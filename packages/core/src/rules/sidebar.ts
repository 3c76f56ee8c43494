/**
 * Which pages stand without the sidebar, which have a side menu beside it, and what the sidebar's remembered mode is.
 * @rule shell.sidebar  @spec §2, §4, §9
 */

/** The account and what makes something new have it under every path below them. */
const BRANCHES = ['/account', '/new']
const PAGES = ['/support/new', '/organizations', '/sign-in']

export function isSidebarHidden(pathname: string): boolean {
  const path = pathname.replace(/\/+$/, '')
  return PAGES.includes(path) || BRANCHES.some((branch) => path === branch || path.startsWith(`${branch}/`))
}

/** The areas of a project, and the pages of an organization, that have more to open than the sidebar shows. */
const WITH_SIDE_MENU = [
  /^\/project\/[^/]+\/(database|auth|storage|functions|advisors|settings)(\/|$)/,
  /^\/org\/[^/]+\/(general|security|apps|audit|documents)\/?$/,
]

export function hasSideMenu(pathname: string): boolean {
  return WITH_SIDE_MENU.some((pages) => pages.test(pathname))
}

/** On hover, always, never. */
export const SIDEBAR_MODES = ['expandable', 'open', 'closed'] as const
export type SidebarMode = (typeof SIDEBAR_MODES)[number]

export const SIDEBAR_COOKIE = 'sidebar'
/** Seven days. SPEC §9. */
export const SIDEBAR_COOKIE_SECONDS = 604_800

/** A remembered mode; undefined for what is none, such as an older version's. */
export function sidebarModeIn(text: string | null): SidebarMode | undefined {
  return SIDEBAR_MODES.find((mode) => mode === text)
}
