/** The rows of a table: what orders and filters them above, where one is among them below. */
import type { TableGridScreen, TableGridView } from '@basedeck/core'
import { editKey, readableRows } from '@basedeck/core/rules'
import { sqlResultsText, tableEditText, tableText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useMemo, useRef, type KeyboardEvent } from 'react'
import { useFocusOfOpened } from '../../bind/focus-at-opening.js'
import { useIdleKeys } from '../../bind/use-idle-keys.js'
import { Button } from '../../elements/button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Name } from '../../elements/name.js'
import { Skeleton } from '../../elements/skeleton.js'
import { RouteErrorPage } from '../../shell/route-error.js'
import { chosenCell } from '../../widgets/data-grid/grid-position.js'
import { LazyDataGrid } from '../../widgets/data-grid/lazy-data-grid.js'
import { OpenedImport } from '../import/opened-import.js'
import { Gated } from '../parts/gated.js'
import { CellPanel } from '../parts/cell-panel.js'
import { GRID_TEXT } from '../parts/grid-text.js'
import { StructurePanels } from '../structure/structure-panels-view.js'
import { EditBar } from '../editing/edit-bar.js'
import { EditDialogs } from '../editing/edit-dialogs.js'
import { PeekPanel, RowPanel } from './row-panel.js'
import { RowPicker } from './row-picker.js'
import { TableFooter } from './table-footer.js'
import styles from './table-grid.module.css'
import { TableList } from './table-list.js'
import { TableToolbar } from './table-toolbar.js'

export function TableGrid({ screen }: { screen: TableGridScreen }) {
  const missing = useStore(screen.$missing)
  const thing = useStore(screen.$thing)
  useIdleKeys((event) => takeKey(screen.editing, event))
  if (missing) return <RouteErrorPage routeError={missing} />
  return (
    <section className={styles['page']}>
      <TableList screen={screen} />
      <div role="presentation" className={styles['table']} onKeyDown={editByKey(screen.editing)}>
        <h1 className={styles['hidden']}>
          <Name isWhole>{thing ?? screen.title}</Name>
        </h1>
        <Gated gate={screen.gate}>
          <TableToolbar screen={screen} />
          <Rows screen={screen} />
          <EditBar editing={screen.editing} />
          <EditDialogs editing={screen.editing} />
          <StructurePanels panels={screen.structure.panels} />
          <OpenedImport importing={screen.structure.importing} />
          <TableFooter screen={screen} />
        </Gated>
      </div>
    </section>
  )
}

function Rows({ screen }: { screen: TableGridScreen }) {
  const view = useStore(screen.$view)
  const focus = useFocusOfOpened()
  const instead = {
    'data-pane': 'main',
    tabIndex: -1,
    className: styles['instead'],
    ref: (element: HTMLElement | null) => {
      if (element && view.status !== 'loading' && focus.takes('content')) element.focus()
    },
  }
  switch (view.status) {
    case 'loading':
      return (
        <div {...instead}>
          <Skeleton label={text.loading} />
        </div>
      )
    case 'failed':
      return (
        <div {...instead}>
          <LoadFailure title={view.title} message={view.detail} onRetry={view.retry} />
        </div>
      )
    case 'refused':
      return (
        <div {...instead}>
          <ErrorAlert title={view.title} remarks={[view.detail, view.remark]}>
            <Button onClick={view.step.run}>{view.step.label}</Button>
          </ErrorAlert>
        </div>
      )
    case 'empty':
      return (
        <div {...instead}>
          <ul className={styles['columns']} aria-label={text.columns}>
            {view.columns.map(({ name, type }) => (
              <li key={name}>
                {name} <span>{type}</span>
              </li>
            ))}
          </ul>
          <EmptyState title={view.title} {...(view.body === undefined ? {} : { body: view.body })}>
            {view.step && <Button onClick={view.step.run}>{view.step.label}</Button>}
          </EmptyState>
        </div>
      )
    case 'ready':
      return <Grid screen={screen} view={view} />
  }
}

function Grid({
  screen,
  view,
}: {
  screen: TableGridScreen
  view: Extract<TableGridView, { status: 'ready' }>
}) {
  const thing = useStore(screen.$thing)
  const actions = useMemo(
    () => ({
      onSort: screen.sortBy,
      onSetSort: screen.setSort,
      onHide: screen.hideColumn,
      onToggleFrozen: screen.toggleFrozen,
      onMove: screen.moveColumn,
      onResize: screen.resizeColumn,
      othersOf: screen.columnActionsOf,
    }),
    [screen],
  )
  const focus = useFocusOfOpened()
  const goTo = useStore(screen.$goTo)
  const scrollTo = useStore(screen.$scrollTo)
  const area = useRef<HTMLDivElement>(null)
  const focusCell = () => chosenCell(area.current)?.focus()
  const editing = useMemo(
    () => ({ text: tableEditText, ...screen.editing, cutRange: screen.cutRange }),
    [screen],
  )
  return (
    <div ref={area} className={styles['area']} aria-busy={view.isLoading}>
      <div data-pane="main" className={styles['grid']}>
        <LazyDataGrid
          label={text.grid(thing ?? '')}
          columns={view.grid.columns}
          rows={readableRows(view.grid)}
          rowCount={view.shown}
          rowsBefore={view.before}
          isCut={view.grid.isCut}
          text={GRID_TEXT}
          columnText={sqlResultsText}
          actions={actions}
          hasFilters={false}
          goTo={goTo}
          takesFocus={() => focus.takes('content')}
          scrollTo={scrollTo}
          onScroll={screen.scrolled}
          marks={view.grid}
          editing={editing}
          onChoose={screen.followCell}
          onSelect={screen.select}
          onCopyCell={(row, column) => void screen.copyCell(row, column)}
          onCopyRow={(row) => void screen.copyRow(row)}
          onCopyRange={(range) => void screen.copyRange(range)}
          onCopyRangeAs={(format, range) => void screen.copyRangeAs(format, range)}
          onOpenCell={screen.viewCell}
          links={screen}
          choices={screen.choices}
          cellActions={screen.cellActions}
          onOpenRow={screen.openRow}
        />
      </div>
      <CellPanel screen={screen} area={area} focusCell={focusCell} />
      <RowPanel screen={screen} area={area} focusCell={focusCell} />
      <PeekPanel screen={screen} area={area} focusCell={focusCell} />
      <RowPicker picker={screen.picker} />
    </div>
  )
}

/**
 * The keys of the bar's buttons, wherever the focus is beside the rows: a dialog or a menu over them has keys itself while it is
 * open, and a field undoes what was typed in it.
 */
function editByKey(editing: TableGridScreen['editing']) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { currentTarget, target } = event
    const isInside = target instanceof Element && (currentTarget.contains(target) || isClosed(target))
    if (!isInside || event.nativeEvent.isComposing) return
    const isTyping = target.closest('input, textarea, select') !== null
    if (takeKey(editing, event, isTyping)) event.preventDefault()
  }
}

/** @returns whether the key is one of the edits' */
function takeKey(
  editing: TableGridScreen['editing'],
  event: Parameters<typeof editKey>[0] & { repeat: boolean },
  isTyping = false,
): boolean {
  const action = editKey(event)
  if (action === undefined || (isTyping && action !== 'save')) return false
  if (action !== 'save') editing[action]()
  else if (!event.repeat) void editing.save()
  return true
}

/** A dialog or a menu that was closed has the focus until it has faded. */
function isClosed(target: Element): boolean {
  return target.closest('[data-closed]') !== null
}
