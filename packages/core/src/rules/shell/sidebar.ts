/**
 * Which pages have no sidebar, and what the sidebar's remembered mode is.
 * @rule shell.sidebar  @spec §2, §4, §9
 */

/** Where there is no sidebar: on the page, or on it and at every address below it. */
export type SidebarHiding = 'page' | 'branch'

/** Whether the page at this address has no sidebar. */
export function isSidebarHidden(
  pathname: string,
  pages: readonly { path: string; hidesSidebar?: SidebarHiding }[],
): boolean {
  const given = pathname.replace(/\/+$/, '')
  return pages.some(
    ({ path, hidesSidebar }) =>
      hidesSidebar !== undefined &&
      (given === path || (hidesSidebar === 'branch' && given.startsWith(`${path}/`))),
  )
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
