/**
 * Which pages stand without the sidebar.
 * @rule shell.sidebar  @spec §2
 */

/** The account and what makes something new have it under every path below them. */
const BRANCHES = ['/account', '/new']
const PAGES = ['/support/new', '/organizations', '/sign-in']

export function isSidebarHidden(pathname: string): boolean {
  const path = pathname.replace(/\/+$/, '')
  return PAGES.includes(path) || BRANCHES.some((branch) => path === branch || path.startsWith(`${branch}/`))
}
