/** A simple table: loading in its final size, empty with the next step, failed with a way to try again. */
import { shellText } from '@basedeck/core'
import type { ReactNode } from 'react'
import styles from './data-list.module.css'
import { Scroller } from './scroller.js'
import { EmptyState } from './empty-state.js'
import { LoadFailure } from './load-failure.js'
import { Skeleton } from './skeleton.js'

/** A `Remote` of a list is one. */
export type ListState<Item> =
  | { status: 'loading' }
  | { status: 'failed'; error: { message: string }; retry: () => void }
  | { status: 'ready'; data: readonly Item[] }

export interface DataListColumn<Item> {
  key: string
  /** Its heading; of a column of buttons it is read aloud only. */
  label: string
  isHiddenLabel?: boolean
  align?: 'start' | 'end'
  /** Names the row. One column has it. */
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
    <Scroller className={styles['scroll']} aria-label={label}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                <span className={column.isHiddenLabel ? styles['hidden'] : undefined}>{column.label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {state.data.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map((column) =>
                column.isRowHeader ? (
                  <th key={column.key} scope="row" data-align={column.align}>
                    {column.cell(item)}
                  </th>
                ) : (
                  <td key={column.key} data-align={column.align}>
                    {column.cell(item)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
