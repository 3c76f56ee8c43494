/** What the frame shows beside the page when there is something to tell, each fetched only where it can be told. */
import { computed, type ReadableAtom } from 'nanostores'
import { createOnDemand } from '../../kernel/on-demand.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { menuFlags } from '../../rules/menu-flags.js'
import type { ScreenContext } from '../context.js'
import type { CliBadge } from './cli-badge.js'
import { ready } from './menu-state.js'
import type { RefreshPrompt } from './refresh-prompt.js'
import type { TabBar } from './tab-bar.js'

/** The pages that stand under the tabs. */
const EDITORS: ReadonlySet<string | undefined> = new Set(['sqlEditor', 'tableEditor', 'tableEditorTable'])

export interface ShellExtras extends Disposable {
  /** Self-hosted only. */
  readonly $cliBadge: ReadableAtom<CliBadge | null>
  /** Hosted only, by a flag. */
  readonly $refreshPrompt: ReadableAtom<RefreshPrompt | null>
  /** `coming`: the page has one, and its file is on its way. Null: the page stands under no tabs. */
  readonly $tabBar: ReadableAtom<TabBar | 'coming' | null>
}

export function createShellExtras(context: ScreenContext): ShellExtras {
  const scope = createScope()
  const { $runtime, host, account, router, tabs } = context
  const when = (holds: (isPlatform: boolean, asks: boolean) => boolean) =>
    computed($runtime, (runtime) => {
      const known = ready(runtime)
      return known && holds(known.isPlatform, menuFlags(known.flags).refreshToast) ? true : null
    })
  const cliBadge = createOnDemand(
    host.clock,
    when((isPlatform) => !isPlatform),
    async () => {
      const { createCliBadge } = await import('./cli-badge.js')
      return () => createCliBadge(context)
    },
  )
  const refreshPrompt = createOnDemand(
    host.clock,
    when((isPlatform, asks) => isPlatform && asks),
    async () => {
      const { createRefreshPrompt } = await import('./refresh-prompt.js')
      return () => createRefreshPrompt(context)
    },
  )
  const $openTabs = computed([router.$route, account.$person], ({ match }) => {
    const ref = match?.params['ref']
    return ref !== undefined && EDITORS.has(match?.name) ? tabs.of(ref) : null
  })
  const tabBar = createOnDemand(host.clock, $openTabs, async () => {
    const { createTabBar } = await import('./tab-bar.js')
    return (open) => createTabBar(context, open)
  })
  scope.add(tabBar.dispose)
  scope.add(cliBadge.dispose)
  scope.add(refreshPrompt.dispose)
  return {
    $cliBadge: cliBadge.$part,
    $refreshPrompt: refreshPrompt.$part,
    $tabBar: computed([tabBar.$part, $openTabs], (bar, open) => open && (bar ?? 'coming')),
    dispose: scope.dispose,
  }
}
