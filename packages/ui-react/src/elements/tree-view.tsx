/**
 * A tree with the keyboard navigation of the ARIA practices. A name is edited inline: Enter and leaving the field commit
 * it, Escape restores it.
 */
import type { Rename } from '@basedeck/core'
import { renameSelection, treeEffect, treeRows, type TreeNode, type TreeRow } from '@basedeck/core/rules'
import { useStore } from '@nanostores/react'
import { ChevronRight, Ellipsis } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { NAME_TYPE } from './dragged-name.js'
import { Icon } from './icon.js'
import { Name } from './name.js'
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
}

export function TreeView(props: TreeViewProps) {
  const { nodes, open, chosen, renaming } = props
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
  const press = (event: KeyboardEvent, at: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    if (event.key === 'Delete' && props.onRemove) {
      event.preventDefault()
      return props.onRemove(at)
    }
    const effect = treeEffect(rows, at, event.key)
    if (!effect) return
    event.preventDefault()
    event.stopPropagation()
    if (effect.type === 'go') focus(effect.to)
    else if (effect.type === 'take') props.onTake(at)
    else if (effect.type === 'rename') props.onRename?.(at)
    else props.onToggle(at)
  }

  return (
    <ul ref={tree} role="tree" aria-label={props.label} className={styles['tree']}>
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
            aria-selected={row.key === chosen}
            tabIndex={row.key === reachable ? 0 : -1}
            className={styles['row']}
            style={{ paddingInlineStart: 4 + (row.level - 1) * 16 }}
            data-note={props.isNote?.(row.key) || undefined}
            data-drop={dropTarget === row.key || undefined}
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
              props.onMenu(row.key, event.currentTarget)
            }}
            onFocus={(event) => event.target === event.currentTarget && setFocused(row.key)}
            onKeyDown={(event) => press(event, row.key)}
            onClick={() => (props.onClick ?? props.onTake)(row.key)}
            onDoubleClick={() => props.onDoubleClick?.(row.key)}
          >
            <Twisty row={row} onToggle={props.onToggle} />
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
            {renaming?.key !== row.key && <MenuButton row={row} tree={props} />}
          </li>
        )}
      />
    </ul>
  )
}

function keyOf({ key }: TreeRow): string {
  return key
}

/** For mouse and touch: the keyboard has the menu key. */
function MenuButton({ row, tree }: { row: TreeRow; tree: TreeViewProps }) {
  const label = tree.menuLabel?.(row.key)
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
        if (item) tree.onMenu?.(row.key, item)
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

interface NameFieldProps {
  kind: 'file' | 'folder'
  label: string
  name: string
  rename: Rename
  /** The keyboard ended the renaming: the row takes the focus back. */
  onEnd(): void
}

function NameField({ kind, label, name, rename, onEnd }: NameFieldProps) {
  const typed = useStore(rename.$typed)
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') rename.commit()
    else rename.cancel()
    onEnd()
  }
  return (
    <input
      ref={kind === 'file' ? selectFileName : selectAll}
      aria-label={label}
      value={typed ?? name}
      autoComplete="off"
      spellCheck={false}
      className={styles['field']}
      onChange={(event) => rename.type(event.target.value)}
      onBlur={rename.commit}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={press}
    />
  )
}

// Both must keep their identity: they run when the field is mounted, and not again while it stays.
const selectFileName = (field: HTMLInputElement | null) => select(field, 'file')
const selectAll = (field: HTMLInputElement | null) => select(field, 'folder')

function select(field: HTMLInputElement | null, kind: 'file' | 'folder'): void {
  if (!field) return
  const { start, end } = renameSelection(field.value, kind)
  field.focus()
  field.setSelectionRange(start, end)
}

function rowIn(tree: HTMLElement | null, key: string): HTMLElement | null {
  return tree?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null
}
