/** A menu of actions on a row of a list. A disabled action says why. */
import { Menu } from '@base-ui/react/menu'
import type { RowAction } from '@basedeck/core'
import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { useCloseUnderDialog } from '../bind/use-menu-state.js'
import { useFirstEscape } from '../bind/use-first-escape.js'
import { useLast } from '../bind/use-last.js'
import { usePortalContainer } from './portal-container.js'
import { Icon } from './icon.js'
import menuStyles from './menu.module.css'
import styles from './row-menu.module.css'

export interface RowMenuProps {
  label: string
  /** The row; null: closed. */
  anchor: HTMLElement | null
  actions: readonly RowAction[]
  onClose(): void
}

export function RowMenu({ label, anchor, actions, onClose }: RowMenuProps) {
  const chosen = useRef<RowAction>(undefined)
  const choose = (action: RowAction) => {
    chosen.current = action
  }
  const row = useLast(anchor)
  // A field that opened in the row keeps the focus.
  const focusAfter = () => row?.querySelector('input') ?? row
  // Runs when the menu has closed: until then it holds the focus.
  const runChosen = (isOpen: boolean) => {
    if (isOpen) return
    const action = chosen.current
    chosen.current = undefined
    action?.run()
  }
  useCloseUnderDialog(onClose)
  useFirstEscape(anchor !== null, onClose)
  return (
    <Menu.Root
      open={anchor !== null}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={runChosen}
    >
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={2}
          className={menuStyles['positioner']}
        >
          <Menu.Popup aria-label={label} finalFocus={focusAfter} className={menuStyles['popup']}>
            {actions.map((action) => (
              <Entry key={action.id} action={action} onChoose={choose} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Entry({ action, onChoose }: { action: RowAction; onChoose(action: RowAction): void }) {
  const container = usePortalContainer()
  if (action.choices && action.hint === undefined) {
    return (
      <Menu.SubmenuRoot>
        <Menu.SubmenuTrigger className={menuStyles['item']}>
          <span className={styles['label']}>{action.label}</span>
          <Icon of={ChevronRight} size={14} />
        </Menu.SubmenuTrigger>
        <Menu.Portal container={container}>
          <Menu.Positioner sideOffset={2} className={menuStyles['positioner']}>
            <Menu.Popup className={`${menuStyles['popup']} ${styles['choices']}`}>
              {action.choices.map((choice) => (
                <Entry key={choice.id} action={choice} onChoose={onChoose} />
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.SubmenuRoot>
    )
  }
  return (
    <Menu.Item
      disabled={action.hint !== undefined}
      className={menuStyles['item']}
      data-danger={action.isDangerous || undefined}
      onClick={() => onChoose(action)}
    >
      <span className={styles['label']}>
        {action.label}
        {action.hint !== undefined && <small className={styles['hint']}>{action.hint}</small>}
      </span>
    </Menu.Item>
  )
}
