/** A long list with a search, which is debounced. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Clock } from '../ports/index.js'
import type { Paged, PagedQuery } from './paged.js'
import type { Queries } from './query-store.js'
import { createScope, type Disposable } from './screen.js'

/** As for projects: SPEC §9. */
const SEARCH_DEBOUNCE_MS = 500

/** A list with a search that is read page by page. A search is sent when the typing has paused. */
export interface SearchedList<Page, Item> extends Disposable {
  readonly $list: ReadableAtom<Paged<Page, Item>>
  readonly $search: ReadableAtom<string>
  /** The search that is sent: the typed one after the pause. */
  readonly $words: ReadableAtom<string>
  search(words: string): void
  /** Clears the search and fetches at once. */
  clear(): void
  loadMore(): void
}

const NOTHING = atom(null)

export function createSearchedList<Page, Item, At>(
  { queries, host }: { queries: Pick<Queries, 'paged'>; host: { clock: Clock } },
  query: (words: string) => PagedQuery<Page, Item, At>,
  /** What else the query reads: it is asked again when this changes. */
  $also: ReadableAtom<unknown> = NOTHING,
): SearchedList<Page, Item> {
  const scope = createScope()
  const $search = atom('')
  const $words = atom('')
  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  return {
    ...queries.paged(computed([$words, $also], (words) => query(words))),
    $search,
    $words,
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(SEARCH_DEBOUNCE_MS, () => $words.set(words.trim()))
    },
    clear() {
      stopWaiting()
      $search.set('')
      $words.set('')
    },
    dispose: scope.dispose,
  }
}
