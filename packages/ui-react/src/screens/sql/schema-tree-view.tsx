/** The tables of the project beside the editor: Enter, dragging, or a column's double click puts a name into the text. */
import type { SchemaTree } from '@basedeck/core'
import { schemaTreeText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Columns3, Database, Table2 } from 'lucide-react'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { SearchField } from '../../elements/search-field.js'
import { TreeView } from '../../elements/tree-view.js'
import styles from './snippet-panel.module.css'

const ICONS = { schema: Database, relation: Table2, column: Columns3 } as const

export function SchemaTreeView({ tree }: { tree: SchemaTree }) {
  const notice = useStore(tree.$notice)
  const nodes = useStore(tree.$nodes)
  const open = useStore(tree.$open)
  return (
    <>
      <div className={styles['find']}>
        <div className={styles['search']}>
          <SearchField label={text.search} value={useStore(tree.$search)} onChange={tree.search} />
        </div>
      </div>
      {notice === null ? (
        <div className={styles['tree']}>
          <TreeView
            label={text.tree}
            nodes={nodes}
            open={open}
            chosen={null}
            icon={(key) => iconOf(tree.kindOf(key))}
            isNote={(key) => tree.kindOf(key) === 'note'}
            onToggle={tree.toggle}
            onTake={tree.take}
            onClick={(key) => tree.kindOf(key) !== 'column' && tree.toggle(key)}
            onDoubleClick={(key) => tree.kindOf(key) === 'column' && tree.take(key)}
            mayDrag={(key) => tree.textOf(key) !== undefined}
            nameOf={tree.textOf}
          />
        </div>
      ) : notice.retry ? (
        <LoadFailure message={notice.message} title={text.failed} onRetry={notice.retry} />
      ) : (
        <EmptyState title={notice.message} />
      )}
    </>
  )
}

function iconOf(kind: ReturnType<SchemaTree['kindOf']>) {
  return kind === 'note' ? null : <Icon of={ICONS[kind]} size={14} />
}
