/** A long list that is searched: what is typed settles for a moment before it is asked for. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Paged, PagedQuery } from '../../kernel/paged.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { ScreenContext } from '../context.js'

/** As for projects: SPEC §9. */
const SEARCH_DEBOUNCE_MS = 500

export interface FoundList<Page, Item> extends Disposable {
  readonly $list: ReadableAtom<Paged<Page, Item>>
  readonly $search: ReadableAtom<string>
  search(words: string): void
  loadMore(): void
}

export function createFoundList<Page, Item, At>(
  { queries, host }: Pick<ScreenContext, 'queries' | 'host'>,
  query: (words: string) => PagedQuery<Page, Item, At>,
): FoundList<Page, Item> {
  const scope = createScope()
  const $search = atom('')
  const $words = atom('')
  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  return {
    ...queries.paged(computed($words, query)),
    $search,
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(SEARCH_DEBOUNCE_MS, () => $words.set(words.trim()))
    },
    dispose: scope.dispose,
  }
}
