/**
 * Which area of a project a page is in: it decides the side menu.
 * @rule menus.areas  @spec §2
 */

/** The part of a project that a page belongs to: the first word behind the project; null outside and on its home. */
export function areaOf(pathname: string): string | null {
  return /^\/project\/[^/]+\/([^/]+)/.exec(pathname)?.[1] ?? null
}
