/** A simple table: a skeleton while loading, a next step when empty, a retry when failed. */
import { shellText } from '@basedeck/core/text'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useRoving } from '../bind/use-roving.js'
import { useSteadyColumns } from '../bind/use-steady-columns.js'
import styles from './data-list.module.css'
import { EmptyState } from './empty-state.js'
import { Icon } from './icon.js'
import { LoadFailure } from './load-failure.js'
import { Skeleton } from './skeleton.js'
import { VirtualList, WHOLE } from './virtual-list.js'
import { WideScroller } from './wide-scroller.js'

/** Pixels: the height in the theme, and a line. */
const ROW_HEIGHT = 31

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
  /** Left out on a phone, where another cell says it. */
  isWideOnly?: boolean
  /** Its part of the width in percent, unless its values are wider. Lists below each other with the same shares align. */
  share?: number
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
  return <Table label={label} items={state.data} columns={columns} keyOf={keyOf} />
}

type TableProps<Item> = Pick<DataListProps<Item>, 'label' | 'columns' | 'keyOf'> & { items: readonly Item[] }

function Table<Item>({ label, items, columns, keyOf }: TableProps<Item>) {
  const [focused, setFocused] = useState<string | number>()
  const isLong = items.length > WHOLE
  const head = useSteadyColumns(isLong)
  const heads = useRoving<HTMLTableSectionElement>('down')
  const rows = useRoving<HTMLTableSectionElement>('down')
  const isAlone = !columns.some(
    (column) => !column.isRowHeader && !column.isHiddenLabel && !column.isWideOnly,
  )
  return (
    <WideScroller className={styles['scroll']} aria-label={label}>
      <table
        className={styles['table']}
        aria-label={label}
        aria-rowcount={isLong ? items.length + 1 : undefined}
      >
        <thead ref={heads}>
          <tr ref={head} aria-rowindex={isLong ? 1 : undefined}>
            {columns.map((column) => (
              <Heading key={column.key} column={column} isAlone={isAlone} />
            ))}
          </tr>
        </thead>
        <tbody ref={rows}>
          <VirtualList
            items={items}
            keyOf={keyOf}
            rowHeight={ROW_HEIGHT}
            kept={[focused]}
            renderGap={(attributes) => <tr aria-hidden className={styles['gap']} {...attributes} />}
            renderRow={(item, attributes) => {
              const index = attributes['data-index']
              return (
                <tr
                  {...attributes}
                  aria-rowindex={index === undefined ? undefined : index + 2}
                  onFocus={() => setFocused(keyOf(item))}
                >
                  {columns.map((column) => (
                    <Cell key={column.key} column={column} item={item} isAlone={isAlone} />
                  ))}
                </tr>
              )
            }}
          />
        </tbody>
      </table>
    </WideScroller>
  )
}

/** `isAlone`: on a phone the name of a row has no values beside it. */
interface CellProps<Item> {
  column: DataListColumn<Item>
  isAlone: boolean
}

function Cell<Item>({ column, item, isAlone }: CellProps<Item> & { item: Item }) {
  const attributes = {
    'data-align': column.align,
    'data-narrow': column.isNarrow,
    'data-wide-only': column.isWideOnly,
    'data-kept': keptOf(column, isAlone),
  }
  if (!column.isRowHeader) return <td {...attributes}>{column.cell(item)}</td>
  return (
    <th scope="row" {...attributes}>
      {column.cell(item)}
    </th>
  )
}

/** On a phone the name of a row and its buttons stay in sight while the list is scrolled sideways. */
function keptOf<Item>(
  { isRowHeader, isHiddenLabel }: DataListColumn<Item>,
  isAlone: boolean,
): 'start' | 'end' | undefined {
  if (isRowHeader) return isAlone ? undefined : 'start'
  return isHiddenLabel ? 'end' : undefined
}

function Heading<Item>({ column, isAlone }: CellProps<Item>) {
  const { label, isHiddenLabel = false, align, isNarrow, share, sort } = column
  const attributes = {
    scope: 'col',
    'data-align': align,
    'data-narrow': isNarrow,
    'data-wide-only': column.isWideOnly,
    'data-kept': keptOf(column, isAlone),
    style: share === undefined ? undefined : { width: `${share}%` },
  } as const
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
