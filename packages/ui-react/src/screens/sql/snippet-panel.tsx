/** The snippets of the project beside the editor: resizable or collapsed; on a small screen it covers the page. */
import { SIDE_MENU_WIDTH, type SchemaTree, type SnippetList } from '@basedeck/core'
import { NO_SELECTION, snippetRowOf } from '@basedeck/core/rules'
import { schemaTreeText, snippetText as text, pageTitles } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import {
  Ellipsis,
  FileCode,
  Folder,
  FolderOpen,
  FolderPlus,
  PanelLeftClose,
  PanelLeftOpen,
  Plus,
  Star,
  Users,
  X,
} from 'lucide-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { FOLDED, useMedia } from '../../bind/use-media.js'
import { ChoiceButton } from '../../elements/choice-button.js'
import { ChoiceMenu } from '../../elements/choice-menu.js'
import { Confirm } from '../../elements/confirm.js'
import { EdgeHandle } from '../../elements/edge-handle.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { RowMenu } from '../../elements/row-menu.js'
import { SearchField } from '../../elements/search-field.js'
import { Tabs } from '../../elements/tabs.js'
import { TreeView } from '../../elements/tree-view.js'
import { SchemaTreeView } from './schema-tree-view.js'
import styles from './snippet-panel.module.css'

export interface SnippetPanelProps {
  list: SnippetList
  /** The tables of the project; undefined while they load. */
  tree: SchemaTree | undefined
}

export function SnippetPanel({ list, tree }: SnippetPanelProps) {
  const { preferences } = useDeck()
  const isWanted = useStore(preferences.$snippetPanel) === 'open'
  const width = useStore(preferences.$snippetPanelWidth)
  // On a small screen it covers the page, and is closed at first.
  const [isSheetOpen, setSheetOpen] = useState(false)
  const isFolded = useMedia(FOLDED)
  const isOpen = isFolded ? isSheetOpen : isWanted
  const [tab, setTab] = useState('queries')
  const toggle = (label: string, open: boolean, className: string, onClick: () => void) => (
    <IconButton
      label={label}
      icon={<Icon of={open ? PanelLeftClose : PanelLeftOpen} />}
      aria-expanded={open}
      className={styles[className]}
      onClick={onClick}
    />
  )
  const label = (open: boolean) => (open ? text.close : text.open)
  return (
    <nav
      aria-label={text.panel}
      className={styles['panel']}
      data-open={isOpen}
      data-sheet={isSheetOpen}
      data-over={isFolded && isOpen}
      style={{ '--own-width': `${width}px` } as CSSProperties}
    >
      <header className={styles['header']}>
        <h2 className={styles['title']}>{pageTitles.sqlEditor}</h2>
        <IconButton label={text.newQuery} icon={<Icon of={Plus} />} onClick={list.newQuery} />
        <IconButton
          label={text.newFolder}
          icon={<Icon of={FolderPlus} />}
          className={styles['more']}
          onClick={list.newFolder}
        />
        {toggle(label(isOpen), isOpen, 'toggle', () =>
          isFolded ? setSheetOpen(!isOpen) : preferences.$snippetPanel.set(isOpen ? 'closed' : 'open'),
        )}
        {toggle(label(isSheetOpen), isSheetOpen, 'sheetToggle', () => setSheetOpen(!isSheetOpen))}
      </header>
      <div className={styles['body']}>
        <Tabs label={schemaTreeText.tabs} tabs={TABS} active={tab} onOpen={setTab}>
          {tab === 'tables' ? (
            tree && <SchemaTreeView tree={tree} />
          ) : (
            <Queries list={list} onShow={() => setSheetOpen(false)} />
          )}
        </Tabs>
      </div>
      {isOpen && !isFolded && (
        <EdgeHandle
          label={text.resize}
          width={width}
          {...SIDE_MENU_WIDTH}
          onResize={(wanted) => preferences.$snippetPanelWidth.set(wanted)}
        />
      )}
      <Confirm
        question={list.folderDeletion}
        title={({ name }) => text.deleteFolder(name)}
        confirmLabel={text.deleteFolderConfirm}
      >
        <p>{text.deleteFolderBody}</p>
      </Confirm>
    </nav>
  )
}

const TABS = [
  { key: 'queries', label: schemaTreeText.queriesTab },
  { key: 'tables', label: schemaTreeText.tab },
]

function Queries({ list, onShow }: { list: SnippetList; onShow(): void }) {
  const sort = useStore(list.$sort)
  return (
    <>
      <div className={styles['find']}>
        <div className={styles['search']}>
          <SearchField label={text.search} value={useStore(list.$search)} onChange={list.search} />
        </div>
        <ChoiceMenu
          value={sort}
          choices={list.sorts}
          onChoose={list.setSort}
          trigger={<ChoiceButton name={text.sort} value={text.sorts[sort]} />}
        />
      </div>
      <Tree list={list} onShow={onShow} />
    </>
  )
}

function Tree({ list, onShow }: { list: SnippetList; onShow: () => void }) {
  const failure = useStore(list.$failure)
  const open = useStore(list.$open)
  const [menu, setMenu] = useState<{ key: string; row: HTMLElement } | null>(null)
  const nodes = useStore(list.$nodes)
  const chosen = useStore(list.$chosen)
  const renaming = useStore(list.$renaming)
  const selection = useStore(list.$selection)
  if (failure)
    return <LoadFailure message={failure.message} title={text.listFailed} onRetry={failure.retry} />
  return (
    <div className={styles['tree']}>
      <Selected list={list} onMenu={(key, row) => setMenu({ key, row })} />
      <TreeView
        label={text.panel}
        nodes={nodes}
        open={open}
        chosen={chosen}
        renaming={renaming}
        multiple={{ selection, maySelect: list.maySelect, onSelect: list.select }}
        icon={(key) => rowIcon(key, open.has(key))}
        isNote={(key) => ['note', 'more'].includes(snippetRowOf(key).type)}
        menuLabel={(key) => (list.mayDrag(key) ? text.menu(labelOf(nodes, key)) : undefined)}
        onMenu={(key, row) => setMenu({ key, row })}
        onToggle={list.toggle}
        onTake={(key) => {
          list.take(key)
          if (snippetRowOf(key).type === 'snippet') onShow()
        }}
        onDoubleClick={list.keep}
        onRename={list.rename}
        onRemove={list.remove}
        mayDrag={list.mayDrag}
        onDrop={list.drop}
      />
      <RowMenu
        label={text.menu(menu ? labelOf(nodes, menu.key) : '')}
        anchor={menu?.row ?? null}
        actions={menu ? list.actionsOf(menu.key) : []}
        onClose={() => setMenu(null)}
      />
    </div>
  )
}

/** How many queries are selected, and what can be done to them. */
function Selected({ list, onMenu }: { list: SnippetList; onMenu(key: string, row: HTMLElement): void }) {
  const { keys } = useStore(list.$selection)
  const [first] = keys
  const isShown = first !== undefined && keys.size > 1
  return (
    <div role="status" className={styles['selected']} hidden={!isShown}>
      {isShown && (
        <>
          <span>{text.selected(keys.size)}</span>
          <IconButton
            label={text.selectedActions}
            icon={<Icon of={Ellipsis} size={14} />}
            aria-haspopup="menu"
            onClick={(event) => onMenu(first, event.currentTarget)}
          />
          <IconButton
            label={text.clearSelection}
            icon={<Icon of={X} size={14} />}
            onClick={() => list.select(NO_SELECTION)}
          />
        </>
      )}
    </div>
  )
}

function rowIcon(key: string, isOpen: boolean): ReactNode {
  const row = snippetRowOf(key)
  if (row.type === 'folder') return <Icon of={isOpen ? FolderOpen : Folder} size={14} />
  if (row.type !== 'snippet') return null
  if (row.in === 'favorites') return <Icon of={Star} size={14} />
  return <Icon of={row.in === 'shared' ? Users : FileCode} size={14} />
}

type Nodes = readonly { key: string; label: string; children?: Nodes }[]

function labelOf(nodes: Nodes, key: string): string {
  for (const node of nodes) {
    const label = node.key === key ? node.label : labelOf(node.children ?? [], key)
    if (label !== '') return label
  }
  return ''
}
