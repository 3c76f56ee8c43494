/**
 * A list of the catalogue of a project's database, to read: schema, search, kinds, order, page by page. What is looked for
 * stands in the address.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  catalogueCountQuery,
  cataloguePagesQuery,
  definitionQuery,
  type CatalogueFilter,
} from '../../data/catalogue.js'
import { objectDropListQuery } from '../../data/objects.js'
import { dropListQuery } from '../../data/structure.js'
import { copyText } from '../../kernel/copy-text.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { ListSorting } from '../../kernel/sorting.js'
import { nextSort, sortedRows, type ListSort } from '../../rules/shell/list-sort.js'
import { projectControlState } from '../../sessions/account/rights.js'
import {
  catalogue,
  ENTITY_TYPES,
  starter,
  type CatalogueList as ListData,
  type CatalogueName,
  type ColumnKind,
} from '../../sql/index.js'
import { catalogueText } from '../../text/catalogue.js'
import { objectsText } from '../../text/objects.js'
import type { Needs } from '../context.js'
import { tableHref } from '../parts/table-href.js'
import type { RouteError } from '../shell/route-error.js'
import { beginQuery } from '../parts/begin-query.js'
import { lookedFrom, searchOf, type Looked } from './catalogue-address.js'
import { countOf, rowOf, viewOf } from './catalogue-view.js'
import { createSchemaChoices } from './schema-choices.js'
import { isAmount } from '../parts/shown-cell.js'
import { openByAddress } from '../parts/open-by-address.js'
import { createOpenRow, type OpenRow } from '../parts/open-row.js'
import type { CataloguePageName } from './catalogue-pages.js'
import type { Choice, ListColumn, ListView } from '../parts/list-view.js'
import { isObjectsPage, listedObject } from '../objects/listed-kinds.js'
import { createListStructure, type ListStructure } from './list-structure.js'
import { createListExport, type ListExport } from './list-export.js'
import { createOpenImport, type OpenImport } from '../import/open-import.js'
import { createOpenTable } from './open-table.js'
import { behindGate, controlBehindGate, type ProjectGate } from '../parts/project-gate.js'

/**
 * A page that lists a part of the database's catalogue: tables, functions, roles and so on. Search and order are in
 * the address.
 */
export interface CatalogueListScreen extends Disposable {
  readonly title: string
  /** The table that it is about, where it is about one. */
  readonly $thing: ReadableAtom<string | null>
  readonly $missing: ReadableAtom<RouteError | null>
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
  readonly sorting: ListSorting
  /** One row, whole. */
  readonly row: OpenRow
  /** What can be made, changed and deleted here; null: nothing. */
  readonly structure: ListStructure | null
  /** What the button of an empty list does. */
  readonly begin: { label: string; run(): void }
  readonly sqlHref: string
  /** False when the host did not allow it; the user was told. */
  copy(text: string): Promise<boolean>
  /** Null: nothing is imported here. */
  readonly importing: OpenImport | null
  /** Null: it is not offered as a file. */
  readonly exporting: ListExport | null
  readonly back: { label: string; href: string } | null
  search(words: string): void
  chooseSchema(name: string): void
  filter(kinds: readonly string[]): void
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
  tableColumns: 'columns',
}

export interface CatalogueListParams {
  ref: string
  page: CataloguePageName
  /** Of the table whose columns they are. */
  tableId?: string
  title: string
  gate: ProjectGate
}

/** What a list of the catalogue, an import from it and a change of its structure use. */
export type CatalogueContext = Needs<
  | 'host'
  | 'client'
  | 'queries'
  | 'router'
  | 'chosenSchemas'
  | 'lazy'
  | 'impersonation'
  | 'schemaChanges'
  | 'formDrafts'
>

export function createCatalogueList(
  context: CatalogueContext,
  { ref, page, tableId, title, gate }: CatalogueListParams,
): CatalogueListScreen {
  const { client, queries, router, host, chosenSchemas } = context
  const name = LISTS[page] ?? (page as CatalogueName)
  const list: ListData = catalogue[name]
  const text = catalogueText.lists[page]
  const scope = createScope()
  const oid = tableId === undefined ? undefined : oidOf(tableId)
  const ownerId = oid === null ? NO_OID : oid
  const sortable = list.columns.map(({ key }) => key)
  const kindChoices = KINDS[page]
  const start = lookedFrom(
    router.$route.get().location.search,
    sortable,
    kindChoices?.map(({ value }) => value) ?? [],
  )
  const schemaFor = ({ schema }: Looked) => schema ?? chosenSchemas.of(ref) ?? DEFAULT_SCHEMA
  const table = oid === undefined ? undefined : createOpenTable(context, gate, ref, oid)
  const toTables = `${router.href('tables', { ref })}?${new URLSearchParams({ schema: schemaFor(start) })}`
  const $looked = atom<Looked>(start)
  const $schema = computed($looked, schemaFor)
  const $search = atom(start.search)

  const $filter = computed([$looked, $schema], (looked, schema) => filterOf(list, looked, schema, ownerId))
  const paged = queries.paged(computed($filter, (filter) => cataloguePagesQuery(client, ref, name, filter)))
  const $list = behindGate(gate, paged.$list, { status: 'loading' })
  const $total = behindGate<Remote<number> | null>(
    gate,
    queries.follow(
      computed([$looked, $schema], (looked, schema) =>
        catalogueCountQuery(client, ref, name, filterOf(list, { ...looked, sort: null }, schema, ownerId)),
      ),
    ),
    null,
  )
  /** Where an entry leads: a table to its columns, a schema to its tables. */
  const link = (value: (key: string) => string): string | undefined => {
    if (name === 'schemas')
      return `${router.href('tables', { ref })}?${new URLSearchParams({ schema: value('name') })}`
    if (name !== 'tables') return undefined
    return tableHref(router, ref, { id: value('id'), schema: value('schema') })
  }
  const columns = list.columns.flatMap(({ key, kind, hidden }) =>
    hidden
      ? []
      : [
          {
            key,
            label: catalogueText.columns[key] ?? key,
            align: isAmount(kind) ? ('end' as const) : ('start' as const),
            isName: kind === 'name',
          },
        ],
  )
  const entry = (rowId: string) => {
    const remote = $list.get()
    return remote.status === 'ready' ? remote.items.find(({ keys }) => keys.join('\0') === rowId) : undefined
  }
  const chooseSchema = (schema: string) => {
    chosenSchemas.choose(ref, schema)
    lookFor({ schema })
  }
  const structure = createListStructure(context, {
    ref,
    gate,
    page,
    tableId: oid ?? null,
    schema: () => $schema.get(),
    chooseSchema,
    entry,
    hrefOf: (found) => rowOf(list, found, link).href,
    tablesHref: toTables,
  })
  if (structure) {
    scope.add(structure.dispose)
    const { $state: $may, run: open } = structure.create
    if (page === 'tableEditor') scope.add(openByAddress(context, { 'new-table': { $may, open } }))
  }
  const $mayWrite = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    catalogueText.mayNotWrite,
  )
  const $view = computed([$list, $looked, $mayWrite], (remote, { search, kinds }, mayWrite) =>
    viewOf(
      page,
      remote,
      { isNarrowed: search.trim() !== '' || kinds.length > 0, mayWrite: mayWrite.hint === undefined },
      (entry) => rowOf(list, entry, link),
    ),
  )
  const $rows = computed($view, (view) => (view.status === 'ready' ? { columns, rows: view.rows } : null))
  const importing =
    page === 'tables'
      ? createOpenImport(context, controlBehindGate(gate, $mayWrite), () => ({
          ref,
          schema: $schema.get(),
          table: null,
        }))
      : null
  if (importing) scope.add(importing.dispose)
  /** An entry's keys end with its oid. */
  const definitionOf = (id: string) => definitionQuery(client, ref, name, id.split('\0').at(-1) ?? '')
  const dependentsOf = (id: string) => {
    const found = entry(id)
    const object = found && isObjectsPage(page) ? listedObject(page, found) : null
    if (found && !object)
      return {
        heading: objectsText.dependents,
        query: dropListQuery(client, ref, { type: 'relation', id: found.keys.at(-1) ?? '', column: null }),
      }
    const query = object && objectDropListQuery(client, ref, object.kind, object.id)
    return query && { heading: objectsText.dependentsOf[object.kind] ?? objectsText.dependents, query }
  }

  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  const lookFor = (changes: Partial<Looked>) => {
    stopWaiting()
    $looked.set({ ...$looked.get(), search: $search.get(), ...changes })
    const { pathname } = router.$route.get().location
    router.open(pathname + searchOf($looked.get()), { replace: true })
  }

  return {
    title,
    $thing: table?.$name ?? atom(null),
    $missing: computed(table?.$isMissing ?? atom(false), (isMissing): RouteError | null =>
      isMissing ? { reason: 'missing', ...catalogueText.tableMissing, href: toTables } : null,
    ),
    lead: text.lead,
    findLabel: catalogueText.find(text.one),
    gate,
    columns,
    $view,
    $count: computed([$list, $total], (remote, total) => countOf(page, remote, total)),
    $search,
    schema:
      list.schema === undefined
        ? null
        : {
            $value: $schema,
            $choices: createSchemaChoices(context, { ref, gate, $chosen: $schema }),
          },
    kinds:
      kindChoices === undefined
        ? null
        : { $values: computed($looked, ({ kinds }) => kinds), choices: kindChoices },
    sorting: {
      $value: computed($looked, ({ sort }) => sort ?? ownSort(list)),
      by(key) {
        const kind = list.columns.find((column) => column.key === key)?.kind
        if (kind === undefined) return
        const current = $looked.get().sort ?? ownSort(list)
        lookFor({ sort: nextSort(current, key, { largestFirst: isLargestFirst(kind) }) })
      },
    },
    row: createOpenRow(
      queries,
      $rows,
      list.definition === undefined ? undefined : definitionOf,
      isObjectsPage(page) ? dependentsOf : undefined,
    ),
    structure,
    begin: {
      label: text.begin,
      run: () =>
        structure
          ? structure.create.run()
          : void beginQuery(context, { ref, name: text.begin, sql: starter(text.starter, $schema.get()) }),
    },
    copy: (value) => copyText(host, value),
    sqlHref: router.href('sql', { ref }),
    importing,
    exporting: createListExport(context, { ref, page, looked: () => $looked.get() }),
    back: page === 'tableColumns' ? { label: catalogueText.toTables, href: toTables } : null,
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(SEARCH_DEBOUNCE_MS, () => lookFor({}))
    },
    chooseSchema,
    filter: (kinds) => lookFor({ kinds }),
    clear() {
      $search.set('')
      lookFor({ search: '', kinds: [] })
    },
    loadMore: paged.loadMore,
    dispose: scope.dispose,
  }
}

const KINDS: Partial<Record<CataloguePageName, readonly Choice[]>> = catalogueText.kinds

function filterOf(
  list: ListData,
  { search, kinds, sort }: Looked,
  schema: string,
  ownerId?: string,
): CatalogueFilter {
  return {
    ...(list.schema === undefined || ownerId !== undefined ? {} : { schema }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(kinds.length === 0 ? {} : { types: kinds }),
    ...(sort ? { sort: { ...sort, ...wordsOf(list, sort.key) } } : {}),
    ...(ownerId === undefined ? {} : { ownerId }),
  }
}

/** The words of a column in the order of what is shown for them; of tables in that of the specification. SPEC §3. */
function wordsOf(list: ListData, key: string): { words?: readonly string[] } {
  if (list.columns.find((column) => column.key === key)?.kind !== 'word') return {}
  if (list.type !== undefined && key === 'type') return { words: ENTITY_TYPES }
  const shown = Object.entries(catalogueText.words[key] ?? {})
  return { words: sortedRows(shown, { descending: false }, ([, label]) => label).map(([word]) => word) }
}

/** The order that a list has by itself, where one of its columns shows it. */
function ownSort({ columns, order, descending = false }: ListData): ListSort | null {
  const column = columns.find(({ sql, hidden }) => !hidden && sql === order[0]?.sql)
  return column ? { key: column.key, descending } : null
}

/** Of these one looks for the largest, or the newest. */
function isLargestFirst(kind: ColumnKind): boolean {
  return isAmount(kind) || kind === 'time'
}

/** Null for what can't be an oid. */
function oidOf(id: string): string | null {
  return /^\d{1,10}$/.test(id) && Number(id) <= MAX_OID ? id : null
}
