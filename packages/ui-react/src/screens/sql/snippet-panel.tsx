/** The snippets of the project, and its tables, beside the editor. */
import type { SchemaTree, SnippetList } from '@basedeck/core'
import { NO_SELECTION, snippetRowOf } from '@basedeck/core/rules'
import { schemaTreeText, snippetText as text, pageTitles } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Ellipsis, FileCode, Folder, FolderOpen, FolderPlus, Plus, Star, Users, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ChoiceButton } from '../../elements/choice-button.js'
import { ChoiceMenu } from '../../elements/choice-menu.js'
import { Confirm } from '../../elements/confirm.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { RowMenu } from '../../elements/row-menu.js'
import { SearchField } from '../../elements/search-field.js'
import { Tabs } from '../../elements/tabs.js'
import { TreeView } from '../../elements/tree-view.js'
import { ListPanel } from '../../shell/list-panel.js'
import { SchemaTreeView } from './schema-tree-view.js'
import styles from './snippet-panel.module.css'

export interface SnippetPanelProps {
  list: SnippetList
  /** The tables of the project; undefined while they load. */
  tree: SchemaTree | undefined
}

export function SnippetPanel({ list, tree }: SnippetPanelProps) {
  const [tab, setTab] = useState('queries')
  return (
    <>
      <ListPanel
        label={text.panel}
        title={pageTitles.sqlEditor}
        text={text}
        tabs="below"
        first={<IconButton label={text.newQuery} icon={<Icon of={Plus} />} onClick={list.newQuery} />}
        more={<IconButton label={text.newFolder} icon={<Icon of={FolderPlus} />} onClick={list.newFolder} />}
      >
        {(closeSheet) => (
          <Tabs label={schemaTreeText.tabs} tabs={TABS} active={tab} onOpen={setTab}>
            {tab === 'tables' ? (
              tree && <SchemaTreeView tree={tree} />
            ) : (
              <Queries list={list} onShow={closeSheet} />
            )}
          </Tabs>
        )}
      </ListPanel>
      <Confirm
        question={list.folderDeletion}
        title={({ name }) => text.deleteFolder(name)}
        confirmLabel={text.deleteFolderConfirm}
      >
        <p>{text.deleteFolderBody}</p>
      </Confirm>
    </>
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
