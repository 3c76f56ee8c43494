/** The tables beside the rows: of one schema, searched, by type, page by page. SPEC §5, §7 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { cataloguePagesQuery, type CatalogueEntry } from '../../data/catalogue.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { compactCount } from '../../rules/results/compact-count.js'
import { tableBrowsingOf, type TableListSort } from '../../sessions/table-editor/table-browsing.js'
import type { EntityType } from '../../sql/entity-types.js'
import { catalogue, ENTITY_TYPES } from '../../sql/index.js'
import { catalogueText } from '../../text/catalogue.js'
import { tableText as text } from '../../text/table-editor.js'
import { createSchemaChoices } from '../catalogue/schema-choices.js'
import type { Needs } from '../context.js'
import { tableHref } from '../parts/table-href.js'
import type { Choice } from '../parts/list-view.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'

/** A table in the list. */
export interface ListedTable {
  id: string
  name: string
  kind: EntityType
  /** `Table`, `View` and so on. */
  kindName: string
  /** `1.2M` rows by the last ANALYZE; empty: not known. */
  rows: string
  href: string
  isCurrent: boolean
}

/** The tables, or what is shown in their place. */
export type TableListView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'empty'; text: string }
  | { status: 'ready'; tables: readonly ListedTable[]; hasMore: boolean; isLoadingMore: boolean }

/** The list of a schema's tables. */
export interface TableList extends Disposable {
  readonly $view: ReadableAtom<TableListView>
  readonly $schema: ReadableAtom<string>
  readonly $schemas: ReadableAtom<readonly Choice[]>
  readonly $search: ReadableAtom<string>
  readonly $kinds: ReadableAtom<readonly string[]>
  readonly kinds: readonly Choice[]
  readonly $sort: ReadableAtom<TableListSort>
  readonly sorts: readonly Choice[]
  /** Where it was scrolled to, in pixels, before another table was opened. */
  readonly scrollTop: number
  chooseSchema(name: string): void
  search(words: string): void
  filter(kinds: readonly string[]): void
  sortBy(sort: string): void
  loadMore(): void
  scrolled(top: number): void
}

const SEARCH_DEBOUNCE_MS = 300

/** @param $current the open table; its schema is the list's first one */
export function createTableList(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'chosenSchemas' | 'lazy'>,
  {
    ref,
    gate,
    isOwner,
    $current,
  }: {
    ref: string
    gate: ProjectGate
    /** The tables are looked at as the owner: as a role that policies hide rows from, their numbers of rows are not told. */
    isOwner: boolean
    $current: ReadableAtom<{ id: string; schema: string } | null>
  },
): TableList {
  const { client, queries, router, host, chosenSchemas } = context
  const scope = createScope()
  const browsing = tableBrowsingOf(context).of(ref)
  const { $search, $kinds, $sort } = browsing
  const asked = new URLSearchParams(router.$route.get().location.search).get('schema')
  const $schema = atom(asked || (chosenSchemas.of(ref) ?? text.defaultSchema))
  const $words = atom($search.get().trim())
  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  // An address without a schema, or a table that was moved: the list shows where the table is.
  scope.add(
    $current.subscribe((current) => {
      if (current) $schema.set(current.schema)
    }),
  )
  const paged = queries.paged(
    computed([$schema, $words, $kinds, $sort], (schema, search, types, sort) =>
      cataloguePagesQuery(client, ref, 'tables', {
        schema,
        ...(search === '' ? {} : { search }),
        ...(types.length === 0 ? {} : { types }),
        ...(sort === 'type' ? { sort: { key: 'type', descending: false, words: ENTITY_TYPES } } : {}),
      }),
    ),
  )
  const $list = behindGate(gate, paged.$list, { status: 'loading' })
  const listed = ({ values }: CatalogueEntry, current: string | undefined): ListedTable => {
    const value = (key: string) =>
      values[catalogue.tables.columns.findIndex((column) => column.key === key)] ?? ''
    const id = value('id')
    const kind = value('type') as EntityType
    // An estimate of the whole table.
    const rows = isOwner || value('rls') === 'false' ? value('rows') : ''
    return {
      id,
      name: value('name'),
      kind,
      kindName: text.kinds[kind],
      rows: rows === '' ? '' : compactCount(Number(rows)),
      href: tableHref(router, ref, { id, schema: value('schema') }),
      isCurrent: id === current,
    }
  }
  return {
    $view: computed([$list, $current, $words, $kinds], (list, current, words, kinds): TableListView => {
      if (list.status === 'loading') return list
      if (list.status === 'failed') return { ...list, message: list.error.message }
      const tables = list.items.map((entry) => listed(entry, current?.id))
      if (tables.length === 0 && !list.outdated)
        return {
          status: 'empty',
          text: words === '' && kinds.length === 0 ? text.noTables : text.noTableMatches,
        }
      return { status: 'ready', tables, hasMore: list.hasMore, isLoadingMore: list.loadingMore }
    }),
    $schema,
    $schemas: createSchemaChoices(context, { ref, gate, $chosen: $schema }),
    $search,
    $kinds,
    kinds: catalogueText.kinds.tables,
    $sort,
    sorts: [
      { value: 'name', label: text.sortByName },
      { value: 'type', label: text.sortByType },
    ],
    get scrollTop() {
      return browsing.scrollTop
    },
    chooseSchema(name) {
      chosenSchemas.choose(ref, name)
      browsing.scrollTop = 0
      $schema.set(name)
    },
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(SEARCH_DEBOUNCE_MS, () => $words.set(words.trim()))
    },
    filter: (kinds) => $kinds.set(kinds),
    sortBy: (sort) => $sort.set(sort === 'type' ? 'type' : 'name'),
    loadMore: paged.loadMore,
    scrolled(top) {
      browsing.scrollTop = top
    },
    dispose: scope.dispose,
  }
}
