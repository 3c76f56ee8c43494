import { lazyComponent } from '../../bind/lazy-component.js'
import styles from './lazy-data-grid.module.css'

/** `DataGrid`, loaded with the first result; its size and header height are kept until then. */
export const LazyDataGrid = lazyComponent(
  async () => (await import('./data-grid.js')).DataGrid,
  () => <div className={styles.skeleton} aria-busy="true" />,
)
