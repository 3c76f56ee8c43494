/** The tables of a schema beside the rows of one of them. */
import type { ListedTable, TableGridScreen } from '@basedeck/core'
import { catalogueText, pageTitles, shellText, structureText, tableText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFocusOfOpened } from '../../bind/focus-at-opening.js'
import { Link } from '../../bind/link.js'
import { useRoving } from '../../bind/use-roving.js'
import { CheckMenu } from '../../elements/check-menu.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { ListEnd } from '../../elements/list-end.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { SearchField } from '../../elements/search-field.js'
import { Select } from '../../elements/select.js'
import { Skeleton } from '../../elements/skeleton.js'
import { VirtualList, type RowAttributes } from '../../elements/virtual-list.js'
import { ListPanel } from '../../shell/list-panel.js'
import { tabIcon } from '../../shell/tab-icon.js'
import styles from './table-list.module.css'

const LABELS = { open: text.openList, close: text.closeList, resize: text.resizeList }
/** Pixels. */
const ROW_HEIGHT = 28

type Screen = Pick<TableGridScreen, 'list' | 'structure'>

export function TableList({ screen: { list, structure } }: { screen: Screen }) {
  return (
    <ListPanel
      label={text.list}
      title={pageTitles.tableEditor}
      text={LABELS}
      tabs="above"
      first={<NewTable structure={structure} />}
    >
      {(closeSheet) => (
        <>
          <Find list={list} structure={structure} />
          <Tables list={list} structure={structure} onOpen={closeSheet} />
        </>
      )}
    </ListPanel>
  )
}

function NewTable({ structure }: Pick<Screen, 'structure'>) {
  const { disabled, hint } = useStore(structure.panels.$mayChange)
  return (
    <IconButton
      label={structureText.newTable}
      hint={hint}
      icon={<Icon of={Plus} />}
      aria-disabled={disabled}
      onClick={() => !disabled && structure.newTable()}
    />
  )
}

function Find({ list, structure }: Screen) {
  const schema = useStore(list.$schema)
  return (
    <div className={styles['find']}>
      <div className={styles['schema']}>
        <Select
          label={text.schema}
          value={schema}
          choices={useStore(list.$schemas)}
          onChoose={list.chooseSchema}
        />
        <RowMenuButton label={structureText.schemaActions(schema)} actions={structure.schemaActions} />
      </div>
      <div className={styles['search']}>
        <SearchField label={text.searchTables} value={useStore(list.$search)} onChange={list.search} />
      </div>
      <div className={styles['choices']}>
        <CheckMenu
          name={catalogueText.kind}
          none={catalogueText.anyKind}
          values={useStore(list.$kinds)}
          choices={list.kinds}
          onChoose={list.filter}
        />
        <Select
          label={text.sortTables}
          value={useStore(list.$sort)}
          choices={list.sorts}
          onChoose={list.sortBy}
        />
      </div>
    </div>
  )
}

function Tables({ list, structure, onOpen }: Screen & { onOpen(): void }) {
  const roving = useRoving<HTMLUListElement>('down')
  const [focused, setFocused] = useState<string>()
  // Once: a later drawing must not move what the pointer is about to press.
  const [goOn] = useState(
    () => (element: HTMLDivElement | null) => void element?.scrollTo({ top: list.scrollTop }),
  )
  const view = useStore(list.$view)
  if (view.status === 'loading')
    return (
      <div className={styles['instead']}>
        <Skeleton label={shellText.loading} lines={6} />
      </div>
    )
  if (view.status === 'failed')
    return <LoadFailure title={text.tablesFailed} message={view.message} onRetry={view.retry} />
  if (view.status === 'empty') return <p className={styles['instead']}>{view.text}</p>
  const current = view.tables.find(({ isCurrent }) => isCurrent)?.id
  return (
    <div
      className={styles['scroll']}
      // A table opens a page with a list that is drawn from the start: it goes on where this one was.
      ref={goOn}
      onScroll={(event) => list.scrolled(event.currentTarget.scrollTop)}
    >
      <ul ref={roving} data-pane-start aria-label={text.list} className={styles['list']}>
        <VirtualList
          items={view.tables}
          keyOf={({ id }) => id}
          rowHeight={ROW_HEIGHT}
          kept={[current, focused]}
          renderGap={(attributes) => <li aria-hidden {...attributes} />}
          renderRow={(table, attributes) => (
            <Row
              table={table}
              structure={structure}
              attributes={attributes}
              onFocus={setFocused}
              onOpen={onOpen}
            />
          )}
        />
      </ul>
      {view.hasMore && (
        <ListEnd
          label={text.moreTables}
          loadingLabel={shellText.loading}
          isLoading={view.isLoadingMore}
          onMore={list.loadMore}
        />
      )}
    </div>
  )
}

interface RowProps extends Pick<Screen, 'structure'> {
  table: ListedTable
  attributes: RowAttributes
  onFocus(id: string): void
  onOpen(): void
}

function Row({ table, structure, attributes, onFocus, onOpen }: RowProps) {
  const focus = useFocusOfOpened()
  const { id, name, kind, kindName, rows, href, isCurrent } = table
  return (
    <li {...attributes} className={styles['row']}>
      <Link
        href={href}
        className={styles['table']}
        aria-current={isCurrent ? 'page' : undefined}
        ref={isCurrent ? (link) => void (link && focus.takes('entry') && link.focus()) : undefined}
        onFocus={() => onFocus(id)}
        onClick={(event) => {
          focus.wants(event)
          onOpen()
        }}
      >
        <span className={styles['icon']} title={kindName}>
          <Icon of={tabIcon(kind)} size={14} />
          <span className={styles['hidden']}>{`${kindName} `}</span>
        </span>
        <bdi className={styles['name']} title={name}>
          {name}
        </bdi>
        <span className={styles['rows']} title={rows === '' ? undefined : text.estimated}>
          {rows}
        </span>
      </Link>
      <span className={styles['menu']}>
        <RowMenuButton label={text.tableMenu(name)} actions={() => structure.actionsOf(table)} />
      </span>
    </li>
  )
}
