/**
 * What all menus share: entries as data, and which of them the open page belongs to.
 * @rule menus.highlight  @spec §2
 */

/** A badge of an entry. */
export type MenuBadge = 'new' | 'beta' | 'alpha' | 'coming-soon'

/** A link of a menu. `active`: the open page belongs to it. */
export interface MenuEntry<Key extends string = string> {
  key: Key
  href: string
  active: boolean
  badge?: MenuBadge
  /** Why it can't be opened; absent when it can. */
  disabled?: 'mfa-required' | 'coming-up'
}

/** A group of links. */
export interface MenuGroup<Key extends string = string> {
  key: string
  entries: MenuEntry<Key>[]
}

/** An entry without the mark of the open page. */
export interface EntryData<Key extends string> extends Omit<MenuEntry<Key>, 'active'> {
  /** Paths whose pages belong to it too. */
  also?: readonly string[]
}

/** Marks the entry with the longest path that contains the open page. */
export function highlighted<Key extends string>(
  groups: readonly { key: string; entries: readonly EntryData<Key>[] }[],
  pathname: string,
): MenuGroup<Key>[] {
  const all = groups.flatMap(({ entries }) => entries)
  const longest = Math.max(0, ...all.map((entry) => depth(entry, pathname)))
  const active = longest === 0 ? undefined : all.find((entry) => depth(entry, pathname) === longest)
  return groups
    .filter(({ entries }) => entries.length > 0)
    .map(({ key, entries }) => ({
      key,
      entries: entries.map((entry) => markedEntry(entry, entry.key === active?.key)),
    }))
}

function markedEntry<Key extends string>(
  { key, href, badge, disabled }: EntryData<Key>,
  active: boolean,
): MenuEntry<Key> {
  return { key, href, active, ...(badge ? { badge } : {}), ...(disabled ? { disabled } : {}) }
}

/** How much of the open path an entry covers; 0 when it covers nothing of it. */
function depth({ href, also = [] }: EntryData<string>, pathname: string): number {
  const covering = [pathOf(href), ...also].filter((path) => covers(path, pathname))
  return Math.max(0, ...covering.map((path) => path.length))
}

function covers(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`)
}

/** An address without its query and hash. */
export function pathOf(href: string): string {
  return href.replace(/[?#].*$/, '')
}
