/** How many items the open folder has, what can be done to those that are selected, and what the bucket is. */
import type { BucketScreen, FolderColumn } from '@basedeck/core'
import { storageText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { NO_SELECTION } from '@basedeck/core/rules'
import { useRoving } from '../../bind/use-roving.js'
import { Button } from '../../elements/button.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import styles from './bucket.module.css'

export function BucketFooter({ screen }: { screen: BucketScreen }) {
  const columns = useStore(screen.$columns)
  const { selected, bucket } = useStore(screen.$footer)
  const last = columns.at(-1)
  return (
    <footer ref={useRoving<HTMLElement>('across')} data-pane className={styles['footer']}>
      {last && <Count key={last.folder} column={last} />}
      {/* Always there: a screen reader would not hear of an output that comes with its text. */}
      <output>{selected}</output>
      {selected !== '' && <SelectionActions screen={screen} />}
      <span className={styles['bucket']}>{bucket}</span>
    </footer>
  )
}

function Count({ column }: { column: FolderColumn }) {
  const view = useStore(column.$view)
  return view.status === 'ready' && <span>{view.count}</span>
}

function SelectionActions({ screen }: { screen: BucketScreen }) {
  const selected = useStore(screen.$selection)
  if (!selected) return null
  const { folder, selection } = selected
  const [first = ''] = selection.keys
  return (
    <>
      {screen
        .actionsOf(folder, first)
        .filter(({ id }) => ['move', 'download', 'delete'].includes(id))
        .map(({ id, label, hint, run }) => (
          <Button
            key={id}
            kind="ghost"
            aria-disabled={hint !== undefined}
            title={hint}
            onClick={() => hint === undefined && run()}
          >
            {label}
          </Button>
        ))}
      <IconButton
        label={storageText.actions.clear}
        icon={<Icon of={X} size={14} />}
        onClick={() => screen.select(folder, NO_SELECTION)}
      />
    </>
  )
}
