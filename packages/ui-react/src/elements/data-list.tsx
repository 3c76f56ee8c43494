/** A simple table: a skeleton while loading, a next step when empty, a retry when failed. */
import { shellText } from '@basedeck/core/text'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './data-list.module.css'
import { EmptyState } from './empty-state.js'
import { Icon } from './icon.js'
import { LoadFailure } from './load-failure.js'
import { Skeleton } from './skeleton.js'
import { WideScroller } from './wide-scroller.js'

/** A `Remote` of a list fits. */
export type ListState<Item> =
  | { status: 'loading' }
  | { status: 'failed'; error: { message: string }; retry: () => void }
  | { status: 'ready'; data: readonly Item[] }

export type SortDirection = 'ascending' | 'descending' | 'none'

export interface DataListColumn<Item> {
  key: string
  /** Its heading; for a column of buttons it is for screen readers only. */
  label: string
  isHiddenLabel?: boolean
  align?: 'start' | 'end'
  /** As wide as its values: the others share the room. */
  isNarrow?: boolean
  /** Its sort direction, and the action that changes it; absent: not sortable. */
  sort?: { direction: SortDirection; label: string; onSort(): void }
  /** The cell is the row's header. One column has it. */
  isRowHeader?: boolean
  cell(item: Item): ReactNode
}

export interface DataListProps<Item> {
  /** The accessible name of the table. */
  label: string
  state: ListState<Item>
  columns: readonly DataListColumn<Item>[]
  keyOf(item: Item): string | number
  empty: { title: string; body?: string; action?: ReactNode }
}

export function DataList<Item>({ label, state, columns, keyOf, empty }: DataListProps<Item>) {
  if (state.status === 'loading') {
    return (
      <div className={styles['pad']}>
        <Skeleton label={shellText.loading} />
      </div>
    )
  }
  if (state.status === 'failed') {
    return <LoadFailure message={state.error.message} onRetry={state.retry} />
  }
  if (state.data.length === 0) {
    return (
      <EmptyState title={empty.title} {...(empty.body === undefined ? {} : { body: empty.body })}>
        {empty.action}
      </EmptyState>
    )
  }
  return (
    <WideScroller className={styles['scroll']} aria-label={label}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {state.data.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map((column) =>
                column.isRowHeader ? (
                  <th key={column.key} scope="row" data-align={column.align} data-narrow={column.isNarrow}>
                    {column.cell(item)}
                  </th>
                ) : (
                  <td key={column.key} data-align={column.align} data-narrow={column.isNarrow}>
                    {column.cell(item)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </WideScroller>
  )
}

function Heading<Item>({ column }: { column: DataListColumn<Item> }) {
  const { label, isHiddenLabel = false, align, isNarrow, sort } = column
  const attributes = { scope: 'col', 'data-align': align, 'data-narrow': isNarrow } as const
  if (!sort)
    return (
      <th {...attributes}>
        <span className={isHiddenLabel ? styles['hidden'] : undefined}>{label}</span>
      </th>
    )
  return (
    <th {...attributes} aria-sort={sort.direction}>
      <button type="button" className={styles['sort']} title={sort.label} onClick={sort.onSort}>
        {label}
        {sort.direction !== 'none' && (
          <Icon of={sort.direction === 'ascending' ? ArrowUp : ArrowDown} size={12} />
        )}
      </button>
    </th>
  )
}
