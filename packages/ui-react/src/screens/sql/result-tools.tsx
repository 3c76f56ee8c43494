// What is done with the rows of a result: filter fields, search, columns.
import type { QueryPane } from '@basedeck/core'
import { chartsText, sqlResultsText as text, sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChartLine, Columns3, Ellipsis, FilterX, ListFilter, Search } from 'lucide-react'
import { useState } from 'react'
import { ActionMenu, type ActionItem } from '../../elements/action-menu.js'
import { Button } from '../../elements/button.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { PlainDialog } from '../../elements/plain-dialog.js'
import { Popover } from '../../elements/popover.js'
import { SearchField } from '../../elements/search-field.js'
import { VirtualList } from '../../elements/virtual-list.js'
import styles from './result-tools.module.css'

export interface ResultToolsProps {
  screen: QueryPane
  /** Whether there is room for a button for each tool beside the tabs; without it they are in one menu. */
  isRoomy: boolean
}

export function ResultTools({ screen, isRoomy }: ResultToolsProps) {
  const hasRows = useStore(screen.$view) !== null
  if (!hasRows) return null
  return isRoomy ? <ToolButtons screen={screen} /> : <ToolMenu screen={screen} />
}

function ToolButtons({ screen }: { screen: QueryPane }) {
  const view = useStore(screen.$view)
  const hasFilters = useStore(screen.$hasFilters)
  const isChart = useStore(screen.$chart) !== null
  return (
    <div className={styles['tools']}>
      <IconButton
        label={chartsText.showAsChart}
        aria-pressed={isChart}
        icon={<Icon of={ChartLine} size={14} />}
        onClick={screen.toggleChart}
      />
      <IconButton
        label={text.filter}
        aria-pressed={hasFilters}
        icon={<Icon of={ListFilter} size={14} />}
        onClick={screen.toggleFilters}
      />
      {view !== null && view.filters.size > 0 && (
        <IconButton
          label={text.clearFilters}
          icon={<Icon of={FilterX} size={14} />}
          onClick={screen.clearFilters}
        />
      )}
      <IconButton label={text.find} icon={<Icon of={Search} size={14} />} onClick={screen.openSearch} />
      <Popover
        label={text.columnsLabel}
        trigger={<IconButton label={text.columns} icon={<Icon of={Columns3} size={14} />} />}
      >
        <ColumnList screen={screen} />
      </Popover>
    </div>
  )
}

function ToolMenu({ screen }: { screen: QueryPane }) {
  const view = useStore(screen.$view)
  const hasFilters = useStore(screen.$hasFilters)
  const [showsColumns, setShowsColumns] = useState(false)
  const closeColumns = () => setShowsColumns(false)
  const isChart = useStore(screen.$chart) !== null
  const items: ActionItem[] = [
    {
      label: isChart ? chartsText.showAsRows : chartsText.showAsChart,
      icon: <Icon of={ChartLine} size={14} />,
      onChoose: screen.toggleChart,
    },
    {
      label: hasFilters ? text.hideFilters : text.filter,
      icon: <Icon of={ListFilter} size={14} />,
      onChoose: screen.toggleFilters,
    },
    {
      label: text.clearFilters,
      icon: <Icon of={FilterX} size={14} />,
      isOff: !view || view.filters.size === 0,
      onChoose: screen.clearFilters,
    },
    { label: text.find, icon: <Icon of={Search} size={14} />, onChoose: screen.openSearch },
    { label: text.columns, icon: <Icon of={Columns3} size={14} />, onChoose: () => setShowsColumns(true) },
  ]
  return (
    <>
      <ActionMenu
        align="end"
        trigger={<IconButton label={text.tools} icon={<Icon of={Ellipsis} size={14} />} />}
        groups={[{ items }]}
      />
      <PlainDialog
        open={showsColumns}
        title={text.columnsLabel}
        buttons={<Button onClick={closeColumns}>{sqlText.close}</Button>}
        onClose={closeColumns}
      >
        <ColumnList screen={screen} onGo={closeColumns} />
      </PlainDialog>
    </>
  )
}

const NONE: readonly number[] = []
const numberOf = ({ index }: { index: number }) => index

function ColumnList({ screen, onGo }: { screen: QueryPane; onGo?(): void }) {
  const [words, setWords] = useState('')
  const columns = useStore(screen.$allColumns)
  const wanted = words.trim().toLowerCase()
  const found = columns.filter(({ name }) => name.toLowerCase().includes(wanted))
  const [first] = found
  const goTo = (column: number) => {
    screen.goToColumn(column)
    onGo?.()
  }
  return (
    <form
      className={styles['columns']}
      onSubmit={(event) => {
        event.preventDefault()
        if (first) goTo(first.index)
      }}
    >
      <div className={styles['search']}>
        <SearchField label={text.searchColumns} value={words} onChange={setWords} />
      </div>
      {found.length === 0 && <p className={styles['none']}>{text.noColumn}</p>}
      <ul className={styles['list']}>
        <VirtualList
          items={found}
          keyOf={numberOf}
          rowHeight={28}
          kept={NONE}
          renderGap={(gap) => <li aria-hidden="true" className={styles['gap']} {...gap} />}
          renderRow={({ name, index, isHidden }, attributes) => (
            <li {...attributes}>
              <input
                type="checkbox"
                aria-label={text.show(name)}
                checked={!isHidden}
                onChange={() => (isHidden ? screen.showColumn(index) : screen.hideColumn(index))}
              />
              <button type="button" onClick={() => goTo(index)}>
                {name}
              </button>
            </li>
          )}
        />
      </ul>
      <button type="button" className={styles['reset']} onClick={screen.resetColumns}>
        {text.resetColumns}
      </button>
    </form>
  )
}
