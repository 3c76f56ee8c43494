/**
 * What the window is called, and what a screen reader hears when another page opens: why the page can't be shown, else the
 * thing that it is about, else the page.
 */
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { shellText } from '../../text/shell.js'
import type { RouteError } from './route-error.js'

/** What a screen knows of its name beyond the title that its area's list states. */
export interface Titled {
  /** The name of the one thing it is about: it names the window and the last crumb. Null until it is known. */
  readonly $thing?: ReadableAtom<string | null>
  /** What its address names does not exist. The screen shows this itself. */
  readonly $missing?: ReadableAtom<RouteError | null>
}

export interface TitledPage extends Titled {
  readonly title: string
}

export interface WindowTitleStores {
  /** What the frame shows in the place of a page. */
  $routeError: ReadableAtom<RouteError | null>
  /** Of the project or organization that the page belongs to; null: it belongs to none, or that is not known yet. */
  $ownerName: ReadableAtom<string | null>
  /** Is set to the name of the thing that the open page is about. */
  $thing: WritableAtom<string | null>
}

/** The name of a page that was opened; the key differs from one page to the next, even where the names are the same. */
export interface PageName {
  key: number
  name: string
}

export interface WindowTitle extends Disposable {
  /** To be read aloud. Null on the first page: its title is read with the window. */
  readonly $announced: ReadableAtom<PageName | null>
  /** @param isFramed the frame is around the page, and may show a route error instead */
  open(page: TitledPage, isFramed: boolean): void
}

export function createWindowTitle(
  { $routeError, $ownerName, $thing }: WindowTitleStores,
  setTitle: (title: string) => void,
): WindowTitle {
  const $announced = atom<PageName | null>(null)
  let scope = createScope()
  let opened = 0
  return {
    $announced,
    open(page, isFramed) {
      scope.dispose()
      scope = createScope()
      opened += 1
      const key = opened
      /** A rename is heard where it is done; only the names under which the page opens are announced. */
      let hasFullName = false
      const tell = () => {
        const routeError = (isFramed ? $routeError.get() : null) ?? page.$missing?.get() ?? null
        const thing = page.$thing?.get() ?? null
        const name = routeError?.title ?? thing ?? page.title
        $thing.set(thing)
        setTitle(windowTitle(name, isFramed && $routeError.get() ? null : $ownerName.get()))
        const said = $announced.get()
        const isNew = said?.key !== key || (said.name !== name && (!hasFullName || routeError !== null))
        if (key > 1 && isNew) $announced.set({ key, name })
        hasFullName = thing !== null
      }
      for (const $store of [page.$thing, page.$missing, $ownerName, isFramed ? $routeError : undefined])
        if ($store) scope.add($store.listen(tell))
      tell()
    },
    dispose: () => scope.dispose(),
  }
}

/** The page first: of a row of narrow tabs one sees no more. */
function windowTitle(name: string, ownerName: string | null): string {
  const owner = ownerName === null || ownerName === name ? [] : [ownerName]
  return [name, ...owner, shellText.product].join(' · ')
}
