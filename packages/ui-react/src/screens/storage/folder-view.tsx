/**
 * One folder: its items, chosen, renamed and selected by mouse and keyboard. Items of other folders and files of the device can be
 * dropped onto it, and onto its folders.
 */
import type { BucketScreen, FolderColumn, FolderItem } from '@basedeck/core'
import { droppedFiles } from '@basedeck/core/browser'
import { NO_SELECTION, type TreeNode } from '@basedeck/core/rules'
import { storageText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useRef, useState, type DragEvent, type KeyboardEvent, type RefObject } from 'react'
import { isFocusFree } from '../../bind/is-focus-free.js'
import { useKeptInView } from '../../bind/use-kept-in-view.js'
import { useTopOn } from '../../bind/use-top-on.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { ListEnd } from '../../elements/list-end.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { RowMenu } from '../../elements/row-menu.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Time } from '../../elements/time.js'
import { TreeView } from '../../elements/tree-view.js'
import styles from './folder-view.module.css'
import { objectIcon } from './object-icon.js'

const text = storageText.list

/** The type of dragged items: which, and of which folder. */
const ITEMS_TYPE = 'application/x-basedeck-objects'
const NOTHING_OPEN: ReadonlySet<string> = new Set()

/** The folder that gets the focus when its items are there. */
export interface WantedFolder {
  want(folder: string): void
  /** Whether this is the wanted folder. It is wanted once. */
  isMet(folder: string): boolean
}

export interface FolderViewProps {
  screen: BucketScreen
  column: FolderColumn
  isList: boolean
  isLast: boolean
  /** The folder of the column before; null: there is none. */
  parent: string | null
  wanted: WantedFolder
  area: RefObject<HTMLElement | null>
}

export function FolderView(props: FolderViewProps) {
  const { screen, column, isList, isLast } = props
  const view = useStore(column.$view)
  const { disabled } = useStore(screen.$mayChange)
  const [target, setTarget] = useState<string | null>(null)
  const words = useStore(screen.$words)
  const chosen = useStore(screen.$chosen).get(column.folder) ?? null
  const scroll = useTopOn<HTMLDivElement>(isLast ? words : '')
  const dropped = (event: DragEvent) => {
    const key = folderKeyAt(event)
    return key === '' ? column.folder : [column.folder, key.slice(0, -1)].filter(Boolean).join('/')
  }
  const over = (event: DragEvent) => {
    const { types } = event.dataTransfer
    if (disabled || !(types.includes('Files') || types.includes(ITEMS_TYPE))) return
    event.preventDefault()
    event.dataTransfer.dropEffect = types.includes(ITEMS_TYPE) ? 'move' : 'copy'
    setTarget(folderKeyAt(event))
  }
  const drop = (event: DragEvent) => {
    setTarget(null)
    if (disabled) return
    event.preventDefault()
    const folder = dropped(event)
    const moved = event.dataTransfer.getData(ITEMS_TYPE)
    if (moved === '')
      return void droppedFiles(event.dataTransfer).then((files) => screen.upload(files, folder))
    const { from, keys } = JSON.parse(moved) as { from: string; keys: string[] }
    screen.drop(from, keys, folder)
  }
  return (
    <div
      className={styles['column']}
      data-list={isList || undefined}
      data-last={isLast || undefined}
      data-drop={target === '' || undefined}
      // A new column is scrolled into sight, and one that the details of its file left no room for.
      ref={useKeptInView<HTMLDivElement>(isLast && !isList, chosen)}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setTarget(null)
      }}
      onDrop={drop}
    >
      {isList && <ListHead screen={screen} />}
      <div ref={scroll} className={styles['scroll']} aria-busy={view.status === 'ready' && view.isOutdated}>
        {view.status === 'loading' && (
          <div className={styles['instead']}>
            <Skeleton label={text.loading} lines={6} />
          </div>
        )}
        {view.status === 'failed' && (
          <LoadFailure title={view.message} message={view.message} onRetry={view.retry} />
        )}
        {view.status === 'ready' &&
          (view.items.length === 0 ? (
            <Empty {...props} />
          ) : (
            <Items {...props} items={view.items} chosen={chosen} target={target} />
          ))}
        {view.status === 'ready' && view.hasMore && (
          <ListEnd
            label={text.more}
            loadingLabel={text.loading}
            isLoading={view.isLoadingMore}
            problem={view.problem}
            onMore={column.loadMore}
          />
        )}
      </div>
    </div>
  )
}

function Empty({ screen, column, wanted }: FolderViewProps) {
  const words = useStore(screen.$search)
  const folder = useStore(screen.$folder)
  const { disabled } = useStore(screen.$mayChange)
  wanted.isMet(column.folder)
  if (words.trim() !== '' && folder === column.folder)
    return <p className={styles['instead']}>{text.noMatch}</p>
  return <EmptyState title={text.empty} body={disabled ? text.emptyReadOnly : text.emptyBody} />
}

interface ItemsProps extends FolderViewProps {
  items: readonly FolderItem[]
  /** The key of the item that is open. */
  chosen: string | null
  target: string | null
}

function Items({ screen, column, items, chosen, isList, parent, wanted, area, target }: ItemsProps) {
  const { folder } = column
  const selected = useStore(screen.$selection)
  const naming = useStore(screen.$naming)
  const { disabled } = useStore(screen.$mayChange)
  const [menu, setMenu] = useState<{ key: string; row: HTMLElement } | null>(null)
  /** The name that was typed last; its row takes the focus of the one that it replaces. */
  const typed = useRef<string | null>(null)
  const followName = (element: HTMLElement | null) => {
    if (!element || typed.current === null || !isFocusFree()) return
    const name = typed.current
    const row = [...element.querySelectorAll<HTMLElement>('[role=treeitem]')].find(
      ({ dataset }) => dataset['key'] === name || dataset['key'] === `${name}/`,
    )
    if (!row) return
    typed.current = null
    row.focus()
  }
  const byKey = useMemo(() => new Map(items.map((item) => [item.key, item])), [items])
  const nodes = useMemo(
    () =>
      items.map(({ key, name, size }): TreeNode => ({
        key,
        label: name,
        ...(isList || size === '' ? {} : { detail: size }),
      })),
    [items, isList],
  )
  const isReady = (key: string) => {
    const status = byKey.get(key)?.status
    return status === 'ready' || status === 'corrupted'
  }
  const take = (key: string) => {
    // The list shows the opened folder in the place of this one.
    if (isList && byKey.get(key)?.kind === 'folder') wanted.want(inside(folder, key))
    screen.choose(folder, key)
  }
  /** A folder that is not shown yet gets the focus when its items are there. */
  const focusIn = (wantedFolder: string) => {
    const column = [...(area.current?.querySelectorAll<HTMLElement>('[data-folder]') ?? [])].find(
      ({ dataset }) => dataset['folder'] === wantedFolder,
    )
    const row = column?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')
    if (row) row.focus()
    else wanted.want(wantedFolder)
  }
  const remember = ({ target: from, key }: KeyboardEvent) => {
    typed.current = from instanceof HTMLInputElement && key === 'Enter' ? from.value.trim() : null
  }
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey || event.shiftKey) return
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-key]') : null
    const key = row?.dataset['key']
    if (event.key === 'ArrowRight' && key !== undefined && byKey.get(key)?.kind === 'folder') {
      event.preventDefault()
      screen.choose(folder, key)
      focusIn(inside(folder, key))
    } else if (event.key === 'ArrowLeft' && !isList && parent !== null) {
      event.preventDefault()
      focusIn(parent)
    } else if (event.key === 'Backspace' && folder !== '') {
      event.preventDefault()
      const above = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
      screen.open(above)
      focusIn(above)
    }
  }
  return (
    <div
      role="presentation"
      data-folder={folder}
      // It appeared by a key, or took the place of another folder: the focus follows.
      ref={(element) => {
        followName(element)
        if (!element || !wanted.isMet(folder)) return
        element.querySelector<HTMLElement>('[role=treeitem]')?.focus()
      }}
      className={styles['items']}
      onKeyDownCapture={remember}
      onMouseDownCapture={() => (typed.current = null)}
      onKeyDown={press}
      onDragStart={(event) => {
        const key = rowKeyAt(event)
        if (key === undefined) return
        event.dataTransfer.effectAllowed = 'move'
        const keys = screen.draggedWith(folder, key)
        event.dataTransfer.setData(ITEMS_TYPE, JSON.stringify({ from: folder, keys }))
      }}
    >
      <TreeView
        label={text.label(column.name)}
        isFlat
        nodes={nodes}
        open={NOTHING_OPEN}
        chosen={chosen}
        renaming={naming?.folder === folder ? naming : undefined}
        multiple={{
          selection: selected?.folder === folder ? selected.selection : NO_SELECTION,
          maySelect: isReady,
          onSelect: (selection) => screen.select(folder, selection),
        }}
        dropTarget={target}
        icon={(key) => itemIcon(byKey.get(key))}
        {...(isList ? { end: (key: string) => cellsOf(byKey.get(key)) } : {})}
        menuLabel={(key) => (isReady(key) ? text.menu(byKey.get(key)?.name ?? '') : undefined)}
        onMenu={(key, row) => setMenu({ key, row })}
        mayDrag={(key) => !disabled && isReady(key)}
        onToggle={take}
        onTake={take}
        onRename={(key) => screen.rename(folder, key)}
        onRemove={(key) => screen.remove(folder, key)}
      />
      <RowMenu
        label={text.menu(menu ? (byKey.get(menu.key)?.name ?? '') : '')}
        anchor={menu?.row ?? null}
        actions={menu ? screen.actionsOf(folder, menu.key) : []}
        onClose={() => setMenu(null)}
      />
    </div>
  )
}

function itemIcon(item: FolderItem | undefined) {
  if (!item) return null
  const { kind, status } = item
  return (
    <span
      className={styles['icon']}
      data-status={status}
      title={status === 'corrupted' ? text.corrupted : status === 'loading' ? text.loading : undefined}
    >
      <Icon of={objectIcon(kind, status)} size={14} />
    </span>
  )
}

/** The columns of the list behind the name. */
function cellsOf(item: FolderItem | undefined) {
  return (
    <span className={styles['cells']}>
      <span className={styles['size']}>{item?.size}</span>
      <span className={styles['type']}>{item?.type}</span>
      <span className={styles['time']}>{item?.modified && <Time at={item.modified} />}</span>
    </span>
  )
}

/** The names of the list's columns; those that sort do so by a click. */
function ListHead({ screen }: { screen: BucketScreen }) {
  const { sortBy, sortByOrder } = useStore(screen.$preference)
  const heading = (column: string, label: string) => (
    <button
      type="button"
      className={styles['sort']}
      aria-pressed={sortBy === column}
      onClick={() =>
        sortBy === column ? screen.setOrder(sortByOrder === 'asc' ? 'desc' : 'asc') : screen.sortBy(column)
      }
    >
      {label}
      {sortBy === column && <Icon of={sortByOrder === 'asc' ? ArrowUp : ArrowDown} size={12} />}
    </button>
  )
  return (
    <div className={styles['head']}>
      {heading('name', text.name)}
      <span className={styles['cells']}>
        <span className={styles['size']}>{text.size}</span>
        <span className={styles['type']}>{text.type}</span>
        <span className={styles['time']}>{heading('updated_at', text.modified)}</span>
      </span>
    </div>
  )
}

function inside(folder: string, key: string): string {
  return [folder, key.replace(/\/$/, '')].filter(Boolean).join('/')
}

function rowKeyAt({ target }: { target: EventTarget }): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined
}

/** The key of the folder under the pointer; empty: what is dropped goes into the column's own. */
function folderKeyAt(event: DragEvent): string {
  const key = rowKeyAt(event)
  return key?.endsWith('/') ? key : ''
}
