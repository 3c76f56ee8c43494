/**
 * A list of the catalogue of a project's database, to read: schema, search, kinds, order, page by page. What is looked for
 * stands in the address.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  catalogueCountQuery,
  cataloguePagesQuery,
  catalogueStartQuery,
  type CatalogueEntry,
  type CatalogueFilter,
  type CataloguePage,
} from '../../data/catalogue.js'
import type { Paged } from '../../kernel/paged.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import {
  catalogue,
  ENTITY_TYPES,
  type CatalogueList as ListData,
  type CatalogueName,
} from '../../sql/index.js'
import { catalogueText } from '../../text/catalogue.js'
import { errorText } from '../../text/errors.js'
import { pageTitles } from '../../text/page-titles.js'
import type { ScreenContext } from '../context.js'
import type { Obstacle } from '../shell/obstacle.js'
import { createOpenTable } from './open-table.js'
import { behindGate, createProjectGate, type ProjectGate } from './project-gate.js'
import { shownCell, type ShownCell } from './shown-cell.js'

/** The pages that are such a list. */
export type CataloguePageName = keyof typeof catalogueText.lists

export interface ListColumn {
  key: string
  label: string
  align: 'start' | 'end'
  isName: boolean
}

export interface ListRow {
  id: string
  cells: ShownCell[]
  /** Where its name leads; absent: nowhere. */
  href?: string
}

export type ListView =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry: () => void }
  | { status: 'empty'; title: string; body: string; mayClear: boolean }
  | {
      status: 'ready'
      rows: ListRow[]
      hasMore: boolean
      loadingMore: boolean
      /** Another search is under way. */
      outdated: boolean
      problem?: string
    }

export interface Choice {
  value: string
  label: string
}

export interface CatalogueListScreen extends Disposable {
  readonly title: string
  /** The table that it is about, where it is about one. */
  readonly $thing: ReadableAtom<string | null>
  readonly $missing: ReadableAtom<Obstacle | null>
  readonly lead: string
  readonly findLabel: string
  readonly gate: ProjectGate
  readonly columns: readonly ListColumn[]
  readonly $view: ReadableAtom<ListView>
  /** How many there are, as a sentence; empty until it is known. */
  readonly $count: ReadableAtom<string>
  /** As typed; it is looked for after a pause. */
  readonly $search: ReadableAtom<string>
  /** Null: the list does not lie in a schema. */
  readonly schema: { $value: ReadableAtom<string>; $choices: ReadableAtom<Choice[]> } | null
  /** Null: its entries are of one kind. */
  readonly kinds: { $values: ReadableAtom<readonly string[]>; choices: readonly Choice[] } | null
  readonly sorts: { $value: ReadableAtom<string>; choices: readonly Choice[] } | null
  readonly back: { label: string; href: string } | null
  search(words: string): void
  chooseSchema(name: string): void
  filter(kinds: readonly string[]): void
  sort(order: string): void
  /** Looks for everything of the schema again. */
  clear(): void
  loadMore(): void
}

/** CLARIFICATIONS "Grid" and SPEC §7: the default schema. */
const DEFAULT_SCHEMA = 'public'
const SEARCH_DEBOUNCE_MS = 300
/** PostgreSQL's ids are 32 bits. */
const MAX_OID = 2 ** 32 - 1
/** The oid that no object has. */
const NO_OID = '0'

const LISTS: Partial<Record<CataloguePageName, CatalogueName>> = {
  tableEditor: 'tables',
  tableEditorTable: 'columns',
}

interface Looked {
  schema: string
  search: string
  kinds: readonly string[]
  order: 'name' | 'type'
}

export function createCatalogueList(
  context: ScreenContext,
  { ref, page, tableId }: { ref: string; page: CataloguePageName; tableId?: string },
): CatalogueListScreen {
  const { client, queries, router, host } = context
  const name = LISTS[page] ?? (page as CatalogueName)
  const list: ListData = catalogue[name]
  const text = catalogueText.lists[page]
  const scope = createScope()
  const gate = createProjectGate(context, ref)
  const oid = tableId === undefined ? undefined : oidOf(tableId)
  const ownerId = oid === null ? NO_OID : oid
  const start = lookedFrom(router.$route.get().place.search)
  const table = oid === undefined ? undefined : createOpenTable(context, gate, ref, oid)
  if (table) scope.add(table.dispose)
  const toTables = `${router.href('tableEditor', { ref })}?${new URLSearchParams({ schema: start.schema })}`
  const $looked = atom<Looked>(start)
  const $search = atom(start.search)

  const $filter = computed($looked, (looked) => filterOf(list, looked, ownerId))
  const paged = queries.paged(computed($filter, (filter) => cataloguePagesQuery(client, ref, name, filter)))
  const $list = behindGate(gate, paged.$list, { status: 'loading' })
  const $total = behindGate<Remote<number> | null>(
    gate,
    queries.follow(computed($filter, (filter) => catalogueCountQuery(client, ref, name, filter))),
    null,
  )
  /** Where an entry leads: a table to its columns, a schema to its tables. */
  const link = (value: (key: string) => string): string | undefined => {
    if (name === 'schemas')
      return `${router.href('tables', { ref })}?${new URLSearchParams({ schema: value('name') })}`
    if (name !== 'tables') return undefined
    const query = new URLSearchParams({ schema: value('schema') })
    return `${router.href('tableEditorTable', { ref, id: value('id') })}?${query}`
  }

  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  const lookFor = (changes: Partial<Looked>) => {
    stopWaiting()
    $looked.set({ ...$looked.get(), search: $search.get(), ...changes })
    const { pathname } = router.$route.get().place
    router.open(pathname + searchOf($looked.get()), { replace: true })
  }

  return {
    title: pageTitles[page],
    $thing: table?.$name ?? atom(null),
    $missing: computed(table?.$isMissing ?? atom(false), (isMissing): Obstacle | null =>
      isMissing ? { reason: 'missing', ...catalogueText.tableMissing, href: toTables } : null,
    ),
    lead: text.lead,
    findLabel: catalogueText.find(text.one),
    gate,
    columns: list.columns.flatMap(({ key, kind, hidden }) =>
      hidden
        ? []
        : [
            {
              key,
              label: catalogueText.columns[key] ?? key,
              align: kind === 'number' || kind === 'bytes' ? ('end' as const) : ('start' as const),
              isName: kind === 'name',
            },
          ],
    ),
    $view: computed([$list, $looked], (remote, looked) =>
      viewOf(page, remote, looked, (entry) => rowOf(list, entry, link)),
    ),
    $count: computed([$list, $total], (remote, total) => countOf(page, remote, total)),
    $search,
    schema:
      list.schema === undefined
        ? null
        : {
            $value: computed($looked, ({ schema }) => schema),
            $choices: computed(
              [
                behindGate<Remote<CataloguePage> | null>(
                  gate,
                  queries.store(catalogueStartQuery(client, ref, 'schemas')),
                  null,
                ),
                $looked,
              ],
              (schemas, { schema }) => schemaChoices(schemas, schema),
            ),
          },
    kinds:
      list.type === undefined
        ? null
        : { $values: computed($looked, ({ kinds }) => kinds), choices: catalogueText.kinds },
    sorts:
      list.type === undefined
        ? null
        : {
            $value: computed($looked, ({ order }) => order),
            choices: Object.entries(catalogueText.sorts).map(([value, label]) => ({ value, label })),
          },
    back:
      page === 'tableEditorTable'
        ? {
            label: catalogueText.toTables,
            href: toTables,
          }
        : null,
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(SEARCH_DEBOUNCE_MS, () => lookFor({}))
    },
    chooseSchema: (schema) => lookFor({ schema }),
    filter: (kinds) => lookFor({ kinds }),
    sort: (order) => lookFor({ order: order === 'type' ? 'type' : 'name' }),
    clear() {
      $search.set('')
      lookFor({ search: '', kinds: [] })
    },
    loadMore: paged.loadMore,
    dispose: scope.dispose,
  }
}

function filterOf(
  list: ListData,
  { schema, search, kinds, order }: Looked,
  ownerId?: string,
): CatalogueFilter {
  return {
    ...(list.schema === undefined || ownerId !== undefined ? {} : { schema }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(kinds.length === 0 ? {} : { types: kinds }),
    ...(list.type !== undefined && order === 'type' ? { byType: ENTITY_TYPES } : {}),
    ...(ownerId === undefined ? {} : { ownerId }),
  }
}

function viewOf(
  page: CataloguePageName,
  remote: Paged<CataloguePage, CatalogueEntry>,
  { search, kinds }: Looked,
  row: (entry: CatalogueEntry) => ListRow,
): ListView {
  const text: ListText = catalogueText.lists[page]
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed')
    return {
      status: 'failed',
      title: catalogueText.failed(text.many),
      detail: remote.error.message,
      retry: remote.retry,
    }
  const { items, page: newest, hasMore, loadingMore, outdated, staleError } = remote
  if (newest.isAbsent)
    return {
      status: 'empty',
      title: text.absent ?? text.none,
      body: text.absentBody ?? text.noneBody,
      mayClear: false,
    }
  if (items.length === 0 && !outdated) {
    const isNarrowed = search.trim() !== '' || kinds.length > 0
    return {
      status: 'empty',
      title: isNarrowed ? catalogueText.noMatch(text.many) : text.none,
      body: isNarrowed ? catalogueText.noMatchBody : text.noneBody,
      mayClear: isNarrowed,
    }
  }
  return {
    status: 'ready',
    rows: items.map(row),
    hasMore,
    loadingMore,
    outdated,
    ...(staleError ? { problem: errorText.sentence(catalogueText.failedMore, staleError.message) } : {}),
  }
}

interface ListText {
  one: string
  many: string
  none: string
  noneBody: string
  absent?: string
  absentBody?: string
}

function rowOf(
  list: ListData,
  { values, keys }: CatalogueEntry,
  link: (value: (key: string) => string) => string | undefined,
): ListRow {
  const value = (key: string) => values[list.columns.findIndex((column) => column.key === key)] ?? ''
  const href = link(value)
  return {
    id: keys.join('\0'),
    cells: list.columns.flatMap(({ key, kind, hidden }, index) =>
      hidden ? [] : [shownCell(values[index], kind, key)],
    ),
    ...(href === undefined ? {} : { href }),
  }
}

function countOf(
  page: CataloguePageName,
  remote: Paged<CataloguePage, CatalogueEntry>,
  total: Remote<number> | null,
): string {
  if (remote.status !== 'ready' || remote.page.isAbsent || total?.status !== 'ready') return ''
  const { one, many } = catalogueText.lists[page]
  // The list may have grown since it was counted.
  return catalogueText.count(remote.items.length, Math.max(total.data, remote.items.length), one, many)
}

/** Those that are there, and the one that is asked for whether or not it is. */
function schemaChoices(schemas: Remote<CataloguePage> | null, chosen: string): Choice[] {
  const known = schemas?.status === 'ready' ? schemas.data.entries.map(({ values }) => values[0] ?? '') : []
  const names = known.includes(chosen) ? known : [chosen, ...known]
  return names.map((name) => ({ value: name, label: name }))
}

/** Null for what can't be an oid. */
function oidOf(id: string): string | null {
  return /^\d{1,10}$/.test(id) && Number(id) <= MAX_OID ? id : null
}

/** What the address asks for; what it can't mean is left out. */
function lookedFrom(search: string): Looked {
  const query = new URLSearchParams(search)
  const kinds = (query.get('type') ?? '')
    .split(',')
    .filter((kind) => ENTITY_TYPES.some((one) => one === kind))
  return {
    schema: query.get('schema') || DEFAULT_SCHEMA,
    search: query.get('search') ?? '',
    kinds,
    order: query.get('sort') === 'type' ? 'type' : 'name',
  }
}

function searchOf({ schema, search, kinds, order }: Looked): string {
  const query = new URLSearchParams()
  if (schema !== DEFAULT_SCHEMA) query.set('schema', schema)
  if (search.trim() !== '') query.set('search', search.trim())
  if (kinds.length > 0) query.set('type', kinds.join(','))
  if (order === 'type') query.set('sort', order)
  return query.size === 0 ? '' : `?${query}`
}
