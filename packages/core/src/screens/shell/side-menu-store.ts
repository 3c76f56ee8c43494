/** The side menu of the open page. */
import { computed, type ReadableAtom } from 'nanostores'
import { addonsQuery } from '../../data/billing.js'
import { areaOf } from '../../rules/shell/area-of.js'
import type { Needs } from '../context.js'
import { ready, type MenuState } from './menu-state.js'
import { sideMenuOf, type SideMenu } from './side-menus.js'

export interface SideMenuStore {
  /** Null: the page has none. */
  readonly $menu: ReadableAtom<SideMenu | null>
}

export function createSideMenuStore(
  { client, queries }: Needs<'client' | 'queries'>,
  $state: ReadableAtom<MenuState>,
): SideMenuStore {
  /** Backups are a hosted platform's; what a project may go back to is the project's own. */
  const $addons = queries.follow(
    computed($state, ({ ref, pathname, isPlatform }) =>
      isPlatform && ref !== null && areaOf(pathname) === 'database' ? addonsQuery(client, ref) : null,
    ),
  )
  return {
    $menu: computed([$state, $addons], (state, addons) =>
      sideMenuOf(state, {
        pitr: ready(addons)?.selected_addons.some(({ type }) => type === 'pitr') ?? false,
      }),
    ),
  }
}
