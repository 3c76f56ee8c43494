/**
 * The side menus of the areas that have few pages: which area a page is in, and what else is there.
 * @rule menus.areas  @spec §2
 */
import { highlighted, type MenuGroup } from './menu.js'

const AREAS = {
  storage: ['/storage/buckets', '/storage/settings'],
  functions: ['/functions', '/functions/secrets'],
  advisors: ['/advisors/security', '/advisors/performance', '/advisors/query-performance'],
} as const

export type AreaMenuName = keyof typeof AREAS
export type AreaMenuKey = (typeof AREAS)[AreaMenuName][number]

/** The part of a project that a page belongs to: the first word behind the project; null outside and on its home. */
export function areaOf(pathname: string): string | null {
  const [, area] = /^\/project\/[^/]+\/([^/]+)/.exec(pathname) ?? []
  return area ?? null
}

/** Null: the area has one page only, or a menu of its own. */
export function areaMenu(
  ref: string,
  pathname: string,
): { area: AreaMenuName; groups: MenuGroup<AreaMenuKey>[] } | null {
  const area = (Object.keys(AREAS) as AreaMenuName[]).find((name) => name === areaOf(pathname))
  if (area === undefined) return null
  const base = `/project/${encodeURIComponent(ref)}`
  const entries = AREAS[area].map((path): { key: AreaMenuKey; href: string } => ({
    key: path,
    href: base + path,
  }))
  return { area, groups: highlighted([{ key: area, entries }], pathname) }
}
