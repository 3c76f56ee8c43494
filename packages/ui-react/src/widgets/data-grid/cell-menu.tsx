// The menu of one cell, at the pointer or at the cell itself.
import { Menu } from '@base-ui/react/menu'
import { COPY_FORMATS, type CellRange, type CopyFormat, type NewValue } from '@basedeck/core/rules'
import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'

import { Icon } from '../../elements/icon.js'
import { usePortalContainer } from '../../elements/portal-container.js'
import styles from '../../elements/menu.module.css'
import rowStyles from '../../elements/row-menu.module.css'
import type { GridChange, GridEditing, OpenEditor } from './grid-editing.js'
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
  actions: DataGridProps['cellActions']
  /** Absent: the grid can only be read. */
  editing: GridEditing | undefined
  onEdit(row: number, column: number): void
  /** The cell that the focus returns to. */
  focusAfter(): HTMLElement | null
  onClose(): void
}

export function CellMenu({
  target,
  text,
  focusAfter,
  onClose,
  onCopyRangeAs,
  actions,
  editing,
  onEdit,
  ...copying
}: CellMenuProps) {
  const items = target ? itemsOf(target, text, copying) : []
  const others = target && actions ? actions(target.row, target.column) : []
  /** The editor has the focus: it must not go back to the cell. */
  const isEditing = useRef(false)
  const changes = target && editing ? changesOf(target, editing, onEdit) : []
  return (
    <Menu.Root open={target !== undefined} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner
          className={styles['positioner']}
          anchor={target?.anchor ?? null}
          side="bottom"
          align="start"
        >
          <Menu.Popup
            className={styles['popup']}
            finalFocus={() => {
              // An entry may have opened a panel, which has the focus by now.
              const stays = isEditing.current || isInDialog(document.activeElement)
              isEditing.current = false
              return stays ? false : focusAfter()
            }}
          >
            {items.map(({ label, run }) => (
              <Menu.Item key={label} className={styles['item']} onClick={run}>
                {label}
              </Menu.Item>
            ))}
            {target && <CopyAs text={text} onChoose={(format) => onCopyRangeAs(format, rangeOf(target))} />}
            {others.length > 0 && <Menu.Separator className={styles['separator']} />}
            {others.map(({ label, run }) => (
              <Menu.Item key={label} className={styles['item']} onClick={run}>
                {label}
              </Menu.Item>
            ))}
            {changes.length > 0 && <Menu.Separator className={styles['separator']} />}
            {changes.map(({ label, hint, disabled = false, run, opensEditor = false }) => (
              <Menu.Item
                key={label}
                className={styles['item']}
                disabled={disabled}
                onClick={() => {
                  isEditing.current = opensEditor
                  run()
                }}
              >
                <span>
                  {label}
                  {hint !== undefined && <small className={rowStyles['hint']}>{hint}</small>}
                </span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function isInDialog(element: Element | null): boolean {
  return element?.closest('[role=dialog]') != null
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

interface CellChange extends Omit<GridChange, 'disabled'> {
  disabled?: boolean
  /** The focus stays in the editor that it opens. */
  opensEditor?: boolean
}

/** What can be done with the cell alone, then with the rows of the block. */
function changesOf(
  target: CellMenuTarget,
  editing: GridEditing,
  onEdit: (row: number, column: number) => void,
): CellChange[] {
  const { row, column } = target
  const { text } = editing
  const open = editing.editorAt(row, column)
  const refusal = open ? null : editing.refusalAt(row, column)
  const edit = { label: text.edit, run: () => onEdit(row, column), opensEditor: true }
  const set = (label: string, value: NewValue) => ({
    label,
    run: () => void editing.setCell(row, column, value),
  })
  return [
    ...(open ? cellChanges(open, edit, set, text) : []),
    ...(refusal === null ? [] : [{ ...edit, disabled: true, hint: refusal }]),
    ...editing.rowChanges(rangeOf(target)),
  ]
}

function cellChanges(
  { canBeNull, hasDefault, hasEmptyText }: OpenEditor,
  edit: CellChange,
  set: (label: string, value: NewValue) => CellChange,
  text: GridEditing['text'],
): CellChange[] {
  return [
    edit,
    ...(canBeNull ? [set(text.setNull, { type: 'null' })] : []),
    ...(hasDefault ? [set(text.setDefault, { type: 'default' })] : []),
    ...(hasEmptyText ? [set(text.setEmpty, { type: 'text', text: '' })] : []),
  ]
}
