/** The side menu of the open page. Only that of the database fetches what asks the database itself. */
import { computed, type ReadableAtom } from 'nanostores'
import { addonsQuery } from '../../data/billing.js'
import { createOnDemand } from '../../kernel/on-demand.js'
import type { Disposable } from '../../kernel/screen.js'
import { areaOf } from '../../rules/shell/area-of.js'
import type { Needs } from '../context.js'
import { ready, type MenuState } from './menu-state.js'
import { sideMenuOf, type SideMenu } from './side-menus.js'

export interface SideMenuStore extends Disposable {
  /** Null: the page has none. */
  readonly $menu: ReadableAtom<SideMenu | null>
}

export function createSideMenuStore(
  { host, client, queries, router }: Needs<'host' | 'client' | 'queries' | 'router'>,
  $state: ReadableAtom<MenuState>,
): SideMenuStore {
  const $isWanted = computed(
    router.$route,
    ({ location }) => areaOf(location.pathname) === 'database' || null,
  )
  const { $part, dispose } = createOnDemand(host.clock, $isWanted, async () => {
    const { pgNetQuery, pgNetIn } = await import('./pg-net.js')
    return () => ({ pgNetQuery, pgNetIn, dispose: () => undefined })
  })
  /** The database that its own menu asks; asking opens it. */
  const $askedRef = computed($state, ({ ref, pathname, status }) =>
    areaOf(pathname) === 'database' && status === 'ACTIVE_HEALTHY' ? ref : null,
  )
  const $extensions = queries.follow(
    computed([$askedRef, $part], (ref, part) => (ref !== null && part ? part.pgNetQuery(client, ref) : null)),
  )
  /** Backups are a hosted platform's; what a project may go back to is the project's own. */
  const $addons = queries.follow(
    computed($state, ({ ref, pathname, isPlatform }) =>
      isPlatform && ref !== null && areaOf(pathname) === 'database' ? addonsQuery(client, ref) : null,
    ),
  )
  return {
    $menu: computed([$state, $part, $extensions, $addons], (state, part, extensions, addons) =>
      sideMenuOf(state, {
        pgNetExists: part?.pgNetIn(ready(extensions)) ?? false,
        pitr: ready(addons)?.selected_addons.some(({ type }) => type === 'pitr') ?? false,
      }),
    ),
    dispose,
  }
}
