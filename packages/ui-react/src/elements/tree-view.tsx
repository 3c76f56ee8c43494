/**
 * A tree that the keyboard walks as the ARIA practices say. A name is changed in place: Enter and leaving the field commit
 * it, Escape restores it.
 */
import {
  renameSelection,
  treeEffect,
  treeRows,
  type Rename,
  type TreeNode,
  type TreeRow,
} from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { ChevronRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Icon } from './icon.js'
import { Name } from './name.js'
import styles from './tree-view.module.css'

export interface TreeViewProps {
  /** The tree's name. */
  label: string
  nodes: readonly TreeNode[]
  /** The branches that are open. */
  open: ReadonlySet<string>
  /** The node whose content is shown elsewhere. */
  chosen: string | null
  onToggle(key: string): void
  /** Enter, Space, a click. */
  onTake(key: string): void
  /** F2; absent: names stay. */
  onRename?(key: string): void
  /** The renaming that is under way. */
  renaming?: { key: string; kind: 'file' | 'folder'; label: string; rename: Rename } | undefined
  icon?(key: string): ReactNode
}

export function TreeView(props: TreeViewProps) {
  const { nodes, open, chosen, renaming } = props
  const tree = useRef<HTMLUListElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const rows = treeRows(nodes, open)
  const isThere = (key: string | null) => rows.some((row) => row.key === key)
  // One row can be reached by Tab: where one was, else what is chosen, else the first.
  const reachable = [focused, chosen].find(isThere) ?? rows[0]?.key

  const focus = (key: string) => {
    setFocused(key)
    rowIn(tree.current, key)?.focus()
  }
  const press = (event: KeyboardEvent, at: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
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
      {rows.map((row) => (
        <li
          key={row.key}
          data-key={row.key}
          role="treeitem"
          aria-level={row.level}
          aria-posinset={row.position}
          aria-setsize={row.siblings}
          aria-expanded={row.isOpen}
          aria-selected={row.key === chosen}
          tabIndex={row.key === reachable ? 0 : -1}
          className={styles['row']}
          style={{ paddingInlineStart: 4 + (row.level - 1) * 16 }}
          onFocus={(event) => event.target === event.currentTarget && setFocused(row.key)}
          onKeyDown={(event) => press(event, row.key)}
          onClick={() => props.onTake(row.key)}
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
        </li>
      ))}
    </ul>
  )
}

/** For the mouse alone: the keyboard opens and closes by the arrows. */
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
  /** The keyboard ended it: the row takes the focus back. */
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

// Both stay the same functions: they run when the field is put on the page, and not again while it stays.
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
