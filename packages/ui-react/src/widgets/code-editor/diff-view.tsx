/** Two texts of SQL and what differs. Until the editor has loaded, the new text is shown plain. */
import { lazyComponent } from '../../bind/lazy-component.js'
import styles from './code-editor.module.css'

export interface DiffViewProps {
  /** The accessible name. */
  label: string
  before: string
  after: string
  theme: 'light' | 'dark'
}

export const DiffView = lazyComponent(
  async () => (await import('./monaco-diff.js')).MonacoDiff,
  ({ after }: DiffViewProps) => <pre className={styles.plainDiff}>{after}</pre>,
)
