/**
 * What all menus share: entries as data, and which of them the open page belongs to.
 * @rule menus.highlight  @spec §2
 */
import type { PagePermission } from '../access/page-permissions.js'

/** The pictures of the sidebars' links. */
export type MenuIcon =
  | 'projects'
  | 'team'
  | 'usage'
  | 'billing'
  | 'home'
  | 'editor'
  | 'sql'
  | 'database'
  | 'auth'
  | 'storage'
  | 'functions'
  | 'realtime'
  | 'advisors'
  | 'reports'
  | 'logs'
  | 'api'
  | 'integrations'
  | 'settings'

/** A badge of an entry. */
export type MenuBadge = 'new' | 'beta' | 'alpha' | 'coming-soon'

/** Why an entry can't be opened; a permission: the caller lacks it. */
export type MenuRefusal = 'mfa-required' | 'coming-up' | PagePermission

/** A link of a menu. `active`: the open page belongs to it. */
export interface MenuEntry {
  key: string
  label: string
  href: string
  active: boolean
  icon?: MenuIcon
  badge?: MenuBadge
  /** Why it can't be opened; absent when it can. */
  disabled?: MenuRefusal
}

/** A group of links. */
export interface MenuGroup {
  key: string
  entries: MenuEntry[]
}

/** An entry without the mark of the open page. */
export interface EntryData extends Omit<MenuEntry, 'active'> {
  /** Paths whose pages belong to it, with every page below them. */
  covers: readonly string[]
  /** Only the pages at its paths belong to it, and no page below them. */
  isExact?: true
}

/** Marks the entry with the longest path that contains the open page. */
export function highlighted(
  groups: readonly { key: string; entries: readonly EntryData[] }[],
  pathname: string,
): MenuGroup[] {
  const all = groups.flatMap(({ entries }) => entries)
  const longest = Math.max(0, ...all.map((entry) => depth(entry, pathname)))
  const active = longest === 0 ? undefined : all.find((entry) => depth(entry, pathname) === longest)
  return groups
    .filter(({ entries }) => entries.length > 0)
    .map(({ key, entries }) => ({
      key,
      entries: entries.map((entry) => markedEntry(entry, entry === active)),
    }))
}

function markedEntry({ key, label, href, icon, badge, disabled }: EntryData, active: boolean): MenuEntry {
  return {
    key,
    label,
    href,
    active,
    ...(icon ? { icon } : {}),
    ...(badge ? { badge } : {}),
    ...(disabled ? { disabled } : {}),
  }
}

/** How much of the open path an entry covers; 0 when it covers nothing of it. */
function depth({ covers, isExact }: EntryData, pathname: string): number {
  const covering = covers.filter((path) => pathname === path || (!isExact && pathname.startsWith(`${path}/`)))
  return Math.max(0, ...covering.map((path) => path.length))
}

/** An address without its query and hash. */
export function pathOf(href: string): string {
  return href.replace(/[?#].*/, '')
}
