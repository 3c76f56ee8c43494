/** What a cell leads to by its foreign keys: the referenced row is shown, opened in its table, or another one is chosen. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { tableDetailQuery, tableRowsQuery } from '../../data/table-rows.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { messageOf } from '../../rules/help/errors.js'
import { readableCell } from '../../rules/results/readable-cell.js'
import { filterOfValue, foreignKeysOf, referencedBy } from '../../rules/table-editor/row-reference.js'
import { searchOfTableView, type TableFilter } from '../../rules/table-editor/table-address.js'
import type { RowSet } from '../../sql/row-set.js'
import type { TableColumn, TableDetail, TableReference } from '../../sql/table-detail.js'
import { CELL_CHARACTERS } from '../../sql/table-rows.js'
import { tableReferenceText as text } from '../../text/table-references.js'
import type { Needs } from '../context.js'
import type { EditedGrid, ShownRow } from '../editing/edited-grid.js'
import type { EditedRows } from '../editing/grid-editing.js'
import { createRowPicker, nameOf, type RowChoice, type RowPicker } from './row-picker.js'

/** An entry of a cell's menu. */
export interface CellAction {
  label: string
  run(): void
}

/** The referenced row. */
export interface PeekedRow {
  title: string
  /** The row in its table. */
  href: string
  openLabel: string
  content:
    | { status: 'loading' }
    | { status: 'failed'; title: string; detail: string; retry: () => void }
    | { status: 'missing'; title: string }
    | {
        status: 'ready'
        fields: readonly { name: string; type: string; value: string | null; isCut: boolean }[]
      }
}

/** Rows that the edited cell may refer to, while its value is typed. */
export interface CellChoices extends Pick<RowPicker, '$rows' | 'search' | 'choose' | 'close'> {
  /** @returns what the list is called; null: the cell refers to no other table, or can't be changed */
  open(row: number, column: number): string | null
}

/** Foreign keys of cells. Rows and columns count as they are shown. */
export interface RowReferences {
  readonly choices: CellChoices
  /** The name of the table that the cell refers to, when it refers to a row. */
  linkOf(row: number, column: number): string | null
  /** Shows the referenced row beside the rows. */
  openLink(row: number, column: number): void
  readonly $peek: ReadableAtom<PeekedRow | null>
  closePeek(): void
  readonly picker: RowPicker
  /** What can be done with the cell besides copying and editing. */
  cellActions(row: number, column: number): readonly CellAction[]
}

export interface RowReferencesSession extends Omit<RowReferences, 'cellActions'>, Disposable {
  /** @param makeRoom closes what is beside the rows */
  cellActions(row: number, column: number, makeRoom: () => void): readonly CellAction[]
  /** Another cell was chosen: an open row gives way to the one that the cell refers to, or else its row. */
  follow(row: number, column: number): void
  /** For each foreign key of the column, choosing a row for it. */
  picksOf(row: ShownRow, column: TableColumn): readonly CellAction[]
}

export interface RowReferencesParts extends Pick<EditedRows, 'rowEditing' | 'setValues'> {
  ref: string
  $table: ReadableAtom<TableDetail | null>
  $rows: ReadableAtom<RowSet | null>
  $grid: ReadableAtom<EditedGrid | null>
  addFilter(filter: TableFilter): void
}

interface Peek {
  reference: TableReference
  /** Null: the row refers to none. */
  filters: readonly TableFilter[] | null
}

export function createRowReferences(
  context: Needs<'client' | 'queries' | 'host' | 'impersonation' | 'router'>,
  { ref, $table, $rows, $grid, rowEditing, setValues, addFilter }: RowReferencesParts,
): RowReferencesSession {
  const { client, queries, impersonation, router } = context
  const scope = createScope()
  const picker = createRowPicker(context, ref)
  scope.add(picker.dispose)
  const typed = createRowPicker(context, ref)
  scope.add(typed.dispose)
  const $peeked = atom<Peek | null>(null)

  const valueNow = (shown: ShownRow, name: string) => {
    const table = $table.get()
    const at = table?.columns.findIndex((one) => one.name === name) ?? -1
    const column = table?.columns[at]
    if (!column) return undefined
    const staged = rowEditing.stagedOf(shown, column)
    if (staged) return staged.type === 'text' ? staged.text : undefined
    return shown.type === 'stored' ? $rows.get()?.cell(shown.row, at) : undefined
  }
  const cellAt = (row: number, column: number) => {
    const grid = $grid.get()
    const of = grid?.columnAt(column)
    return grid && of ? { shown: grid.rowAt(row), of } : null
  }
  const linksOf = (shown: ShownRow, { name }: TableColumn): Peek[] =>
    foreignKeysOf($table.get()?.references ?? [], name).flatMap((reference) => {
      const filters = referencedBy(reference, (column) => valueNow(shown, column))
      return filters ? [{ reference, filters }] : []
    })
  const hrefOf = ({ reference, filters }: Peek) =>
    router.href('tableEditorTable', { ref, id: reference.targetId }) +
    searchOfTableView(`?${new URLSearchParams({ schema: reference.targetSchema })}`, {
      sorts: [],
      filters: filters ?? [],
    })
  const choicesOf = (shown: ShownRow, column: TableColumn): RowChoice[] =>
    foreignKeysOf($table.get()?.references ?? [], column.name).flatMap((reference) => {
      const columns = reference.columns.map((name) => $table.get()?.columns.find((one) => one.name === name))
      const canBeSet = columns.every(
        (one) => one !== undefined && rowEditing.editorOf(shown, one, null) !== null,
      )
      if (!canBeSet) return []
      const chosen = (values: readonly string[]) =>
        void setValues(
          shown,
          columns.flatMap((one, at) => (one ? [[one, { type: 'text', text: values[at] ?? '' }]] : [])),
        )
      const own = Object.fromEntries(
        reference.columns.flatMap((name) => {
          const value = name === column.name ? null : valueNow(shown, name)
          return value === null || value === undefined ? [] : [[name, value]]
        }),
      )
      return [{ reference, own, column: column.name, chosen }]
    })
  const picksOf = (shown: ShownRow, column: TableColumn): CellAction[] =>
    choicesOf(shown, column).map((choice) => ({
      label: text.choose(nameOf(choice.reference)),
      run: () => picker.open(choice),
    }))

  const $target = queries.follow(
    computed(
      [$peeked, impersonation.of(ref)],
      (peek, as) => peek && tableDetailQuery(client, ref, peek.reference.targetId, as?.role),
    ),
  )
  const $found = queries.follow(
    computed([$peeked, $target, impersonation.of(ref)], (peek, target, role) =>
      peek?.filters && target?.status === 'ready' && target.data
        ? tableRowsQuery(
            client,
            ref,
            target.data,
            { sorts: [], filters: peek.filters, offset: 0, limit: 1 },
            role?.role ?? null,
          )
        : null,
    ),
  )
  const contentOf = (target: TableDetail, rows: RowSet): PeekedRow['content'] => {
    if (rows.length === 0) return { status: 'missing', title: text.peekMissing }
    return {
      status: 'ready',
      fields: target.columns.map(({ name, declared, type }, at) => {
        const value = rows.cell(0, at)
        const isCut = (value?.length ?? 0) > CELL_CHARACTERS
        return { name, type: declared, value: readableCell(value, type), isCut }
      }),
    }
  }

  return {
    choices: {
      $rows: typed.$rows,
      search: typed.search,
      choose: typed.choose,
      close: typed.close,
      open(row, column) {
        const cell = cellAt(row, column)
        const [choice] = cell ? choicesOf(cell.shown, cell.of) : []
        if (!choice) return null
        typed.open(choice)
        return text.rowsOf(nameOf(choice.reference))
      },
    },
    linkOf(row, column) {
      const cell = cellAt(row, column)
      const [link] = cell ? linksOf(cell.shown, cell.of) : []
      return link ? text.show(nameOf(link.reference)) : null
    },
    openLink(row, column) {
      const cell = cellAt(row, column)
      const [link] = cell ? linksOf(cell.shown, cell.of) : []
      if (link) $peeked.set(link)
    },
    follow(row, column) {
      const peeked = $peeked.get()
      const cell = peeked && cellAt(row, column)
      if (!cell) return
      const { reference } = peeked
      const [link] = linksOf(cell.shown, cell.of)
      const filters = () => referencedBy(reference, (name) => valueNow(cell.shown, name)) ?? null
      const next = link ?? { reference, filters: filters() }
      if (JSON.stringify(next) !== JSON.stringify(peeked)) $peeked.set(next)
    },
    $peek: computed([$peeked, $target, $found], (peek, target, found): PeekedRow | null => {
      if (!peek) return null
      const name = nameOf(peek.reference)
      const base = { title: text.peekTitle(name), href: hrefOf(peek), openLabel: text.open(name) }
      if (!peek.filters) return { ...base, content: { status: 'missing', title: text.peekNone } }
      const failed = target?.status === 'failed' ? target : found?.status === 'failed' ? found : null
      if (failed) {
        const detail = messageOf(failed.error) ?? failed.error.message
        return { ...base, content: { status: 'failed', title: text.peekFailed, detail, retry: failed.retry } }
      }
      if (target?.status === 'ready' && !target.data)
        return { ...base, content: { status: 'missing', title: text.noAccess } }
      if (target?.status !== 'ready' || !target.data || found?.status !== 'ready')
        return { ...base, content: { status: 'loading' } }
      return { ...base, content: contentOf(target.data, found.data) }
    }),
    closePeek: () => $peeked.set(null),
    picker,
    picksOf,
    cellActions(row, column, makeRoom) {
      const cell = cellAt(row, column)
      if (!cell) return []
      const { shown, of } = cell
      const links = linksOf(shown, of).flatMap((link) => [
        {
          label: text.show(nameOf(link.reference)),
          run() {
            makeRoom()
            $peeked.set(link)
          },
        },
        { label: text.open(nameOf(link.reference)), run: () => router.open(hrefOf(link)) },
      ])
      const value = valueNow(shown, of.name)
      const isWhole = value !== undefined && (value?.length ?? 0) <= CELL_CHARACTERS
      const filters = isWhole
        ? [
            { label: text.filterBy, run: () => addFilter(filterOfValue(of.name, value, true)) },
            { label: text.filterOut, run: () => addFilter(filterOfValue(of.name, value, false)) },
          ]
        : []
      return [...links, ...picksOf(shown, of), ...filters]
    },
    dispose: scope.dispose,
  }
}
