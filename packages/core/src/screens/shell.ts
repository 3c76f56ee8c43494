/** The frame around every screen: menus, breadcrumbs, pickers, errors of the route, and the theme. */
import { computed, type ReadableAtom } from 'nanostores'
import { organizationsQuery, partnerRedirectQuery } from '../data/organizations.js'
import { createScope, type Disposable } from '../kernel/screen.js'
import { homeTarget } from '../rules/project/home-target.js'
import { partnerNotice } from '../rules/help/partner-notice.js'
import type { PagePermission } from '../rules/access/page-permissions.js'
import { areaOff } from '../rules/shell/area-off.js'
import { isSidebarHidden } from '../rules/shell/sidebar.js'
import { THEMES, type ThemeChoice } from '../rules/shell/theme.js'
import { branchKind, branchOf } from '../rules/project/branches.js'
import { exceedsUsageLimits } from '../rules/organization/usage-limits.js'
import { shellText } from '../text/shell.js'
import type { Needs, ScreenContext } from './context.js'
import type { PageData } from './page.js'
import { pages, type RouteName } from './pages.js'
import { createBesidePage, type BesidePage } from './shell/beside-page.js'
import { createBell, type Bell } from './shell/bell.js'
import { breadcrumbs, type Crumb } from './shell/breadcrumbs.js'
import { routeErrorOf, type RouteError } from './shell/route-error.js'
import { branchBadge, type BranchBadge } from './shell/branch-badge.js'
import { helpLinks, type HelpLink } from './shell/help.js'
import { createNotice, type Notice } from './shell/notice.js'
import { createPickers, type Pickers } from './shell/pickers.js'
import { createShellExtras, type ShellExtras } from './shell/shell-extras.js'
import { createCurrentPage, isHosted, refAtHand, type CurrentPage } from './shell/current-page.js'
import { createMenuState, ready, type MenuState } from './shell/menu-state.js'
import type { SideMenu } from './shell/side-menus.js'
import { createSideMenuStore } from './shell/side-menu-store.js'
import { sidebarMenu, type SidebarMenu } from './shell/sidebar-menu.js'

/** A partner manages the organization; `href` is the partner's site, once it is known. */
export interface PartnerBanner {
  title: string
  body: string
  link?: { href: string; label: string }
}

/** The frame around every page: menus, breadcrumbs, pickers, and why the open page can't be shown. */
export interface Shell extends Disposable {
  /** Null: the page stands without the sidebar. */
  readonly $sidebar: ReadableAtom<SidebarMenu | null>
  /** Null: the page has none. */
  readonly $sideMenu: ReadableAtom<SideMenu | null>
  readonly $breadcrumbs: ReadableAtom<Crumb[]>
  /** The branch of the open project; null where none is open. */
  readonly $branch: ReadableAtom<{ name: string; badge: BranchBadge } | null>
  readonly pickers: Pickers
  readonly bell: Bell
  /** The name of the organization's plan; null: it is not known, or nothing is sold here. */
  readonly $plan: ReadableAtom<string | null>
  /** The organization uses more than its plan holds. */
  readonly $exceeding: ReadableAtom<{ label: string; href: string } | null>
  readonly $partner: ReadableAtom<PartnerBanner | null>
  /** Of the project or organization that the page belongs to; null: it belongs to none, or that is not known yet. */
  readonly $ownerName: ReadableAtom<string | null>
  /** What is shown in the place of the page; null: the page itself. */
  readonly $routeError: ReadableAtom<RouteError | null>
  readonly $homeHref: ReadableAtom<string>
  /** Where the logo leads on a small screen. */
  readonly $mobileHomeHref: ReadableAtom<string>
  /** The open project; self-hosted the one there is. Null: none. */
  readonly $refAtHand: ReadableAtom<string | null>
  readonly $help: ReadableAtom<HelpLink[]>
  readonly notice: Notice
  readonly extras: ShellExtras
  readonly beside: BesidePage
  readonly themes: { value: ThemeChoice; label: string }[]
  setTheme(choice: ThemeChoice): void
}

/** What the address names is not there, so that no menu of it leads anywhere. */
const SHOWS_NO_MENU: ReadonlySet<RouteError['reason']> = new Set(['missing', 'deleted'])

const allPages: readonly PageData[] = Object.values(pages)

/** @param $thing the name of the one thing that the open page is about */
export function createShell(context: ScreenContext, $thing: ReadableAtom<string | null>): Shell {
  const { router, preferences } = context
  const currentPage = createCurrentPage(context)
  const { $page, $project, $organization } = currentPage
  const $homeHref = homeHref(context, currentPage)

  const $menuState = createMenuState(context, currentPage)
  const $routeError = computed(
    [$project, $organization, $page, $menuState, $homeHref],
    (project, organization, { name }, menuState, home) =>
      routeErrorOf(
        project,
        organization,
        { lacking: lackingFor(name, menuState), off: areaOff(menuState.pathname, menuState.flags) },
        {
          home,
          security: router.href('accountSecurity'),
          organizations: router.href('organizations'),
          organization: (slug) => router.href('organizationProjects', { slug }),
        },
      ),
  )
  const scope = createScope()
  const sideMenu = createSideMenuStore(context, $menuState)
  const pickers = createPickers(context, currentPage)
  scope.add(pickers.dispose)
  const bell = createBell(context)
  scope.add(bell.dispose)

  const notice = createNotice(context)
  scope.add(notice.dispose)
  const extras = createShellExtras(context)
  scope.add(extras.dispose)
  const beside = createBesidePage(context)
  scope.add(beside.dispose)

  return {
    $homeHref,
    // SPEC §2: hosted, a small screen begins with the organizations.
    $mobileHomeHref: computed([context.$runtime, $homeHref], (runtime, home) =>
      isHosted(runtime) ? router.href('organizations') : home,
    ),
    $help: computed([$page, context.$runtime], ({ ref }, runtime) => helpLinks(ref, ready(runtime)?.links)),
    $refAtHand: computed([$page, context.$runtime], ({ ref }, runtime) =>
      refAtHand(ref ?? undefined, runtime),
    ),
    notice,
    extras,
    beside,
    $sidebar: computed([$menuState, $routeError], (state, routeError) => {
      const leadsNowhere = routeError !== null && SHOWS_NO_MENU.has(routeError.reason)
      return isSidebarHidden(state.pathname, allPages) || leadsNowhere ? null : sidebarMenu(state)
    }),
    $sideMenu: sideMenu.$menu,
    $breadcrumbs: computed(
      [$page, $project, currentPage.$parent, $organization, context.$runtime, $thing],
      (page, project, parent, organization, runtime, thing) =>
        breadcrumbs(router.href, {
          page,
          thing,
          project: ready(parent) ?? ready(project),
          organization: ready(organization),
          isPlatform: isHosted(runtime),
        }),
    ),
    $branch: computed([$project, currentPage.$branches], (project, branches) => {
      const known = ready(project)
      const listed = ready(branches)
      // Where branches can't be had, nothing is claimed.
      if (!known || !listed || known.status === 'REMOVED') return null
      const branch = branchOf(listed, known.ref)
      return { name: branch?.name ?? shellText.mainBranch, badge: branchBadge(branchKind(branch)) }
    }),
    pickers,
    bell,
    $plan: computed([$organization, context.$runtime], (organization, runtime) =>
      isHosted(runtime) ? (ready(organization)?.plan.name ?? null) : null,
    ),
    $exceeding: computed([$organization, currentPage.$usage], (organization, usage) => {
      const known = ready(organization)
      const used = ready(usage)
      if (!known || !used || !exceedsUsageLimits(known.usage_billing_enabled, used.usages)) return null
      return { label: shellText.exceeding, href: router.href('usage', { slug: known.slug }) }
    }),
    $partner: partnerBanner(context, currentPage),
    $routeError,
    $ownerName: computed([$page, $project, $organization], ({ ref, slug }, project, organization) => {
      if (ref !== null) return ready(project)?.name ?? null
      return slug === null ? null : (ready(organization)?.name ?? null)
    }),
    themes: THEMES.map((value) => ({ value, label: shellText.themes[value] })),
    setTheme: (choice) => preferences.$themeChoice.set(choice),
    dispose: scope.dispose,
  }
}

/** The permission that the page asks for, and that the caller does not have; undefined while that is unknown. */
function lackingFor(name: RouteName | undefined, { may, isPlatform }: MenuState): PagePermission | undefined {
  if (name === undefined) return undefined
  const { permission, hostedOnly }: PageData = pages[name]
  // A page that this platform does not have is missing for everybody.
  if (permission === undefined || (hostedOnly && !isPlatform)) return undefined
  return may[permission] === false ? permission : undefined
}

/** Where the logo leads. The organization that was seen last is remembered on this device. */
function homeHref(
  {
    client,
    queries,
    router,
    navigationHistory,
    $runtime,
  }: Needs<'client' | 'queries' | 'router' | '$runtime' | 'navigationHistory'>,
  { $page, $organization }: CurrentPage,
): ReadableAtom<string> {
  const $organizations = queries.follow(
    computed($runtime, (runtime) => (isHosted(runtime) ? organizationsQuery(client) : null)),
  )
  return computed(
    [$runtime, navigationHistory.$lastOrganization, $page, $organization, $organizations],
    (runtime, remembered, { ref }, organization, organizations) => {
      const current = ready(organization)?.slug ?? null
      // A project is a visit to its organization.
      const lastVisited = (ref === null ? null : current) ?? (remembered === '' ? null : remembered)
      const target = homeTarget({
        isPlatform: isHosted(runtime),
        lastVisited,
        current,
        organizations: ready(organizations)?.map(({ slug }) => slug) ?? null,
      })
      if (target.page === 'project') return router.href('projectHome', { ref: target.ref })
      if (target.page === 'organizations') return router.href('organizations')
      return router.href('organizationProjects', { slug: target.slug })
    },
  )
}

/** Stands on the pages of an organization that a partner manages. SPEC §1. */
function partnerBanner(
  { client, queries }: Needs<'client' | 'queries'>,
  { $page, $organization }: CurrentPage,
): ReadableAtom<PartnerBanner | null> {
  const text = shellText.partner
  const $notice = computed([$page, $organization], ({ slug }, organization) => {
    const known = ready(organization)
    return slug !== null && known ? partnerNotice(known) : null
  })
  const $redirect = queries.follow(
    computed($notice, (notice) => (notice?.redirect ? partnerRedirectQuery(client, notice.redirect) : null)),
  )
  return computed([$notice, $redirect], (notice, redirect) => {
    if (!notice) return null
    const url = ready(redirect)?.url
    return {
      title: text.title(text.names[notice.partner]),
      body: text.body,
      ...(url === undefined ? {} : { link: { href: url, label: text.link } }),
    }
  })
}
