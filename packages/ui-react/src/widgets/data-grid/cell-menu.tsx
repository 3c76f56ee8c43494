// What can be done with one cell, at the pointer or at the cell itself.
import { Menu } from '@base-ui/react/menu'

import { useFloatingPlace } from '../../elements/floating-place.js'
import styles from '../../elements/menu.module.css'
import type { DataGridProps } from './grid-props.js'

/** A cell and where to show its menu: an element, or a point with a rectangle of its own. */
export interface CellMenuPlace {
  row: number
  column: number
  anchor: Element | { getBoundingClientRect(): DOMRect }
}

interface CellMenuProps extends Pick<DataGridProps, 'text' | 'onCopyCell' | 'onOpenCell'> {
  /** Undefined while the menu is closed. */
  place: CellMenuPlace | undefined
  /** The cell that gets the focus back. */
  focusAfter(): HTMLElement | null
  onClose(): void
}

export function CellMenu({ place, text, focusAfter, onClose, onCopyCell, onOpenCell }: CellMenuProps) {
  return (
    <Menu.Root open={place !== undefined} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Menu.Portal container={useFloatingPlace()}>
        <Menu.Positioner
          className={styles['positioner']}
          anchor={place?.anchor ?? null}
          side="bottom"
          align="start"
        >
          <Menu.Popup className={styles['popup']} finalFocus={focusAfter}>
            <Menu.Item
              className={styles['item']}
              onClick={() => place && onCopyCell(place.row, place.column)}
            >
              {text.copyCell}
            </Menu.Item>
            <Menu.Item
              className={styles['item']}
              onClick={() => place && onOpenCell(place.row, place.column)}
            >
              {text.viewCell}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
