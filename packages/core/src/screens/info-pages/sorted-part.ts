/** The table of a part, put in order by its headings. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ListSorting } from '../../kernel/sorting.js'
import { nextSort, sortedRows, type ListSort } from '../../rules/shell/list-sort.js'
import type { ListColumn, ListRow } from '../parts/list-view.js'
import type { ShownCell } from '../parts/shown-cell.js'
import type { PartContent } from './part-content.js'

type Table = Extract<PartContent, { status: 'table' }>

export interface SortedPart {
  /** Null: the part only says something. */
  $content: ReadableAtom<PartContent> | null
  /** At first the table stands as it was answered. */
  sorting: ListSorting
}

/** Of numbers and times one looks for the largest first. */
const LARGEST_FIRST: ReadonlySet<ShownCell['kind']> = new Set(['number', 'time'])

export function createSortedPart($content: ReadableAtom<PartContent> | null): SortedPart {
  const $sort = atom<ListSort | null>(null)
  return {
    $content:
      $content &&
      computed([$content, $sort], (content, sort) =>
        content.status === 'table' && sort ? inOrder(content, sort) : content,
      ),
    sorting: {
      $value: $sort,
      by(key) {
        const content = $content?.get()
        const largestFirst = content?.status === 'table' && hasLargest(content, key)
        $sort.set(nextSort($sort.get(), key, { largestFirst }))
      },
    },
  }
}

function inOrder(table: Table, sort: ListSort): Table {
  const valueOf = (row: ListRow) => valueIn(cellAt(table.columns, row, sort.key))
  return { ...table, rows: sortedRows(table.rows, sort, valueOf) }
}

function hasLargest({ columns, rows }: Table, key: string): boolean {
  return rows.some((row) => {
    const cell = cellAt(columns, row, key)
    return cell !== undefined && LARGEST_FIRST.has(cell.kind)
  })
}

function cellAt(columns: readonly ListColumn[], { cells }: ListRow, key: string): ShownCell | undefined {
  return cells[columns.findIndex((column) => column.key === key)]
}

function valueIn(cell: ShownCell | undefined): string | number | null {
  if (!cell || cell.kind === 'none') return null
  return cell.amount ?? cell.text
}
