/** Two texts of SQL and what differs. Until the editor has loaded, the new text is shown plain. */
import { lazy, Suspense } from 'react'
import styles from './code-editor.module.css'

export interface DiffViewProps {
  /** The accessible name. */
  label: string
  before: string
  after: string
  theme: 'light' | 'dark'
}

const MonacoDiff = lazy(async () => ({ default: (await import('./monaco-diff.js')).MonacoDiff }))

export function DiffView(props: DiffViewProps) {
  return (
    <Suspense fallback={<pre className={styles.plainDiff}>{props.after}</pre>}>
      <MonacoDiff {...props} />
    </Suspense>
  )
}
