/** The composition root: ports → client → sessions → screens. Everything starts here and stops in `dispose`. */
import { createClient, type Client, type ClientOptions, type RuntimeConfig } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { runtimeQuery } from './data/runtime.js'
import { createQueries, type Remote } from './kernel/query-store.js'
import { createRouter, type Router } from './kernel/router.js'
import { createScope, type Disposable } from './kernel/screen.js'
import type { Host } from './ports/index.js'
import type { ScreenContext } from './screens/context.js'
import { redirects, routes, type RouteName } from './screens/routes.js'
import { screens, type ScreenName, type ScreenOf } from './screens/screens.js'
import { createShell, type Shell } from './screens/shell.js'
import { createDrafts } from './sessions/drafts.js'
import { createGrammarLayer } from './sessions/grammar-layer.js'
import { createPreferences, type Preferences } from './sessions/preferences.js'
import { createSqlRuns } from './sessions/sql-runs.js'
import { shellText } from './text/shell.js'

/** The screen that is open, with its name for the view's table. */
export type OpenScreen =
  | { [Name in ScreenName]: { name: Name; key: string; screen: ScreenOf<Name> } }[ScreenName]
  | { name: 'notFound'; key: string; path: string }

export interface Deck extends Disposable {
  readonly client: Client
  readonly router: Router<RouteName>
  readonly preferences: Preferences
  readonly shell: Shell
  readonly $runtime: ReadableAtom<Remote<RuntimeConfig>>
  readonly $screen: ReadableAtom<OpenScreen>
}

/**
 * Makes the whole dashboard, without a view.
 * @param options where the platform is; a script gives an access token, a page its own origin (`baseUrl: ''`)
 */
export function createDeck(host: Host, options: ClientOptions): Deck {
  const scope = createScope()
  const own = <Part extends Disposable>(part: Part): Part => {
    scope.add(() => part.dispose())
    return part
  }

  const client = createClient(options)
  const queries = own(createQueries())

  const grammar = createGrammarLayer(host.grammar ?? {})
  const router = own(createRouter(host.navigation, routes))
  const context: ScreenContext = {
    host,
    client,
    queries,
    router,
    preferences: own(createPreferences(host)),
    drafts: own(createDrafts(host)),
    grammar,
    sqlRuns: own(createSqlRuns({ client, clock: host.clock, grammar })),
  }
  const shell = own(createShell(context))

  followRedirect(router)
  const $screen = atom(openScreen(context))
  scope.add(
    router.$route.listen(({ place }) => {
      const before = $screen.get()
      if (followRedirect(router) || before.key === place.pathname) return
      $screen.set(openScreen(context))
      if ('screen' in before) before.screen.dispose()
    }),
  )
  scope.add(() => {
    const open = $screen.get()
    if ('screen' in open) open.screen.dispose()
  })

  return {
    client,
    router,
    preferences: context.preferences,
    shell,
    $runtime: queries.store(runtimeQuery(client)),
    $screen,
    dispose: scope.dispose,
  }
}

function openScreen({ router, ...context }: ScreenContext): OpenScreen {
  const { match, place } = router.$route.get()
  const key = place.pathname
  if (!match || !hasScreen(match.name)) {
    context.host.navigation.setTitle(`${shellText.notFoundTitle} | ${shellText.product}`)
    return { name: 'notFound', key, path: key }
  }
  const screen = screens[match.name]({ router, ...context }, match.params)
  context.host.navigation.setTitle(`${screen.title} | ${shellText.product}`)
  // The table is typed by name; a union of its entries can't be narrowed by an index.
  return { name: match.name, key, screen } as OpenScreen
}

function hasScreen(name: RouteName): name is ScreenName {
  return name in screens
}

/** True when the address leads elsewhere; the router then already stands there. */
function followRedirect(router: Router<RouteName>): boolean {
  const { match } = router.$route.get()
  const target = match ? redirects[match.name]?.(match.params) : undefined
  if (target === undefined) return false
  router.open(target, { replace: true })
  return true
}
