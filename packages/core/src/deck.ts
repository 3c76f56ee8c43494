/** The composition root: ports → client → sessions → screens. Everything starts here and stops in `dispose`. */
import { createClient, type Client, type ClientOptions, type RuntimeConfig } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { projectKey, refreshProject } from './data/projects.js'
import { createChosenDatabases, withChosenDatabase } from './kernel/chosen-databases.js'
import { withHooks } from './kernel/client-hooks.js'
import { createLazyServices, type LazyServices } from './kernel/lazy-services.js'
import { createOnDemand } from './kernel/on-demand.js'
import { createQueries, type Remote } from './kernel/query-store.js'
import { createRouter } from './kernel/router.js'
import { createScope, type Disposable } from './kernel/screen.js'
import type { Host } from './ports/index.js'
import type { OpenPage, OpenScreen } from './opening.js'
import { messageOf } from './rules/help/errors.js'
import { gateFor, type PageAccess } from './rules/shell/gate.js'
import { createActions, type Actions } from './screens/actions/actions.js'
import { createProfileMenu, type ProfileMenu } from './screens/account/profile-menu.js'
import type { ScreenContext } from './screens/context.js'
import { destinationOf } from './screens/destination.js'
import type { PageRouter } from './screens/page-router.js'
import type { CreateScreen, PageData, Params, Platform } from './screens/page.js'
import { hasScreen, pages, type RouteName, type ScreenName } from './screens/pages.js'
import { createScreenFiles } from './screens/screen-files.js'
import type { UploadTray } from './screens/parts/shown-uploads.js'
import type { SignInAgain } from './screens/sign-in/sign-in-again.js'
import { createShell, type Shell } from './screens/shell.js'
import { createImpersonationNotice, type ImpersonationNotice } from './screens/shell/impersonation-notice.js'
import {
  createWindowTitle,
  type PageName,
  type Titled,
  type TitledPage,
} from './screens/shell/window-title.js'
import { createAccount, type Account } from './sessions/account/account.js'
import { createChosenSchemas } from './sessions/shell/chosen-schemas.js'
import { createConnection, type Connection } from './sessions/shell/connection.js'
import { createFormDrafts } from './sessions/documents/form-drafts.js'
import { createGrammarLayer } from './sessions/sql/grammar-layer.js'
import { createImpersonation } from './sessions/account/impersonation.js'
import { createPlatformEvents } from './sessions/shell/platform-events.js'
import { createPreferences, type Preferences } from './sessions/account/preferences.js'
import { createPreviews, type Previews } from './sessions/sql/previews.js'
import { createSchemaChanges } from './sessions/shell/schema-changes.js'
import { createSidePanel } from './sessions/shell/side-panel.js'
import { createTabs } from './sessions/shell/tabs.js'
import { createNavigationHistory } from './sessions/shell/navigation-history.js'
import { errorText } from './text/errors.js'
import { shellText } from './text/shell.js'

/**
 * The whole dashboard without a view. A view subscribes to its stores and calls its actions; `dispose` ends
 * everything that it started. After that a script still runs for ten seconds or so, because nanostores lets each store rest for
 * a second after its last listener, one store of a chain after the other; `process.exit()` ends it at once.
 */
export interface Deck extends Disposable {
  readonly client: Client
  readonly router: PageRouter
  readonly preferences: Preferences
  readonly previews: Previews
  readonly account: Account
  readonly connection: Connection
  /** Parts whose code is loaded when a caller first needs them: `sqlWorkOf`. */
  readonly lazy: LazyServices<ScreenContext>
  readonly profileMenu: ProfileMenu
  readonly shell: Shell
  /** Whom the runs of the open project act as. */
  readonly impersonationNotice: ImpersonationNotice
  /** What can be done from anywhere: keys, command menu, the sheet of the keys. */
  readonly actions: Actions
  readonly $runtime: ReadableAtom<Remote<RuntimeConfig>>
  readonly $screen: ReadableAtom<OpenScreen>
  /**
   * Opens a page and waits for its screen: by the name of its route, `open('sqlEditor', { ref, id })`, or by an address,
   * `open('/project/default')`. Rejects with an `OpenError`. That a project or an organization does not exist is known
   * only once its page is open; `shell.$routeError` says it.
   */
  readonly open: OpenPage
  /** The page that was opened, to be read aloud; null: it is the first one. */
  readonly $announced: ReadableAtom<PageName | null>
  /** The session ended under the open screen: what asks for the password over it; null: it did not. */
  readonly $signInAgain: ReadableAtom<SignInAgain | null>
  /** The tray of uploads; null until a page of the storage was open. */
  readonly $uploadTray: ReadableAtom<UploadTray | null>
  /** Whether the open screen is shown without header and sidebar. */
  readonly $isFrameless: ReadableAtom<boolean>
}

/**
 * Makes the whole dashboard, without a view.
 * @param options where the platform is; a script gives an access token, a page its own origin (`baseUrl: ''`)
 * @example const deck = createDeck(createNodeHost(), { baseUrl: 'http://127.0.0.1:8787' })
 */
export function createDeck(host: Host, options: ClientOptions): Deck {
  const scope = createScope()
  const own = <Part extends Disposable>(part: Part): Part => {
    scope.add(() => part.dispose())
    return part
  }

  const queries = own(createQueries())
  const direct = createClient(options)
  const connection = own(createConnection({ host, queries, client: direct }))
  const reporting = withHooks(direct, connection.hooks)
  const forget = () => {
    impersonation.forget()
    chosenDatabases.forget()
    lazy.forget()
    formDrafts.forget()
  }
  const account = own(createAccount({ host, queries, client: reporting, forget }))
  const { $runtime } = account
  const chosenDatabases = createChosenDatabases((ref) => queries.refresh(projectKey(ref)))
  const hooked = withHooks(reporting, {
    ...account.hooks,
    // The page says once that its project is lost, instead of one failure after another.
    projectLost: (ref) => refreshProject(queries, ref),
  })
  const client = withChosenDatabase(hooked, chosenDatabases)
  own(createPlatformEvents({ host, client, queries, connection, $isIn: account.$isIn }))
  const grammar = createGrammarLayer(host)
  const $owner = computed(account.$person, (person) => person?.id)
  const impersonation = createImpersonation()
  const formDrafts = createFormDrafts(host)
  const router = own(createRouter(host.navigation, pages))
  const tabs = own(createTabs({ host, router, $owner }))
  const lazy: LazyServices<ScreenContext> = own(createLazyServices(() => context))
  const preferences = own(createPreferences(host))
  const context: ScreenContext = {
    host,
    client,
    queries,
    router,
    account,
    connection,
    $runtime,
    preferences,
    previews: own(createPreviews({ storage: host.storage, $runtime, $profile: account.$profile })),
    navigationHistory: own(createNavigationHistory(host.storage, router)),
    tabs,
    chosenSchemas: createChosenSchemas(host.storage),
    schemaChanges: own(
      createSchemaChanges({ host, queries, client, $writesMigration: preferences.$writesMigration }),
    ),
    grammar,
    impersonation,
    formDrafts,
    sidePanel: createSidePanel(),
    $uploadTray: atom(null),
    lazy,
  }
  const $screen = atom<OpenScreen>({ name: 'waiting', key: '' })
  const $thing = atom<string | null>(null)
  // Until the next page is there, the thing of the one before says nothing of where one is.
  const $thingHere = computed([$thing, $screen, router.$route], (thing, open, { location }) =>
    open.key === keyOf(account, location.pathname) ? thing : null,
  )
  const shell = own(createShell(context, $thingHere))
  const impersonationNotice = createImpersonationNotice(context)
  const profileMenu = createProfileMenu(context)
  const actions = own(createActions(context, () => profileMenu.signOut()))

  const signInAgain = own(
    createOnDemand(host.clock, account.$hasToReenter, async () => {
      const { createSignInAgain } = await import('./screens/sign-in/sign-in-again.js')
      return (person) => createSignInAgain(context, person)
    }),
  )

  // A visit is one address with those that it leads to: `open` waits for one, and ends when another begins.
  const $visit = atom<number | null>(0)
  let visited = router.$route.get().location.pathname
  const leadOn = (to: string) => {
    visited = new URL(to, 'http://deck').pathname
    router.open(to, { replace: true })
  }
  const openPage = async (to: string, params?: Params) => {
    const name = to.startsWith('/') ? null : (to as RouteName)
    let href = to
    try {
      if (name !== null) href = router.href(name, params)
    } catch (error) {
      const { OpenError } = await import('./opening.js')
      throw new OpenError('not-found', to, String(messageOf(error)))
    }
    if (!hasEnded) router.open(href)
    const visit = $visit.get()
    const { whenOpen } = await import('./opening.js')
    return whenOpen({
      href,
      name: name !== null && hasScreen(name) ? name : null,
      visit,
      $visit,
      $screen,
      isHere: ({ key }) => key === keyOf(account, router.$route.get().location.pathname),
    })
  }

  const files = createScreenFiles()
  const settle = () => {
    const before = $screen.get()
    const plan = planScreen(context, before)
    // The redirect changes the route, and this runs again for it.
    if (plan.type === 'redirect') return leadOn(plan.to)
    if (plan.type === 'new-query') return void fetchFile(plan.from, () => beginQuery(plan))
    if (plan.type === 'stay') return
    if (plan.type === 'show') return show(plan.screen)
    const { match, location } = router.$route.get()
    if (plan.type === 'missing' || !match || !hasScreen(match.name))
      return show({
        name: 'notFound',
        key: keyOf(account, location.pathname),
        path: location.pathname,
        isHostedOnly: plan.type === 'missing' && plan.isHostedOnly,
      })
    const create = files.get(match.name)
    if (create) show(openScreen(context, match.name, create))
    // Until the file is there, the page before stays.
    else {
      const { name } = match
      void fetchFile(name, () => files.fetch(name))
    }
  }
  const show = (next: OpenScreen) => {
    const before = $screen.get()
    $screen.set(next)
    if ('screen' in before) before.screen.dispose()
  }
  const fetchFile = async (name: RouteName, fetch: () => Promise<void>) => {
    const failure = await fetch().then(
      () => null,
      () => shellText.fileMissing,
    )
    const { match, location } = router.$route.get()
    if (hasEnded || match?.name !== name) return
    if (failure === null) settle()
    else {
      show({
        name: 'unreachable',
        key: keyOf(account, location.pathname),
        message: failure,
        isInFrame: accessOf(name) === undefined,
        retry: settle,
      })
      connection.doubt()
    }
  }
  /** Replaces the address of a new query by the address of the query that is created for it. */
  const beginQuery = async ({ from, ref }: { from: RouteName; ref: string }) => {
    const { sqlWorkOf } = await import('./sessions/sql/sql-work.js')
    const { match } = router.$route.get()
    if (hasEnded || match?.name !== from || match.params['ref'] !== ref) return
    const id = sqlWorkOf(context).snippets.of(ref).create()
    leadOn(router.href('sqlEditor', { ref, id }))
  }
  scope.add(
    impersonation.$all.listen((all, before) => {
      const open = $screen.get()
      const { match, location } = router.$route.get()
      if (!('screen' in open) || open.key !== keyOf(account, location.pathname)) return
      const ref = match?.params['ref'] ?? ''
      const create = pages[open.name].isOfRole && all[ref] !== before?.[ref] && files.get(open.name)
      if (create) show(openScreen(context, open.name, create))
    }),
  )
  let hasEnded = false
  scope.add(() => {
    hasEnded = true
    $visit.set(null)
  })
  scope.add(
    router.$route.listen(({ location: { pathname } }) => {
      if (pathname !== visited) $visit.set(($visit.get() ?? 0) + 1)
      visited = pathname
    }),
  )
  scope.add(router.$route.listen(settle))
  scope.add(account.$authState.listen(settle))
  scope.add($runtime.listen(settle))
  scope.add(
    connection.$state.listen(({ status }) => {
      const open = $screen.get()
      if (status === 'here' && open.name === 'unreachable') open.retry()
    }),
  )
  const windowTitle = own(
    createWindowTitle({ $routeError: shell.$routeError, $ownerName: shell.$ownerName, $thing }, (title) =>
      host.navigation.setTitle(title),
    ),
  )
  scope.add(
    $screen.subscribe((open) => {
      const page = titledPage(open)
      if (page) windowTitle.open(page, !isFrameless(open))
    }),
  )
  settle()
  scope.add(() => {
    const open = $screen.get()
    if ('screen' in open) open.screen.dispose()
  })

  return {
    client,
    router,
    preferences: context.preferences,
    previews: context.previews,
    account,
    connection,
    lazy,
    profileMenu,
    actions,
    shell,
    impersonationNotice,
    $runtime,
    $screen,
    // Overloads say which name gives which screen; the compiler can't follow them through one body.
    open: openPage as OpenPage,
    $announced: windowTitle.$announced,
    $signInAgain: signInAgain.$part,
    $uploadTray: context.$uploadTray,
    $isFrameless: computed($screen, isFrameless),
    dispose: scope.dispose,
  }
}

type ScreenPlan =
  | { type: 'redirect'; to: string }
  | { type: 'new-query'; from: RouteName; ref: string }
  | { type: 'stay' }
  | { type: 'open' }
  | { type: 'missing'; isHostedOnly: boolean }
  | { type: 'show'; screen: OpenScreen }

/** What the address asks for, as far as it may have it. */
function planScreen({ router, account, tabs, $runtime }: ScreenContext, before: OpenScreen): ScreenPlan {
  const { match, location } = router.$route.get()
  const { accounts, state, leftOnPurpose, failure } = account.$authState.get()
  const runtime = $runtime.get()
  const gate = gateFor({
    access: (match && accessOf(match.name)) ?? 'inside',
    accounts,
    status: state?.status,
    here: leftOnPurpose ? '/' : location.pathname + location.search + location.hash,
    next: new URLSearchParams(location.search).get('next'),
    home: '/',
  })
  if (gate.type === 'redirect') return gate

  const key = keyOf(account, location.pathname)
  const lastShown: Platform['lastShown'] = (ref, kind) => tabs.of(ref).lastShown(kind)
  const platform =
    runtime.status === 'ready' ? { ...runtime.data, search: location.search, lastShown } : undefined
  const destination = match && destinationOf(pages[match.name], match.params, platform)
  if (gate.type === 'open' && destination?.type !== 'unknown') {
    if (destination?.type === 'redirect') return destination
    if (match && destination?.type === 'new-query') return { ...destination, from: match.name }
    const isOpen = before.key === key && before.name !== 'waiting' && before.name !== 'unreachable'
    if (isOpen) return { type: 'stay' }
    if (destination?.type === 'screen') return { type: 'open' }
    return { type: 'missing', isHostedOnly: destination?.type === 'hosted-only' }
  }
  const stuck = failure ?? (runtime.status === 'failed' ? runtime : undefined)
  if (!stuck)
    return before.name === 'waiting' ? { type: 'stay' } : { type: 'show', screen: { name: 'waiting', key } }
  const { error, retry } = stuck
  return {
    type: 'show',
    screen: { name: 'unreachable', key, message: error.message, isInFrame: false, retry },
  }
}

function openScreen(context: ScreenContext, name: ScreenName, create: CreateScreen): OpenScreen {
  const { match, location } = context.router.$route.get()
  const screen = create(context, match?.params ?? {})
  // The table is typed by name; a union of its entries can't be narrowed by an index.
  return { name, key: keyOf(context.account, location.pathname), screen } as OpenScreen
}

/** A page of one person is not the page of the next one at the same address. */
function keyOf({ $person }: Account, pathname: string): string {
  return `${$person.get()?.id ?? ''}${pathname}`
}

/** Null: it is not known yet what opens. */
function titledPage(open: OpenScreen): TitledPage | null {
  if (open.name === 'waiting') return null
  if (open.name === 'unreachable') return { title: errorText.unreachableTitle }
  if (open.name === 'notFound')
    return { title: open.isHostedOnly ? shellText.hostedOnlyTitle : shellText.notFoundTitle }
  const screen: Disposable & Titled = open.screen
  const { $thing, $missing } = screen
  return { title: pages[open.name].title, ...($thing ? { $thing } : {}), ...($missing ? { $missing } : {}) }
}

function isFrameless(open: OpenScreen): boolean {
  if (open.name === 'unreachable') return !open.isInFrame
  return open.name === 'waiting' || (open.name !== 'notFound' && accessOf(open.name) !== undefined)
}

function accessOf(name: RouteName): PageAccess | undefined {
  const page: PageData = pages[name]
  return page.access
}
