/**
 * Every menu, computed from the slots that pages declare: which entries are shown, where they lead, in what order.
 * @rule menus.slots  @spec §2
 */
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import type { MenuFlag, MenuFlags } from './menu-flags.js'
import {
  highlighted,
  pathOf,
  type EntryData,
  type MenuBadge,
  type MenuGroup,
  type MenuIcon,
  type MenuRefusal,
} from './menu.js'
import type { PagePermission, PageRights } from '../access/page-permissions.js'

/** The groups of each menu, in their order. `command` is what the command menu opens from anywhere. */
export const MENU_GROUPS = {
  project: ['start', 'tools', 'products', 'insight', 'settings'],
  organization: ['organization'],
  database: ['management', 'configuration', 'platform', 'tools'],
  auth: ['manage', 'configuration'],
  storage: ['storage'],
  functions: ['functions'],
  advisors: ['advisors'],
  settings: ['project', 'configuration', 'billing'],
  organizationSettings: ['settings'],
  command: ['beginnings', 'help', 'account'],
} as const

/** The two sidebars, the menus beside them, and the command menu. */
export type MenuName = keyof typeof MENU_GROUPS

/** What a slot in a menu may depend on. */
export interface MenuKnowledge {
  pathname: string
  ref: string | null
  /** Of the organization that is open, or that owns the open project; undefined while unknown. */
  organizationSlug: string | undefined
  organizationName: string | undefined
  status: ProjectStatus | undefined
  isPlatform: boolean
  flags: MenuFlags
  may: PageRights
  /** The organization requires a second factor, and the user has none. */
  mfaMissing: boolean
  /** The project has the add-on for point-in-time recovery. */
  pitr: boolean
}

/** A page's slot in one menu. Paths take the parameters of the open page. */
export type MenuSlot<Menu extends MenuName = MenuName> = SlotData<Menu> &
  (Menu extends 'project' | 'organization' ? { readonly icon: MenuIcon } : { readonly icon?: undefined })

interface SlotData<Menu extends MenuName> {
  readonly menu: Menu
  readonly group: (typeof MENU_GROUPS)[Menu][number]
  /** Among the entries of its group. */
  readonly order: number
  /** Absent: the page's name. */
  readonly key?: string
  /** Absent: the page's title. */
  readonly label?: string | ((known: MenuKnowledge) => string)
  readonly badge?: MenuBadge | ((known: MenuKnowledge) => MenuBadge | undefined)
  /** The feature flag that shows it. */
  readonly flag?: MenuFlag
  /** Only a hosted platform shows it; a page that exists only there need not repeat it. */
  readonly hosted?: true
  readonly shown?: (known: MenuKnowledge) => boolean
  /** While the project comes up it leads to the project's overview; `disabled`: and can't be opened. */
  readonly whileComingUp?: 'overview' | 'disabled'
  /** Where it leads, if not to the page itself. */
  readonly path?: string | ((known: MenuKnowledge) => string)
  /** Paths whose pages belong to it too. */
  readonly also?: readonly string[]
  /** It is marked on its own page only, and on no page below that. */
  readonly isExact?: true
}

/** A slot in any of the menus; a group of another menu does not compile. */
export type AnyMenuSlot = { [Menu in MenuName]: MenuSlot<Menu> }[MenuName]

/** A page with one of its slots in a menu. */
export interface MenuPage {
  /** Its name. */
  name: string
  path: string
  title: string
  hostedOnly?: true
  /** Without it, menus leave the page out; the command menu lists it, and says what is lacking. */
  permission?: PagePermission
  slot: AnyMenuSlot
}

/**
 * One menu, in groups, with its visible entries.
 * @param pages all pages that have a slot in some menu
 */
export function menuOfPages(name: MenuName, pages: readonly MenuPage[], known: MenuKnowledge): MenuGroup[] {
  const own = pages.filter((page) => page.slot.menu === name && isShown(page, known))
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

function isShown({ slot, hostedOnly, permission }: MenuPage, known: MenuKnowledge): boolean {
  const { menu, flag, hosted, shown } = slot
  if ((hosted || hostedOnly) && !known.isPlatform) return false
  if (menu !== 'command' && lacks(permission, known)) return false
  return (flag === undefined || known.flags[flag]) && (shown?.(known) ?? true)
}

function entryOf(page: MenuPage, known: MenuKnowledge): EntryData {
  const { slot } = page
  const path = filled(typeof slot.path === 'function' ? slot.path(known) : (slot.path ?? page.path), known)
  const badge = typeof slot.badge === 'function' ? slot.badge(known) : slot.badge
  const isEarly = slot.whileComingUp !== undefined && known.status === 'COMING_UP'
  const disabled = refusalOf(page, known)
  return {
    key: slot.key ?? page.name,
    label: typeof slot.label === 'function' ? slot.label(known) : (slot.label ?? page.title),
    href: isEarly ? filled('/project/{ref}', known) : path,
    covers: [pathOf(path), ...(slot.also ?? []).map((other) => filled(other, known))],
    ...(slot.icon ? { icon: slot.icon } : {}),
    ...(slot.isExact ? { isExact: true } : {}),
    ...(badge ? { badge } : {}),
    ...(disabled ? { disabled } : {}),
  }
}

function refusalOf({ slot, permission }: MenuPage, known: MenuKnowledge): MenuRefusal | undefined {
  if (slot.menu === 'organization' && known.mfaMissing) return 'mfa-required'
  if (slot.whileComingUp === 'disabled' && known.status === 'COMING_UP') return 'coming-up'
  return lacks(permission, known) ? permission : undefined
}

function lacks(permission: PagePermission | undefined, { may }: MenuKnowledge): boolean {
  return permission !== undefined && may[permission] === false
}

function filled(path: string, { ref, organizationSlug }: MenuKnowledge): string {
  return path
    .replaceAll('{ref}', encodeURIComponent(ref ?? ''))
    .replaceAll('{slug}', encodeURIComponent(organizationSlug ?? ''))
}
