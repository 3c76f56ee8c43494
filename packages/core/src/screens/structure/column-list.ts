/** The columns of the form as a list: searched, drawn in steps, each open or closed. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Form } from '../../kernel/form.js'
import { structureText as text } from '../../text/structure.js'
import { newColumnValues, shownName, type TableValues } from './table-values.js'

/** A column of the form as its row shows it. */
export interface ColumnRow {
  index: number
  key: string
  /** How labels call it. */
  label: string
  isOpen: boolean
}

/** The list of the form's columns. */
export interface ColumnList {
  /** The columns that are shown of all in the form. */
  readonly $rows: ReadableAtom<readonly ColumnRow[]>
  /** Null: all columns are shown. */
  readonly $more: ReadableAtom<string | null>
  readonly $search: ReadableAtom<string>
  /** Whether there are so many columns that one searches. */
  readonly hasSearch: boolean
  search(words: string): void
  showMore(): void
  addColumn(): void
  removeColumn(index: number): void
  /** Shows or hides the further fields of a column. */
  toggleColumn(index: number): void
}

export interface ColumnListOptions {
  /** How many columns the changed table has; 0: the form does not show a whole table that exists. */
  columnCount: number
  /** Whether the first column begins open. */
  isFirstOpen: boolean
  /** A key that no other row of the form has. */
  newKey(): string
}

/** Rows of columns that are drawn at first, and with each "Show more". */
const ROWS_AT_ONCE = 100
const SEARCH_FROM = 20

export function createColumnList(
  form: Form<TableValues>,
  { columnCount, isFirstOpen, newKey }: ColumnListOptions,
): ColumnList {
  const $search = atom('')
  const $limit = atom(ROWS_AT_ONCE)
  const $open = atom<ReadonlySet<string>>(
    new Set(isFirstOpen ? [form.$values.get().columns[0]?.key ?? ''] : []),
  )
  const $found = computed([form.$values, $search], ({ columns }, search) => {
    const wanted = search.trim().toLowerCase()
    return columns.flatMap((column, index) =>
      column.name.toLowerCase().includes(wanted) ? [{ column, index }] : [],
    )
  })
  const toggle = (key: string) => {
    const next = new Set($open.get())
    if (!next.delete(key)) next.add(key)
    $open.set(next)
  }

  return {
    $rows: computed([$found, $limit, $open], (found, limit, open): readonly ColumnRow[] =>
      found.slice(0, limit).map(({ column, index }) => ({
        index,
        key: column.key,
        label: shownName(column),
        isOpen: open.has(column.key),
      })),
    ),
    $more: computed([$found, $limit], (found, limit) =>
      found.length > limit ? text.columnsOf(limit, found.length) : null,
    ),
    $search,
    hasSearch: columnCount >= SEARCH_FROM,
    search(words) {
      $search.set(words)
      $limit.set(ROWS_AT_ONCE)
    },
    showMore: () => $limit.set($limit.get() + ROWS_AT_ONCE),
    addColumn() {
      $search.set('')
      const at = form.$values.get().columns.length
      form.list('columns').insert(at, newColumnValues(newKey()))
      $limit.set(Math.max($limit.get(), at + 1))
    },
    removeColumn(index) {
      form.list('columns').remove(index)
    },
    toggleColumn(index) {
      const key = form.$values.get().columns[index]?.key
      if (key !== undefined) toggle(key)
    },
  }
}
