/**
 * A menu beside the sidebar, computed from the slots that pages declare: which entries are shown, where they lead, in what order.
 * @rule menus.slots  @spec §2
 */
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import type { MenuFlag, MenuFlags } from './menu-flags.js'
import { highlighted, type EntryData, type MenuBadge, type MenuGroup } from './menu.js'
import type { FeatureRights } from './project-menu.js'

/** The menus beside the sidebar. */
export type SideMenuName =
  | 'database'
  | 'auth'
  | 'storage'
  | 'functions'
  | 'advisors'
  | 'settings'
  | 'organizationSettings'

/** The groups of each menu, in their order. */
export const MENU_GROUPS = {
  database: ['management', 'configuration', 'platform', 'tools'],
  auth: ['manage', 'configuration'],
  storage: ['storage'],
  functions: ['functions'],
  advisors: ['advisors'],
  settings: ['project', 'configuration', 'billing'],
  organizationSettings: ['settings'],
} as const satisfies Record<SideMenuName, readonly string[]>

/** What a slot in a menu may depend on. */
export interface MenuKnowledge {
  pathname: string
  ref: string | null
  /** Of the organization that is open, or that owns the open project; undefined while unknown. */
  organizationSlug: string | undefined
  status: ProjectStatus | undefined
  isPlatform: boolean
  flags: MenuFlags
  may: FeatureRights
  /** Billing permission. */
  mayBill: boolean
  /** The project's database has the extension. */
  pgNetExists: boolean
  /** The project has the add-on for point-in-time recovery. */
  pitr: boolean
}

/** A page's slot in one menu. Paths take the parameters of the open page. */
export interface MenuSlot<Menu extends SideMenuName = SideMenuName> {
  readonly menu: Menu
  readonly group: (typeof MENU_GROUPS)[Menu][number]
  /** Among the entries of its group. */
  readonly order: number
  /** Absent: the page's title. */
  readonly label?: string
  readonly badge?: MenuBadge | ((known: MenuKnowledge) => MenuBadge | undefined)
  /** The feature flag that shows it. */
  readonly flag?: MenuFlag
  /** Only a hosted platform shows it; a page that exists only there need not repeat it. */
  readonly hosted?: true
  readonly shown?: (known: MenuKnowledge) => boolean
  /** Disabled while the project comes up. */
  readonly waits?: true
  /** Where it leads, if not to the page itself. */
  readonly path?: string | ((known: MenuKnowledge) => string)
  /** Paths whose pages belong to it too. */
  readonly also?: readonly string[]
}

/** A slot in any of the menus; a group of another menu does not compile. */
export type AnyMenuSlot = { [Menu in SideMenuName]: MenuSlot<Menu> }[SideMenuName]

/** A page with one of its slots in a menu. */
export interface MenuPage {
  key: string
  path: string
  hostedOnly?: true
  slot: AnyMenuSlot
}

/**
 * One menu, in groups, with its visible entries.
 * @param pages all pages that have a slot in some menu
 */
export function menuOfPages(
  name: SideMenuName,
  pages: readonly MenuPage[],
  known: MenuKnowledge,
): MenuGroup[] {
  const own = pages.filter(({ slot, hostedOnly }) => slot.menu === name && isShown(slot, hostedOnly, known))
  const groups: readonly string[] = MENU_GROUPS[name]
  return highlighted(
    groups.map((key) => ({
      key,
      entries: own
        .filter(({ slot }) => slot.group === key)
        .toSorted((one, other) => one.slot.order - other.slot.order)
        .map((page) => entryOf(page, known)),
    })),
    known.pathname,
  )
}

function isShown(
  { flag, hosted, shown }: AnyMenuSlot,
  hostedOnly: true | undefined,
  known: MenuKnowledge,
): boolean {
  if ((hosted || hostedOnly) && !known.isPlatform) return false
  return (flag === undefined || known.flags[flag]) && (shown?.(known) ?? true)
}

function entryOf({ key, path: own, slot }: MenuPage, known: MenuKnowledge): EntryData<string> {
  const { waits, also = [] } = slot
  const path = typeof slot.path === 'function' ? slot.path(known) : (slot.path ?? own)
  const badge = typeof slot.badge === 'function' ? slot.badge(known) : slot.badge
  const isEarly = waits === true && known.status === 'COMING_UP'
  return {
    key,
    href: filled(isEarly ? '/project/{ref}' : path, known),
    also: also.map((other) => filled(other, known)),
    ...(badge ? { badge } : {}),
    ...(isEarly ? { disabled: 'coming-up' as const } : {}),
  }
}

function filled(path: string, { ref, organizationSlug }: MenuKnowledge): string {
  return path
    .replaceAll('{ref}', encodeURIComponent(ref ?? ''))
    .replaceAll('{slug}', encodeURIComponent(organizationSlug ?? ''))
}
