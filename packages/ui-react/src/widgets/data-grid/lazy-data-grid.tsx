// The grid on its way: it comes when the first result shows, not with the page.
import { Suspense, lazy } from 'react'

import type { DataGridProps } from './grid-props.js'
import styles from './lazy-data-grid.module.css'

const DataGrid = lazy(async () => ({ default: (await import('./data-grid.js')).DataGrid }))

/** `DataGrid`, loaded when first drawn; its size and header height are kept until then. */
export function LazyDataGrid(props: DataGridProps) {
  return (
    <Suspense fallback={<div className={styles.skeleton} aria-busy="true" />}>
      <DataGrid {...props} />
    </Suspense>
  )
}
