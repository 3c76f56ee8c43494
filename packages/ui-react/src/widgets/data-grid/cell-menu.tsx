// The menu of one cell, at the pointer or at the cell itself.
import { Menu } from '@base-ui/react/menu'
import { COPY_FORMATS, type CellRange, type CopyFormat } from '@basedeck/core/rules'
import { ChevronRight } from 'lucide-react'

import { Icon } from '../../elements/icon.js'
import { usePortalContainer } from '../../elements/portal-container.js'
import styles from '../../elements/menu.module.css'
import type { DataGridProps } from './grid-props.js'

/** A cell and where to show its menu: an element, or a point with its rectangle. */
export interface CellMenuTarget {
  row: number
  column: number
  /** The block that the cell belongs to, when there is one. */
  range?: CellRange | undefined
  anchor: Element | { getBoundingClientRect(): DOMRect }
}

interface CellMenuProps extends Pick<
  DataGridProps,
  'text' | 'onCopyCell' | 'onCopyRow' | 'onCopyRange' | 'onCopyRangeAs' | 'onOpenCell'
> {
  /** Undefined while the menu is closed. */
  target: CellMenuTarget | undefined
  /** The cell that the focus returns to. */
  focusAfter(): HTMLElement | null
  onClose(): void
}

export function CellMenu({ target, text, focusAfter, onClose, onCopyRangeAs, ...actions }: CellMenuProps) {
  const items = target ? itemsOf(target, text, actions) : []
  return (
    <Menu.Root open={target !== undefined} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner
          className={styles['positioner']}
          anchor={target?.anchor ?? null}
          side="bottom"
          align="start"
        >
          <Menu.Popup className={styles['popup']} finalFocus={focusAfter}>
            {items.map(({ label, run }) => (
              <Menu.Item key={label} className={styles['item']} onClick={run}>
                {label}
              </Menu.Item>
            ))}
            {target && <CopyAs text={text} onChoose={(format) => onCopyRangeAs(format, rangeOf(target))} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function CopyAs({ text, onChoose }: Pick<CellMenuProps, 'text'> & { onChoose(format: CopyFormat): void }) {
  const container = usePortalContainer()
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={styles['item']}>
        {text.copyAs}
        <Icon of={ChevronRight} size={14} />
      </Menu.SubmenuTrigger>
      <Menu.Portal container={container}>
        <Menu.Positioner className={styles['positioner']}>
          <Menu.Popup className={styles['popup']}>
            {COPY_FORMATS.map((format) => (
              <Menu.Item key={format} className={styles['item']} onClick={() => onChoose(format)}>
                {text.copyFormats[format]}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  )
}

/** Of a cell outside of the block, the cell alone. */
function rangeOf({ row, column, range }: CellMenuTarget): CellRange {
  return range ?? { top: row, bottom: row, left: column, right: column }
}

function itemsOf(
  { row, column, range }: CellMenuTarget,
  text: CellMenuProps['text'],
  {
    onCopyCell,
    onOpenCell,
    onCopyRow,
    onCopyRange,
  }: Pick<CellMenuProps, 'onCopyCell' | 'onOpenCell' | 'onCopyRow' | 'onCopyRange'>,
): { label: string; run(): void }[] {
  return [
    { label: text.copyCell, run: () => onCopyCell(row, column) },
    ...(onOpenCell ? [{ label: text.viewCell, run: () => onOpenCell(row, column) }] : []),
    { label: text.copyRow, run: () => onCopyRow(row) },
    ...(range ? [{ label: text.copyRange, run: () => onCopyRange(range) }] : []),
  ]
}
