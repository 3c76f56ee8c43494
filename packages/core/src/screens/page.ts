/**
 * What a page is, as data. Each area states its pages once, in `<area>/pages.ts`; addresses, screens, titles, gates,
 * breadcrumbs and the walks of the tests are computed from these lists.
 */
import type { ParamName } from '../kernel/router.js'
import type { Disposable } from '../kernel/screen.js'
import type { PageAccess } from '../rules/shell/gate.js'
import type { AnyMenuSlot } from '../rules/shell/menu-slots.js'
import type { PagePermission } from '../rules/access/page-permissions.js'
import type { SidebarHiding } from '../rules/shell/sidebar.js'
import type { EditorKind } from '../rules/shell/tabs.js'
import type { ScreenContext } from './context.js'
import type { ProjectGate } from './parts/project-gate.js'
import type { Titled } from './shell/window-title.js'

export type Params = Readonly<Record<string, string>>

/** What a redirect may depend on; undefined while unknown. */
export interface Platform {
  isPlatform: boolean
  flags: Readonly<Record<string, boolean>>
  /** The query of the address, with its `?`; empty: it has none. */
  search: string
  /** Address of the query or table of a project that was shown last; null: its tab is closed. */
  lastShown(ref: string, kind: EditorKind): string | null
}

export type Lead =
  | { type: 'screen' }
  | { type: 'redirect'; to: string }
  /** A query of the project that is to be made. */
  | { type: 'new-query'; ref: string }

/** Where a page leads: a path that takes the same parameters, or what the platform decides. */
export type LeadsTo = string | ((params: Params, platform: Platform) => Lead)

/**
 * What a page is without the project's database. `true`: the gate replaces it. `partly`: it is shown, and
 * says above what it shows that the database can't be asked.
 */
export type NeedsDatabase = true | 'partly'

/** What can be said of every address. */
export interface PageData<Path extends string = string> {
  readonly path: Path
  /** Of a page that stands alone, without the frame: whom it is for, such as somebody who signs in. Absent: who is signed in. */
  readonly access?: PageAccess
  /** Only a hosted platform has it. SPEC §1. */
  readonly hostedOnly?: true
  /** Who may see it: without the permission its address names the reason, and menus leave it out. */
  readonly permission?: PagePermission
  readonly leadsTo?: LeadsTo
  /** It has no sidebar; of a branch, no address below it has one either. SPEC §2. */
  readonly hidesSidebar?: SidebarHiding
  /** Its entries in the sidebars, the menus beside them and the command menu. */
  readonly menus?: readonly AnyMenuSlot[]
}

/** What a screen is given: what its address names, and what its area's list says of it. */
export type ScreenParams<Path extends string, DatabaseNeed> = Readonly<Record<ParamName<Path>, string>> & {
  readonly title: string
} & (DatabaseNeed extends NeedsDatabase ? { readonly gate: ProjectGate } : unknown)

/** Makes a screen of what the router read from the address. */
export type CreateScreen<Screen = Disposable & Titled> = (context: ScreenContext, params: Params) => Screen

/** What is said of a page that has a screen. */
export interface ScreenData<Path extends string = string> extends PageData<Path> {
  readonly title: string
  /** Its screen shows the project as one role: another one is made when another role is chosen. SPEC §6. */
  readonly isOfRole?: true
  /** Its name in the breadcrumbs. Absent: the thing it is about, else its title. Null: it has no crumb. */
  readonly crumb?: string | null
}

export interface PageAtHand<Path extends string, Screen> extends ScreenData<Path> {
  readonly create: CreateScreen<Screen>
}

export interface Page<Path extends string, Screen> extends ScreenData<Path> {
  readonly needsDatabase?: NeedsDatabase
  readonly load: () => Promise<CreateScreen<Screen>>
}

type Make<Path extends string, DatabaseNeed, Screen> = (
  context: ScreenContext,
  given: ScreenParams<Path, DatabaseNeed>,
) => Screen

/** One page of a list. Its screen may ask for what its address names and its line says, and for no more. */
export function page<
  const Path extends string,
  Screen extends Disposable & Titled,
  const DatabaseNeed extends NeedsDatabase | undefined = undefined,
>({
  load,
  needsDatabase,
  ...data
}: ScreenData<Path> & {
  readonly needsDatabase?: DatabaseNeed
  /** Gets what makes its screen, when it is first opened. */
  readonly load: () => Promise<Make<Path, DatabaseNeed, Screen>>
}): Page<Path, Screen> {
  return {
    ...data,
    ...(needsDatabase === undefined ? {} : { needsDatabase }),
    async load() {
      const [make, gates] = await Promise.all([
        load(),
        needsDatabase === undefined ? undefined : import('./parts/project-gate.js'),
      ])
      return (context, params) => {
        const gate = gates?.createProjectGate(context, params['ref'] ?? '', {
          hidesPage: needsDatabase === true,
        })
        return make(context, given<Path, DatabaseNeed>({ ...params, title: data.title, gate }))
      }
    },
  }
}

/** A page whose screen comes with the shell. */
export function pageAtHand<const Path extends string, Screen extends Disposable & Titled>({
  create,
  ...data
}: ScreenData<Path> & { readonly create: Make<Path, undefined, Screen> }): PageAtHand<Path, Screen> {
  return {
    ...data,
    create: (context, params) => create(context, given<Path, undefined>({ ...params, title: data.title })),
  }
}

/** The router read the parameters by the same path; the compiler knows them by their names only here. */
function given<Path extends string, DatabaseNeed>(values: object): ScreenParams<Path, DatabaseNeed> {
  return values as ScreenParams<Path, DatabaseNeed>
}

/** An address that has no screen, and leads to the first page of its subject. */
export function leading<const Path extends string>(
  data: Omit<PageData<Path>, 'access'> & { readonly leadsTo: LeadsTo },
): PageData<Path> {
  return data
}
