/** What the window is called: why the page can't be shown, else the thing that it is about, else the page. */
import type { ReadableAtom, WritableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { shellText } from '../../text/shell.js'
import type { Obstacle } from './obstacle.js'

/** What a screen is called. */
export interface Titled {
  readonly title: string
  /** The name of the one thing it is about: it names the window and the last crumb. Null until it is known. */
  readonly $thing?: ReadableAtom<string | null>
  /** What its address names does not exist. The screen shows this itself. */
  readonly $missing?: ReadableAtom<Obstacle | null>
}

export interface WindowTitleStores {
  /** What the frame shows in the place of a page. */
  $obstacle: ReadableAtom<Obstacle | null>
  /** Is set to the name of the thing that the open page is about. */
  $thing: WritableAtom<string | null>
}

export interface WindowTitle extends Disposable {
  /** @param isFramed the frame is around the page, and may show an obstacle instead */
  open(page: Titled, isFramed: boolean): void
}

export function createWindowTitle(
  { $obstacle, $thing }: WindowTitleStores,
  setTitle: (title: string) => void,
): WindowTitle {
  let scope = createScope()
  return {
    open(page, isFramed) {
      scope.dispose()
      scope = createScope()
      const tell = () => {
        const obstacle = (isFramed ? $obstacle.get() : null) ?? page.$missing?.get()
        const thing = page.$thing?.get() ?? null
        $thing.set(thing)
        setTitle(`${obstacle?.title ?? thing ?? page.title} | ${shellText.product}`)
      }
      for (const $store of [page.$thing, page.$missing, isFramed ? $obstacle : undefined])
        if ($store) scope.add($store.listen(tell))
      tell()
    },
    dispose: () => scope.dispose(),
  }
}
