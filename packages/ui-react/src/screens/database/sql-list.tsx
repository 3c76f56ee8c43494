/** Statements one below the other, each with what is said about it. */
import { WideScroller } from '../../elements/wide-scroller.js'
import { SqlText } from '../../widgets/sql-text/sql-text.js'
import styles from './migrations.module.css'

export interface SqlItem {
  /** Without a semicolon at its end. */
  sql: string
  /** Before it: what it is about. */
  title?: string
  notes?: readonly string[]
}

export function SqlList({ label, items }: { label: string; items: readonly SqlItem[] }) {
  return (
    <ol className={styles['statements']} aria-label={label}>
      {items.map(({ sql, title, notes = [] }, index) => (
        <li key={index}>
          {title !== undefined && <p className={styles['about']}>{title}</p>}
          <WideScroller aria-label={title ?? label} className={styles['code']}>
            <pre>
              <SqlText>{`${sql};`}</SqlText>
            </pre>
          </WideScroller>
          {notes.length > 0 && <p className={styles['quiet']}>{notes.join(' ')}</p>}
        </li>
      ))}
    </ol>
  )
}
