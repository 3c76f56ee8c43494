/** The dialog in which a folder is chosen for items that move. */
import type { MoveDialog } from '@basedeck/core'
import { storageText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Folder, FolderOpen } from 'lucide-react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { Icon } from '../../elements/icon.js'
import { PlainDialog } from '../../elements/plain-dialog.js'
import { TreeView } from '../../elements/tree-view.js'
import styles from './move-items.module.css'

const text = storageText.move

export function MoveItems({ moving }: { moving: MoveDialog }) {
  const open = useStore(moving.$open)
  const shown = useLast(open)
  const nodes = useStore(moving.$nodes)
  const expanded = useStore(moving.$expanded)
  const chosen = useStore(moving.$chosen)
  return (
    <PlainDialog
      open={open !== null}
      title={shown?.title ?? ''}
      onClose={moving.close}
      buttons={
        <>
          <Button onClick={moving.close}>{text.cancel}</Button>
          {shown && (
            <ControlButton
              kind="primary"
              controlState={shown.target}
              aria-disabled={shown.isBusy}
              onClick={() => void moving.confirm()}
            >
              {shown.target.label}
            </ControlButton>
          )}
        </>
      }
    >
      <div className={styles['tree']}>
        <TreeView
          label={text.tree}
          nodes={nodes}
          open={expanded}
          chosen={chosen}
          icon={(key) => folderIcon(expanded.has(key))}
          isNote={(key) => key.endsWith('\0')}
          onToggle={moving.toggle}
          onTake={moving.choose}
          onDoubleClick={moving.toggle}
        />
      </div>
      {shown?.target.hint !== undefined && <p className={styles['hint']}>{shown.target.hint}</p>}
    </PlainDialog>
  )
}

function folderIcon(isOpen: boolean) {
  return (
    <span className={styles['icon']}>
      <Icon of={isOpen ? FolderOpen : Folder} size={14} />
    </span>
  )
}
