// The head of a column: its name and type, how it orders the rows, its menu, and the field of its filter.
import {
  ArrowDown,
  ArrowUp,
  Asterisk,
  ChevronDown,
  KeyRound,
  Link2,
  ListFilter,
  Pin,
  Sigma,
} from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'

import { Icon } from '../../elements/icon.js'
import styles from './column-head.module.css'
import type { ColumnActions, ColumnText, GridColumn } from './grid-props.js'

export interface ColumnHeadProps {
  column: GridColumn
  actions: Pick<ColumnActions, 'onSort' | 'onFilter'>
  text: ColumnText
  hasFilters: boolean
  onOpenMenu(column: GridColumn, anchor: Element): void
}

const MARKS = { key: KeyRound, reference: Link2, made: Sigma, required: Asterisk }

export function ColumnHead({ column, actions, text, hasFilters, onOpenMenu }: ColumnHeadProps) {
  const { name, type, marks = [], index, sorted, filter, isFrozen } = column
  const onClick = (event: MouseEvent) =>
    actions.onSort(index, event.shiftKey || event.ctrlKey || event.metaKey)
  return (
    <div className={styles['head']}>
      <div className={styles['line']}>
        {/* The cell around it has the focus, and its keys do the same. */}
        <div role="presentation" className={styles['name']} onClick={onClick}>
          {marks.map((mark) => (
            <span key={mark} aria-hidden title={text.marks[mark]} className={styles['mark']}>
              <Icon of={MARKS[mark]} size={11} />
            </span>
          ))}
          {name} <span className={styles['type']}>{type}</span>
        </div>
        {isFrozen && (
          <span role="img" aria-label={text.frozen} title={text.frozen} className={styles['sign']}>
            <Icon of={Pin} size={12} />
          </span>
        )}
        {sorted && (
          <span className={styles['sign']}>
            <Icon of={sorted.descending ? ArrowDown : ArrowUp} size={12} />
            {sorted.rank}
          </span>
        )}
        {filter && (
          <span className={styles['sign']}>
            <Icon of={ListFilter} size={12} />
          </span>
        )}
        <button
          type="button"
          tabIndex={-1}
          className={styles['menu']}
          aria-label={text.columnMenu(name)}
          onClick={(event) => onOpenMenu(column, event.currentTarget)}
        >
          <Icon of={ChevronDown} size={12} />
        </button>
      </div>
      {hasFilters && (
        <input
          className={styles['filter']}
          type="text"
          aria-label={text.filterOf(name)}
          aria-invalid={filter?.problem !== undefined}
          title={filter?.problem ?? text.filterHint}
          placeholder={filter?.chosen ? `${filter.chosen.size} ✓` : ''}
          value={filter?.text ?? ''}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => actions.onFilter?.(index, event.target.value)}
          onKeyDown={keepKey}
        />
      )}
    </div>
  )
}

/** The grid around it moves by the same keys. */
function keepKey(event: KeyboardEvent): void {
  event.stopPropagation()
}
