// The rows of a result, and what is done with them in their place.
import type { QueryPane, ResultTab } from '@basedeck/core'
import { readableRows } from '@basedeck/core/rules'
import { sqlResultsText as text, tableEditText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useMemo, useRef } from 'react'
import { isFocusFree } from '../../bind/is-focus-free.js'
import { useFocusAfter } from '../../bind/use-focus-after.js'
import { Button } from '../../elements/button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { LazyDataGrid } from '../../widgets/data-grid/lazy-data-grid.js'
import { chosenCell } from '../../widgets/data-grid/grid-position.js'
import { EditBar } from '../editing/edit-bar.js'
import { EditDialogs } from '../editing/edit-dialogs.js'
import { CellPanel } from '../parts/cell-panel.js'
import { GRID_TEXT } from '../parts/grid-text.js'
import { ColumnValues } from './column-values.js'
import { FindBar } from './find-bar.js'
import styles from './sql-editor.module.css'

export function ResultGrid({
  screen,
  tab,
}: {
  screen: QueryPane
  tab: Extract<ResultTab, { kind: 'result' }>
}) {
  const goTo = useStore(screen.$goTo)
  const hasFilters = useStore(screen.$hasFilters)
  const edited = useStore(screen.$edited)
  // Another object draws each cell in view again.
  const changes = edited?.editing
  const editing = useMemo(
    () => changes && { text: tableEditText, ...changes, cutRange: screen.cutRange },
    [changes, screen],
  )
  const isNoneShown = useStore(screen.$isNoneShown)
  const area = useRef<HTMLDivElement>(null)
  const focusCell = () => chosenCell(area.current)?.focus()
  // A press on the button below takes the button away.
  useFocusAfter(isNoneShown, () => {
    if (isFocusFree()) area.current?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus()
  })
  const actions = useMemo(
    () => ({
      onSort: screen.sortBy,
      onSetSort: screen.setSort,
      onFilter: screen.setFilter,
      onListValues: screen.listValues,
      onHide: screen.hideColumn,
      onToggleFrozen: screen.toggleFrozen,
      onMove: screen.moveColumn,
      onResize: screen.resizeColumn,
    }),
    [screen],
  )
  return (
    <>
      <FindBar screen={screen} />
      <div ref={area} className={styles['gridArea']} data-saves-rows={edited ? '' : undefined}>
        <div className={styles['grid']}>
          <LazyDataGrid
            key={tab.key}
            label={tab.label}
            columns={tab.grid.columns}
            rows={readableRows(tab.grid)}
            rowCount={tab.shown}
            isCut={tab.grid.isCut}
            text={GRID_TEXT}
            columnText={text}
            actions={actions}
            hasFilters={hasFilters}
            goTo={goTo}
            onSelect={screen.select}
            onChoose={screen.followCell}
            onFind={screen.openSearch}
            onCopyCell={(row, column) => void screen.copyCell(row, column)}
            onCopyRow={(row) => void screen.copyRow(row)}
            onCopyRange={(range) => void screen.copyRange(range)}
            onCopyRangeAs={(format, range) => void screen.copyRangeAs(format, range)}
            onOpenCell={screen.viewCell}
            {...(editing && edited ? { editing, marks: edited.grid } : {})}
          />
          {isNoneShown && (
            <div className={styles['noneShown']}>
              <EmptyState title={text.noMatch} {...(tab.grid.hasCut ? { body: text.noMatchCut } : {})}>
                <Button onClick={screen.clearFilters}>{text.clearFilters}</Button>
              </EmptyState>
            </div>
          )}
        </div>
        <CellPanel screen={screen} area={area} focusCell={focusCell} />
      </div>
      {edited && (
        <>
          <EditBar editing={edited.editing} />
          <EditDialogs editing={edited.editing} />
        </>
      )}
      <ColumnValues screen={screen} />
    </>
  )
}
