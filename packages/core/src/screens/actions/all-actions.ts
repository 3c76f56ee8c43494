/** Everything that can be done from anywhere; what can't be done now says why. */
import { computed, type ReadableAtom } from 'nanostores'
import type { ProjectStatus } from '@basedeck/platform-client'
import { permissionsQuery } from '../../data/account.js'
import { copyText } from '../../kernel/copy-text.js'
import { searchOfConnect } from '../../rules/connect/connect-shown.js'
import { projectActions } from '../../rules/project/project-status.js'
import { SIDEBAR_MODES } from '../../rules/shell/sidebar.js'
import { THEMES } from '../../rules/shell/theme.js'
import { CONTRASTS, DENSITIES } from '../../sessions/account/preferences.js'
import { commandText } from '../../text/command-menu.js'
import { shellText } from '../../text/shell.js'
import type { Needs } from '../context.js'
import { beginQuery } from '../parts/begin-query.js'
import { createCurrentPage, isHosted } from '../shell/current-page.js'
import { verbs } from './verbs.js'
import { createMenuState, ready } from '../shell/menu-state.js'
import { menuSections, type MenuItem } from '../shell/page-menus.js'
import type { Action } from './action.js'

export interface AllActionsDeps {
  $keyed: ReadableAtom<Action[]>
  signOut(): Promise<void>
}

export function allActions(
  context: Needs<
    'host' | 'client' | 'queries' | 'router' | 'account' | '$runtime' | 'preferences' | 'previews' | 'lazy'
  >,
  { $keyed, signOut }: AllActionsDeps,
): ReadableAtom<Action[]> {
  const { account, preferences } = context
  const currentPage = createCurrentPage(context)
  const $appearance = computed(
    [preferences.$themeChoice, preferences.$contrast, preferences.$density, preferences.$sidebarMode],
    (theme, contrast, density, sidebar): Action[] => [
      ...THEMES.map((value) => ({
        id: `theme-${value}`,
        label: commandText.theme(shellText.themes[value]),
        ...inUse(value === theme),
        run: () => preferences.$themeChoice.set(value),
      })),
      ...CONTRASTS.map((value) => ({
        id: `contrast-${value}`,
        label: commandText.contrast(commandText.contrasts[value]),
        ...inUse(value === contrast),
        run: () => preferences.$contrast.set(value),
      })),
      ...DENSITIES.map((value) => ({
        id: `density-${value}`,
        label: commandText.density(commandText.densities[value]),
        ...inUse(value === density),
        run: () => preferences.$density.set(value),
      })),
      ...SIDEBAR_MODES.map((value) => ({
        id: `sidebar-${value}`,
        label: commandText.sidebar(commandText.sidebarModes[value]),
        ...inUse(value === sidebar),
        run: () => preferences.$sidebarMode.set(value),
      })),
    ],
  )
  const $beginnings = computed([currentPage.$page, currentPage.$project], ({ ref }, project): Action[] =>
    ref === null
      ? []
      : [newQuery(context, ref), connect(context, ready(project)?.status), copyRef(context, ref)],
  )
  const $permissions = context.queries.store(permissionsQuery(context.client))
  const $verbs = computed(
    [currentPage.$page, currentPage.$project, $permissions, account.$authState, context.$runtime],
    (page, project, permissions, { accounts }, runtime): Action[] =>
      verbs(context, {
        page,
        project: ready(project) ?? null,
        permissions: ready(permissions) ?? null,
        isHosted: isHosted(runtime),
        hasAccounts: accounts === true,
      }),
  )
  const $pages = computed(createMenuState(context, currentPage), (state): Action[] =>
    menuSections('command', { ...state, pitr: false }).flatMap(({ items }) =>
      items.map((item) => openingOf(context, item)),
    ),
  )
  const $leaving = computed(account.$authState, ({ accounts }): Action[] =>
    accounts ? [{ id: 'sign-out', label: commandText.signOut, run: () => void signOut() }] : [],
  )
  return computed(
    [$keyed, $beginnings, $verbs, $pages, $leaving, $appearance],
    (keyed, beginnings, making, opening, leaving, appearance) => [
      // The menu is open already.
      ...keyed.filter(({ id }) => id !== 'command-menu'),
      ...beginnings,
      ...making,
      ...opening,
      ...leaving,
      ...appearance,
    ],
  )
}

function inUse(is: boolean): { detail?: string } {
  return is ? { detail: commandText.current } : {}
}

function openingOf({ router }: Needs<'router'>, { key, label, href, refusal }: MenuItem): Action {
  return {
    id: key,
    label,
    ...(refusal === undefined ? {} : { refusal }),
    run: () => router.open(href),
  }
}

function newQuery(context: Needs<'router' | 'lazy'>, ref: string): Action {
  return { id: 'new-query', label: commandText.newQuery, run: () => void beginQuery(context, { ref }) }
}

function connect({ router }: Needs<'router'>, status: ProjectStatus | undefined): Action {
  const can = status !== undefined && projectActions(status).connect
  return {
    id: 'connect',
    label: shellText.connect.label,
    ...(can ? {} : { refusal: shellText.connect.inactive }),
    run() {
      const { pathname, search, hash } = router.$route.get().location
      router.open(pathname + searchOfConnect(search) + hash)
    },
  }
}

function copyRef({ host }: Needs<'host'>, ref: string): Action {
  const copy = async () => {
    if (await copyText(host, ref))
      host.notifier.notify({ kind: 'success', message: commandText.refCopied(ref) })
  }
  return { id: 'copy-ref', label: commandText.copyRef, detail: ref, run: () => void copy() }
}
