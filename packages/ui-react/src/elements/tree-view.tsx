/**
 * A tree with the keyboard navigation of the ARIA practices. A name is edited inline: Enter and leaving the field commit
 * it, Escape restores it; a refused one stays, with the reason below it.
 */
import type { Rename } from '@basedeck/core'
import {
  NO_SELECTION,
  rangeSelection,
  toggledSelection,
  treeEffect,
  treeRows,
  wholeSelection,
  type TreeNode,
  type TreeRow,
  type TreeSelection,
} from '@basedeck/core/rules'
import { ChevronRight, Ellipsis } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useFocusHeir } from '../bind/use-focus-heir.js'
import { NAME_TYPE } from './dragged-name.js'
import { Icon } from './icon.js'
import { Name } from './name.js'
import { NameField } from './tree-name-field.js'
import styles from './tree-view.module.css'
import { VirtualList } from './virtual-list.js'

/** Pixels, as in the style sheet. */
const ROW_HEIGHT = 28

export interface TreeViewProps {
  /** The tree's name. */
  label: string
  nodes: readonly TreeNode[]
  /** The expanded branches. */
  open: ReadonlySet<string>
  /** The node whose content is shown elsewhere. */
  chosen: string | null
  /** Several rows can be selected together; absent: they can't. */
  multiple?: {
    selection: TreeSelection
    maySelect(key: string): boolean
    onSelect(selection: TreeSelection): void
  }
  onToggle(key: string): void
  /** Enter, Space, or a click that has no other meaning. */
  onTake(key: string): void
  /** Default: what Enter does. */
  onClick?(key: string): void
  onDoubleClick?(key: string): void
  /** F2; absent: no renaming. */
  onRename?(key: string): void
  /** The renaming that is under way. */
  renaming?: { key: string; kind: 'file' | 'folder'; label: string; rename: Rename } | undefined
  icon?(key: string): ReactNode
  /** At the end of a row, beside its menu's button. */
  end?(key: string): ReactNode
  /** The menu of a row was opened: by its button, the second mouse button, or the menu key. */
  onMenu?(key: string, row: HTMLElement): void
  /** Names the menu's button; undefined: the row has no menu. */
  menuLabel?(key: string): string | undefined
  /** Delete. */
  onRemove?(key: string): void
  mayDrag?(key: string): boolean
  /** The name that a dragged row inserts into SQL. */
  nameOf?(key: string): string | undefined
  /** A row was dropped onto another one. */
  onDrop?(key: string, onto: string): void
  /** A row that is only a note. */
  isNote?(key: string): boolean
  /** No row has others below it: no room is kept for arrows. */
  isFlat?: boolean
  /** The row onto which something from elsewhere would be dropped. */
  dropTarget?: string | null
}

export function TreeView(props: TreeViewProps) {
  const { nodes, open, chosen, renaming, multiple } = props
  const tree = useRef<HTMLUListElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const [dropTarget, setDropTarget] = useState<string | null>(null)
  const dragged = useRef<string | null>(null)
  const rows = useMemo(() => treeRows(nodes, open), [nodes, open])
  const isThere = (key: string | null) => rows.some((row) => row.key === key)
  // One row is in the tab order: the last focused, else the selected, else the first.
  const reachable = [focused, chosen].find(isThere) ?? rows[0]?.key

  const focus = (key: string) => {
    // A row out of view gets into the document by being the focused one.
    flushSync(() => setFocused(key))
    rowIn(tree.current, key)?.focus()
  }
  const heir = useFocusHeir(rows, focused, (key) => rowIn(tree.current, key)?.focus())
  const isSelecting = multiple !== undefined && multiple.selection.keys.size > 0
  const isSelected = (key: string) => (isSelecting ? multiple.selection.keys.has(key) : key === chosen)
  const selectable = () => rows.map(({ key }) => key).filter((key) => multiple?.maySelect(key))
  /** The row that is shown belongs to the selection that begins. */
  const begun = (): TreeSelection =>
    multiple && !isSelecting && chosen !== null && multiple.maySelect(chosen)
      ? { keys: new Set([chosen]), anchor: chosen }
      : (multiple?.selection ?? NO_SELECTION)
  const selectTo = (key: string) => multiple?.onSelect(rangeSelection(selectable(), begun(), key))
  const selectAlso = (key: string) =>
    multiple?.maySelect(key) && multiple.onSelect(toggledSelection(begun(), key))
  const clear = () => isSelecting && multiple.onSelect(NO_SELECTION)

  /** @returns whether the key selects rows */
  const pressSelecting = (event: KeyboardEvent, at: string): boolean => {
    if (!multiple || event.altKey) return false
    const isModified = event.ctrlKey || event.metaKey
    if (isModified && event.key === 'a') multiple.onSelect(wholeSelection(selectable()))
    else if (isModified && event.key === ' ') selectAlso(at)
    else if (!isModified && event.key === 'Escape' && isSelecting) clear()
    else if (!isModified && event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const effect = treeEffect(rows, at, event.key)
      if (effect?.type !== 'go') return false
      const from = begun()
      const anchored = from.anchor === null && multiple.maySelect(at) ? { ...from, anchor: at } : from
      focus(effect.to)
      if (multiple.maySelect(effect.to)) multiple.onSelect(rangeSelection(selectable(), anchored, effect.to))
    } else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const click = (event: MouseEvent, key: string) => {
    if (multiple && event.shiftKey && multiple.maySelect(key)) return selectTo(key)
    if (multiple && (event.ctrlKey || event.metaKey)) return selectAlso(key)
    clear()
    ;(props.onClick ?? props.onTake)(key)
  }
  const openMenu = (key: string, row: HTMLElement) => {
    if (!isSelected(key)) clear()
    props.onMenu?.(key, row)
  }
  const press = (event: KeyboardEvent, at: string) => {
    if (event.target !== event.currentTarget || pressSelecting(event, at)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Delete' && props.onRemove) {
      event.preventDefault()
      return props.onRemove(at)
    }
    const effect = treeEffect(rows, at, event.key)
    if (!effect) return
    event.preventDefault()
    event.stopPropagation()
    if (effect.type === 'go') focus(effect.to)
    else if (effect.type === 'take') {
      clear()
      props.onTake(at)
    } else if (effect.type === 'rename') props.onRename?.(at)
    else props.onToggle(at)
  }

  return (
    <ul
      ref={tree}
      role="tree"
      data-pane-start
      aria-label={props.label}
      aria-multiselectable={multiple !== undefined || undefined}
      className={styles['tree']}
      data-flat={props.isFlat || undefined}
      {...heir}
    >
      <VirtualList
        items={rows}
        keyOf={keyOf}
        rowHeight={ROW_HEIGHT}
        kept={[reachable, renaming?.key]}
        renderGap={(attributes) => <li role="presentation" {...attributes} />}
        renderRow={(row, attributes) => (
          <li
            {...attributes}
            data-key={row.key}
            role="treeitem"
            aria-label={row.label}
            aria-level={row.level}
            aria-posinset={row.position}
            aria-setsize={row.siblings}
            aria-expanded={row.isOpen}
            aria-selected={isSelected(row.key)}
            tabIndex={row.key === reachable ? 0 : -1}
            className={styles['row']}
            style={{ paddingInlineStart: (props.isFlat ? 8 : 4) + (row.level - 1) * 16 }}
            data-note={props.isNote?.(row.key) || undefined}
            data-drop={dropTarget === row.key || props.dropTarget === row.key || undefined}
            draggable={(renaming?.key !== row.key && props.mayDrag?.(row.key)) || undefined}
            onDragStart={(event) => {
              dragged.current = row.key
              const name = props.nameOf?.(row.key)
              event.dataTransfer.effectAllowed = name === undefined ? 'move' : 'copy'
              event.dataTransfer.setData('text/plain', name ?? row.label)
              if (name !== undefined) event.dataTransfer.setData(NAME_TYPE, name)
            }}
            onDragEnd={() => {
              dragged.current = null
              setDropTarget(null)
            }}
            onDragOver={(event) => {
              if (dragged.current === null || dragged.current === row.key || !props.onDrop) return
              event.preventDefault()
              setDropTarget(row.key)
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged.current !== null) props.onDrop?.(dragged.current, row.key)
              setDropTarget(null)
            }}
            onContextMenu={(event) => {
              if (!props.onMenu || props.menuLabel?.(row.key) === undefined) return
              event.preventDefault()
              openMenu(row.key, event.currentTarget)
            }}
            onFocus={(event) => event.target === event.currentTarget && setFocused(row.key)}
            onKeyDown={(event) => press(event, row.key)}
            onClick={(event) => click(event, row.key)}
            onDoubleClick={() => props.onDoubleClick?.(row.key)}
          >
            {props.isFlat !== true && <Twisty row={row} onToggle={props.onToggle} />}
            {props.icon?.(row.key)}
            {renaming?.key === row.key ? (
              <NameField
                kind={renaming.kind}
                label={renaming.label}
                rename={renaming.rename}
                name={row.label}
                onEnd={() => focus(row.key)}
              />
            ) : (
              <Name>{row.label}</Name>
            )}
            {renaming?.key !== row.key && row.detail !== undefined && (
              <small className={styles['detail']}>{row.detail}</small>
            )}
            {renaming?.key !== row.key && props.end?.(row.key)}
            {renaming?.key !== row.key && (
              <MenuButton row={row} label={props.menuLabel?.(row.key)} onMenu={openMenu} />
            )}
          </li>
        )}
      />
    </ul>
  )
}

function keyOf({ key }: TreeRow): string {
  return key
}

interface MenuButtonProps {
  row: TreeRow
  label: string | undefined
  onMenu(key: string, row: HTMLElement): void
}

/** For mouse and touch: the keyboard has the menu key. */
function MenuButton({ row, label, onMenu }: MenuButtonProps) {
  if (label === undefined) return null
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      aria-haspopup="menu"
      className={styles['menu']}
      onClick={(event) => {
        event.stopPropagation()
        const item = event.currentTarget.closest<HTMLElement>('[role=treeitem]')
        if (item) onMenu(row.key, item)
      }}
    >
      <Icon of={Ellipsis} size={14} />
    </button>
  )
}

/** For the mouse only: the keyboard expands by the arrow keys. */
function Twisty({ row, onToggle }: { row: TreeRow; onToggle(key: string): void }) {
  if (row.isOpen === undefined) return <span className={styles['twisty']} />
  return (
    <span
      aria-hidden
      className={styles['twisty']}
      data-open={row.isOpen}
      onClick={(event) => {
        event.stopPropagation()
        onToggle(row.key)
      }}
    >
      <Icon of={ChevronRight} size={14} />
    </span>
  )
}

function rowIn(tree: HTMLElement | null, key: string): HTMLElement | null {
  return tree?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null
}
