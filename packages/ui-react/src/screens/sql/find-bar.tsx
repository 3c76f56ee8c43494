// The field that looks for a text in the cells, with the way from one to the next.
import type { QueryPane } from '@basedeck/core'
import { sqlResultsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import styles from './find-bar.module.css'

export function FindBar({ screen }: { screen: QueryPane }) {
  const search = useStore(screen.$view)?.search
  const tab = useStore(screen.$activeTab)
  const part = tab.kind === 'result' && tab.result.truncated ? text.inPart(tab.result.rows.length) : null
  if (!search) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') screen.closeSearch()
    else if (event.key !== 'Enter') return
    else if (event.shiftKey) screen.searchPrevious()
    else screen.searchNext()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div role="search" className={styles['bar']}>
      <input
        className={styles['field']}
        type="text"
        aria-label={text.findLabel}
        placeholder={text.findLabel}
        value={search.text}
        autoComplete="off"
        spellCheck={false}
        // The bar opens by a key or a button: one wants to write.
        ref={focus}
        onChange={(event) => screen.search(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={styles['count']}>
        {search.total === 0 && search.text !== '' && text.notFound}
        {search.at !== null && search.total !== null && text.found(search.at + 1, search.total)}
        {search.total !== null && search.text !== '' && part !== null && ` ${part}`}
      </span>
      <IconButton
        label={text.findPrevious}
        icon={<Icon of={ChevronUp} size={14} />}
        onClick={screen.searchPrevious}
      />
      <IconButton
        label={text.findNext}
        icon={<Icon of={ChevronDown} size={14} />}
        onClick={screen.searchNext}
      />
      <IconButton label={text.findClose} icon={<Icon of={X} size={14} />} onClick={screen.closeSearch} />
    </div>
  )
}

function focus(field: HTMLInputElement | null): void {
  field?.focus()
}
