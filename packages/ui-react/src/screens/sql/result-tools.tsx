// What is done with the rows of a result: filter fields, search, columns.
import type { QueryPane } from '@basedeck/core'
import { sqlResultsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Columns3, FilterX, ListFilter, Search } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { Popover } from '../../elements/popover.js'
import { SearchField } from '../../elements/search-field.js'
import styles from './result-tools.module.css'

export function ResultTools({ screen }: { screen: QueryPane }) {
  const view = useStore(screen.$view)
  const hasFilters = useStore(screen.$hasFilters)
  if (!view) return null
  return (
    <div className={styles['tools']}>
      <IconButton
        label={text.filter}
        aria-pressed={hasFilters}
        icon={<Icon of={ListFilter} size={14} />}
        onClick={screen.toggleFilters}
      />
      {view.filters.size > 0 && (
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

function ColumnList({ screen }: { screen: QueryPane }) {
  const [words, setWords] = useState('')
  const columns = useStore(screen.$allColumns)
  const wanted = words.trim().toLowerCase()
  const found = columns.filter(({ name }) => name.toLowerCase().includes(wanted))
  const [first] = found
  return (
    <form
      className={styles['columns']}
      onSubmit={(event) => {
        event.preventDefault()
        if (first) screen.goToColumn(first.index)
      }}
    >
      <div className={styles['search']}>
        <SearchField label={text.searchColumns} value={words} onChange={setWords} />
      </div>
      {found.length === 0 && <p className={styles['none']}>{text.noColumn}</p>}
      <ul className={styles['list']}>
        {found.map(({ name, index, isHidden }) => (
          <li key={index}>
            <input
              type="checkbox"
              aria-label={text.show(name)}
              checked={!isHidden}
              onChange={() => (isHidden ? screen.showColumn(index) : screen.hideColumn(index))}
            />
            <button type="button" onClick={() => screen.goToColumn(index)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={styles['reset']} onClick={screen.resetColumns}>
        {text.resetColumns}
      </button>
    </form>
  )
}
