// The menu of one column, below its head.
import { Menu } from '@base-ui/react/menu'

import { usePortalContainer } from '../../elements/portal-container.js'
import styles from '../../elements/menu.module.css'
import type { ColumnActions, ColumnText, GridColumn } from './grid-props.js'

export interface ColumnMenuTarget {
  column: GridColumn
  anchor: Element
}

interface ColumnMenuProps {
  /** Undefined while the menu is closed. */
  target: ColumnMenuTarget | undefined
  text: ColumnText
  actions: ColumnActions
  onClose(): void
}

export function ColumnMenu({ target, text, actions, onClose }: ColumnMenuProps) {
  const others = target ? (actions.othersOf?.(target.column.index) ?? []) : []
  return (
    <Menu.Root open={target !== undefined} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner
          className={styles['positioner']}
          anchor={target?.anchor ?? null}
          side="bottom"
          align="end"
        >
          <Menu.Popup className={styles['popup']}>
            {target &&
              itemsOf(target.column, text, actions).map(({ label, disabled, hint, run }) => (
                <Menu.Item
                  key={label}
                  className={styles['item']}
                  disabled={disabled ?? false}
                  title={hint}
                  onClick={run}
                >
                  {label}
                </Menu.Item>
              ))}
            {others.length > 0 && <Menu.Separator className={styles['separator']} />}
            {others.map(({ label, hint, run }) => (
              <Menu.Item
                key={label}
                className={styles['item']}
                disabled={hint !== undefined}
                title={hint}
                onClick={run}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function itemsOf(
  { index, isFrozen, sorted, sorting }: GridColumn,
  text: ColumnText,
  actions: ColumnActions,
): { label: string; disabled?: boolean; hint?: string; run(): void }[] {
  const sort = (descending: boolean) => () => actions.onSetSort([{ column: index, descending }])
  const order = sorting ? { disabled: !sorting.isPossible, hint: sorting.note } : {}
  return [
    { label: text.sortAscending, ...order, run: sort(false) },
    { label: text.sortDescending, ...order, run: sort(true) },
    ...(sorted ? [{ label: text.sortNone, run: () => actions.onSetSort([]) }] : []),
    ...(actions.onListValues ? [{ label: text.values, run: () => actions.onListValues?.(index) }] : []),
    { label: isFrozen ? text.unfreeze : text.freeze, run: () => actions.onToggleFrozen(index) },
    { label: text.hide, run: () => actions.onHide(index) },
  ]
}
