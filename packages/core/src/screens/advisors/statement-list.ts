/** The statements that PostgreSQL counted: searched, narrowed to a role, in any order, page by page. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { CatalogueEntry, CatalogueFilter, CataloguePage } from '../../data/catalogue.js'
import { statementCountQuery, statementPagesQuery, statementRolesQuery } from '../../data/statements.js'
import type { Paged } from '../../kernel/paged.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { ListSorting } from '../../kernel/sorting.js'
import { nextSort, type ListSort } from '../../rules/shell/list-sort.js'
import { STATEMENT_KINDS, statementList } from '../../sql/statement-statistics.js'
import { catalogueText } from '../../text/catalogue.js'
import { errorText } from '../../text/errors.js'
import { queryPerformanceText as text } from '../../text/query-performance.js'
import type { Needs } from '../context.js'
import type { Choice, ListColumn, ListRow, ListView } from '../parts/list-view.js'
import { isAmount, shownCell } from '../parts/shown-cell.js'

/** What the list is narrowed to: statements of the project, of PostgreSQL's catalogue, or both. */
export type StatementKind = (typeof STATEMENT_KINDS)[number] | 'all'

/** The list of statements. */
export interface StatementListPart extends Disposable {
  readonly columns: readonly ListColumn[]
  readonly $view: ReadableAtom<ListView>
  /** How many there are, as a sentence; empty until it is known. */
  readonly $count: ReadableAtom<string>
  readonly $search: ReadableAtom<string>
  /** The oid of a role; empty: all of them. */
  readonly $role: ReadableAtom<string>
  readonly $roles: ReadableAtom<readonly Choice[]>
  readonly $kind: ReadableAtom<StatementKind>
  readonly kinds: readonly Choice[]
  readonly sorting: ListSorting
  search(words: string): void
  chooseRole(id: string): void
  chooseKind(kind: string): void
  /** Looks for all of them again. */
  clear(): void
  loadMore(): void
}

const SEARCH_DEBOUNCE_MS = 300
/** PostgreSQL's code of a column that an older version of the extension lacks. */
const MISSING_COLUMN = '42703'

/** @param $schema of the extension; null: not known yet */
export function createStatementList(
  { host, client, queries }: Needs<'host' | 'client' | 'queries'>,
  { ref, $schema }: { ref: string; $schema: ReadableAtom<string | null> },
): StatementListPart {
  const scope = createScope()
  const $search = atom('')
  const $words = atom('')
  const $role = atom('')
  const $kind = atom<StatementKind>('own')
  const $sort = atom<ListSort>({ key: 'totalMs', descending: true })
  const shape = statementList('extensions').columns
  const $narrowed = computed([$words, $role, $kind], (words, role, kind): CatalogueFilter => ({
    ...(words.trim() === '' ? {} : { search: words.trim() }),
    ...(role === '' ? {} : { ownerId: role }),
    ...(kind === 'all' ? {} : { types: [kind] }),
  }))
  const paged = queries.paged(
    computed([$schema, $narrowed, $sort], (schema, narrowed, sort) =>
      statementPagesQuery(client, ref, schema, { ...narrowed, sort }),
    ),
  )
  const $total = queries.follow(
    computed([$schema, $narrowed], (schema, narrowed) =>
      schema === null ? null : statementCountQuery(client, ref, schema, narrowed),
    ),
  )
  const $known = queries.follow(
    computed($schema, (schema) => (schema === null ? null : statementRolesQuery(client, ref, schema))),
  )
  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  return {
    columns: shape.flatMap(({ key, kind, hidden }) =>
      hidden
        ? []
        : [
            {
              key,
              label: text.columns[key] ?? key,
              align: isAmount(kind) ? ('end' as const) : ('start' as const),
              isName: key === 'query',
            },
          ],
    ),
    $view: computed([paged.$list, $narrowed, $kind], (remote, narrowed, kind) =>
      viewOf(remote, narrowed.search !== undefined || narrowed.ownerId !== undefined || kind === 'catalogue'),
    ),
    $count: computed([paged.$list, $total], (remote, total) =>
      remote.status === 'ready' && total?.status === 'ready'
        ? catalogueText.count(
            remote.items.length,
            Math.max(total.data, remote.items.length),
            text.one,
            text.many,
          )
        : '',
    ),
    $search,
    $role,
    $roles: computed($known, (known) => [
      { value: '', label: text.anyRole },
      ...(known?.status === 'ready' ? known.data.map(({ id, name }) => ({ value: id, label: name })) : []),
    ]),
    $kind,
    kinds: (['own', 'catalogue', 'all'] as const).map((value) => ({ value, label: text.kinds[value] })),
    sorting: {
      $value: $sort,
      by: (key) => $sort.set(nextSort($sort.get(), key, { largestFirst: key !== 'query' && key !== 'role' })),
    },
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(SEARCH_DEBOUNCE_MS, () => $words.set(words))
    },
    chooseRole: (id) => $role.set(id),
    chooseKind: (kind) => $kind.set(kind as StatementKind),
    clear() {
      stopWaiting()
      $search.set('')
      $words.set('')
      $role.set('')
      $kind.set('all')
    },
    loadMore: paged.loadMore,
    dispose: scope.dispose,
  }

  function viewOf(remote: Paged<CataloguePage, CatalogueEntry>, isNarrowed: boolean): ListView {
    if (remote.status === 'loading') return remote
    if (remote.status === 'failed') {
      const { code, message } = remote.error
      const detail = code === MISSING_COLUMN ? text.oldVersion : message
      return { status: 'failed', title: text.failed, detail, retry: remote.retry }
    }
    const { items, page, hasMore, loadingMore, outdated, staleError } = remote
    if (page.isAbsent) return { status: 'loading' }
    if (items.length === 0 && !outdated)
      return isNarrowed
        ? { status: 'empty', title: text.noMatch, body: text.noMatchBody, step: 'clear' }
        : { status: 'empty', title: text.none, body: text.noneBody, step: 'sql' }
    return {
      status: 'ready',
      rows: items.map(rowOf),
      hasMore,
      loadingMore,
      outdated,
      ...(staleError ? { problem: errorText.sentence(catalogueText.failedMore, staleError.message) } : {}),
    }
  }

  function rowOf({ keys, values }: CatalogueEntry): ListRow {
    return {
      // The statement and the role.
      id: [values.at(-1) ?? '', keys.at(-1) ?? '', values[1] ?? ''].join('\0'),
      cells: shape.flatMap(({ key, kind, hidden }, index) =>
        hidden ? [] : [key === 'query' ? queryCell(values[index]) : shownCell(values[index], kind, key)],
      ),
    }
  }
}

function queryCell(value: string | null | undefined) {
  const isHidden = value === null || value === undefined || value === '<insufficient privilege>'
  return isHidden
    ? ({ kind: 'text', text: text.hiddenText } as const)
    : ({ kind: 'code', text: value.replace(/\s+/g, ' ').trim() } as const)
}
