/** Everything that can be done from anywhere; what can't be done now says why. */
import type { Organization, Permission, Profile } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import type { Remote } from '../../kernel/query-store.js'
import { copyText } from '../../kernel/copy-text.js'
import { can } from '../../rules/access.js'
import { SIDEBAR_MODES } from '../../rules/sidebar.js'
import { THEMES } from '../../rules/theme.js'
import { commandText } from '../../text/command-menu.js'
import { shellText } from '../../text/shell.js'
import type { Needs } from '../context.js'
import { beginQuery } from '../parts/begin-query.js'
import { createCurrentPage, isHosted } from '../shell/current-page.js'
import type { Action } from './action.js'

export interface AllActionsDeps {
  $keyed: ReadableAtom<Action[]>
  signOut(): Promise<void>
}

export function allActions(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | '$runtime' | 'preferences' | 'lazy'>,
  { $keyed, signOut }: AllActionsDeps,
): ReadableAtom<Action[]> {
  const { account, preferences, $runtime } = context
  const currentPage = createCurrentPage(context)
  const $appearance = computed(
    [preferences.$themeChoice, preferences.$sidebarMode],
    (theme, sidebar): Action[] => [
      ...THEMES.map((value) => ({
        id: `theme-${value}`,
        label: commandText.theme(shellText.themes[value]),
        ...inUse(value === theme),
        run: () => preferences.$themeChoice.set(value),
      })),
      ...SIDEBAR_MODES.map((value) => ({
        id: `sidebar-${value}`,
        label: commandText.sidebar(commandText.sidebarModes[value]),
        ...inUse(value === sidebar),
        run: () => preferences.$sidebarMode.set(value),
      })),
    ],
  )
  const $beginnings = computed(
    [currentPage.$page, currentPage.$organization, account.$profile, account.$permissions, $runtime],
    (page, organization, profile, permissions, runtime): Action[] => [
      ...(page.ref === null ? [] : [newQuery(context, page.ref), copyRef(context, page.ref)]),
      ...(isHosted(runtime)
        ? beginnings(context, ready(organization), ready(profile), ready(permissions))
        : []),
    ],
  )
  const $leaving = computed(account.$authState, ({ accounts }): Action[] => [
    opens(context, 'docs', commandText.docs),
    opens(context, 'platformStatus', commandText.status),
    support(context),
    opens(context, 'accountMe', commandText.accountMe),
    opens(context, 'accountSecurity', commandText.accountSecurity),
    opens(context, 'accountTokens', commandText.accountTokens),
    ...(accounts ? [{ id: 'sign-out', label: commandText.signOut, run: () => void signOut() }] : []),
  ])
  return computed([$keyed, $beginnings, $appearance, $leaving], (keyed, beginnings, appearance, leaving) => [
    // The menu is open already.
    ...keyed.filter(({ id }) => id !== 'command-menu'),
    ...beginnings,
    ...leaving,
    ...appearance,
  ])
}

function inUse(is: boolean): { detail?: string } {
  return is ? { detail: commandText.current } : {}
}

function opens(
  { router }: Needs<'router'>,
  route: 'docs' | 'platformStatus' | 'accountMe' | 'accountSecurity' | 'accountTokens' | 'organizations',
  label: string,
): Action {
  return { id: `open-${route}`, label, run: () => router.open(router.href(route)) }
}

function newQuery(context: Needs<'router' | 'lazy'>, ref: string): Action {
  return { id: 'new-query', label: commandText.newQuery, run: () => void beginQuery(context, { ref }) }
}

function copyRef({ host }: Needs<'host'>, ref: string): Action {
  const copy = async () => {
    if (await copyText(host, ref))
      host.notifier.notify({ kind: 'success', message: commandText.refCopied(ref) })
  }
  return { id: 'copy-ref', label: commandText.copyRef, detail: ref, run: () => void copy() }
}

function support({ router }: Needs<'router'>): Action {
  const run = () => {
    const ref = router.$route.get().match?.params['ref']
    const query = ref === undefined ? '' : `?${new URLSearchParams({ projectRef: ref })}`
    router.open(router.href('newTicket') + query)
  }
  return { id: 'support', label: commandText.support, run }
}

/** What can be begun on a hosted platform. */
function beginnings(
  context: Needs<'router'>,
  organization: Organization | undefined,
  profile: Profile | undefined,
  permissions: readonly Permission[] = [],
): Action[] {
  const { router } = context
  const mayNot = profile?.can_create_organizations === false
  return [
    opens(context, 'organizations', commandText.organizations),
    {
      id: 'new-organization',
      label: commandText.newOrganization,
      ...(mayNot ? { refusal: commandText.mayNotCreateOrganizations } : {}),
      run: () => router.open(router.href('newOrganization')),
    },
    ...(organization ? [newProject(organization)] : []),
  ]

  function newProject({ slug, name }: Organization): Action {
    const may = can(permissions, { action: 'create', resource: 'projects', organizationSlug: slug })
    return {
      id: 'new-project',
      label: commandText.newProjectIn(name),
      ...(may ? {} : { refusal: commandText.mayNotCreateProjects }),
      run: () => router.open(router.href('newProject', { slug })),
    }
  }
}

function ready<Data>(remote: Remote<Data> | null): Data | undefined {
  return remote?.status === 'ready' ? remote.data : undefined
}
