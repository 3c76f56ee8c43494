// A result as a table of a hundred thousand rows and more: cells can be selected, copied and opened.
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ClipboardEvent, CSSProperties, KeyboardEvent } from 'react'
import { isInRange, isSingleCell, withRoomForHeads, type CellRange } from '@basedeck/core/rules'
import { useStore } from '@nanostores/react'
import { DataGrid as Grid } from 'react-data-grid'
import type { CellMouseArgs, CellMouseEvent, DataGridHandle, SortColumn } from 'react-data-grid'
import 'react-data-grid/lib/styles.css'

import { LAST, useCellBlock } from './cell-block.js'
import { CellEditor } from './cell-editor.js'
import { CellMenu } from './cell-menu.js'
import { ColumnMenu, type ColumnMenuTarget } from './column-menu.js'
import type { CellMenuTarget } from './cell-menu.js'
import styles from './data-grid.module.css'
import { RENDERERS, gridColumns } from './grid-columns.js'
import { editKeyEffect, keyEffect, type GridPosition } from './grid-keys.js'
import { chooseCell, chosenCell, isInEditor, isOnCell, positionOf } from './grid-position.js'
import { useDeck } from '../../bind/deck-context.js'
import { isFocusFree } from '../../bind/is-focus-free.js'
import { useFilterFocus } from './filter-focus.js'
import { useFollowedRows } from './followed-rows.js'
import type { CellAt, DataGridProps, GridColumn, GridRow } from './grid-props.js'
import { RangeProvider } from './grid-range.js'
import { useCellEditor } from './open-cell-editor.js'
import { rowNumberWidth, rowNumbers } from './row-numbers.js'

export type { DataGridProps, GridColumn, GridText } from './grid-props.js'

/** Pixels. */
const SCROLLBAR = 16
const FILTER_HEIGHT = { '--head-height': '62px' } as CSSProperties

/** Pixels of a row by density; `--row-h` of the tokens. */
const ROW_HEIGHT = { comfortable: 30, compact: 24 }

/** A grid to read, and with `editing` to change. It fills its parent, which has to have a height. */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rows, rowCount, isCut, text, onCopyCell, onOpenCell } = props
  const grid = useRef<DataGridHandle>(null)
  const [menu, setMenu] = useState<CellMenuTarget>()
  const [columnMenu, setColumnMenu] = useState<ColumnMenuTarget>()
  /** What the last paste filled, from the selected cell on. */
  const [pasted, setPasted] = useState<{ rows: number; columns: number } | null>(null)
  /** The selected cell. It is kept here, since the grid drops a cell when the rows become fewer. */
  const selected = useRef<CellAt | null>(null)
  /** The `goTo` that was followed last. */
  const wentTo = useRef<DataGridProps['goTo']>(null)
  const columnCount = columns.length
  const { reach, range, setReach, extendTo, takeRows, onDrag, onCellMouseDown } = useCellBlock({
    grid,
    rowCount,
    columnCount,
    onSelect: props.onSelect,
  })
  const { edited, openEditor, closeEditor, moveEditor } = useCellEditor({ ...props, grid, columnCount })
  const rowsBefore = props.rowsBefore ?? 0
  const numberWidth = rowNumberWidth(rowsBefore, rowCount)
  const sorted = useMemo(() => sortedColumns(columns), [columns])
  const numbers = useMemo(() => rowNumbers(rowCount), [rowCount])
  const { nullWord, rowNumber } = text
  const { actions, columnText, hasFilters, goTo, scrollTo, marks, editing, links } = props
  const newRow = editing?.text.newRow
  const { container, widest } = useWidest()
  const head = useMemo(
    () => ({
      actions,
      text: columnText,
      hasFilters,
      onOpenMenu: (column: GridColumn, anchor: Element) => setColumnMenu({ column, anchor }),
    }),
    [actions, columnText, hasFilters],
  )
  const roomy = useMemo(
    () => withRoomForHeads(columns, widest - numberWidth - SCROLLBAR),
    [columns, widest, numberWidth],
  )
  const drawnColumns = useMemo(
    () =>
      gridColumns({
        columns: roomy,
        rows,
        nullWord,
        rowNumber,
        rowsBefore,
        numberWidth,
        isCut,
        head,
        marks,
        newRow,
        links,
      }),
    [roomy, rows, nullWord, rowNumber, rowsBefore, numberWidth, isCut, head, marks, newRow, links],
  )

  useFilterFocus(grid, hasFilters ?? false)
  useFollowedRows(
    { marks, count: rowCount, rowsBefore },
    () => ({ cell: selected.current, reach }),
    ({ cell, reach: moved }) => {
      const column = selected.current?.column ?? 0
      // Without its row the selection goes to the head, where no key changes a value.
      const position = { rowIdx: cell ? cell.row : -1, idx: column + 1 }
      const shouldFocus = isOnCell() || isFocusFree()
      selected.current = cell
      // The grid would compare the way to another cell with where it was, and not with the head.
      const isLed = !cell && goTo && goTo !== wentTo.current
      if (!isLed) grid.current?.setActivePosition(position, { shouldFocus })
      setReach(moved)
      setMenu(undefined)
      moveEditor(cell ? cell.row : null)
    },
  )

  useEffect(() => {
    if (goTo === wentTo.current) return
    wentTo.current = goTo
    if (!goTo) return
    const position = { rowIdx: goTo.row, idx: goTo.column + 1 }
    const before = positionOf(chosenCell(grid.current?.element))
    grid.current?.scrollToCell(position)
    grid.current?.setActivePosition(position, {
      shouldFocus: goTo.takesFocus ?? (isOnCell() || isFocusFree()),
    })
    // Another row at the same index is no change to the grid.
    if (before?.row !== goTo.row || before.column !== goTo.column + 1) return
    selected.current = goTo
    props.onChoose(goTo.row, goTo.column)
  })

  const selectPasted = useEffectEvent((size: { rows: number; columns: number }) => {
    const from = selected.current
    if (from && size.rows * size.columns > 1)
      extendTo(from.row + size.rows - 1, from.column + size.columns - 1, from)
  })
  useEffect(() => {
    if (pasted) selectPasted(pasted)
  }, [pasted])

  const takeFocus = useEffectEvent(() => {
    if (rowCount > 0 && props.takesFocus?.()) choose(0, 1)
  })
  useEffect(() => takeFocus(), [])

  useLayoutEffect(() => {
    if (scrollTo) grid.current?.element?.scrollTo({ top: scrollTo.top })
  }, [scrollTo])

  const choose = (row: number, column: number) => chooseCell(grid.current, row, column)

  function onKeyDown(event: KeyboardEvent) {
    // In the field of a filter and over a cell keys write.
    if (event.target instanceof HTMLInputElement || isInEditor(event.target)) return
    const position = positionOf(event.target)
    const effect = position && ((editing && editKeyEffect(event, position)) ?? keyEffect(event, position))
    if (!position || !effect) return
    // Without a block Escape is not the grid's: the dialog over it closes.
    if (effect.type === 'single' && !reach) return
    // The run key of a query, where cells lead nowhere.
    if ((effect.type === 'link' && !links) || (effect.type === 'row' && !props.onOpenRow)) return
    event.stopPropagation()
    if (effect.type === 'edit' && effect.typed === '')
      return openEditor(position.row, position.column - 1, '')
    if (effect.type === 'leave' || (effect.type === 'find' && !props.onFind)) return
    event.preventDefault()
    if (effect.type === 'go') choose(effect.to.row, effect.to.column)
    if (effect.type === 'open') onOpenCell?.(position.row, position.column - 1)
    if (effect.type === 'link') links?.openLink(position.row, position.column - 1)
    if (effect.type === 'row') props.onOpenRow?.(position.row)
    if (effect.type === 'menu') openMenu(position.row, position.column, event.target as Element)
    if (effect.type === 'single') setReach(undefined)
    if (effect.type === 'find') props.onFind?.()
    if (effect.type === 'edit' && !isTurnedOver(effect.typed, position))
      openEditor(position.row, position.column - 1, effect.typed)
    if (effect.type === 'present') editing?.writePresent(position.row, position.column - 1)
    if (effect.type === 'clear') clear(position)
    if (effect.type === 'fill') void editing?.fillDown(range ?? single(position))
    if (effect.type === 'undo') editing?.undo()
    if (effect.type === 'redo') editing?.redo()
    if (effect.type === 'save') void editing?.save()
    const column = columns[position.column - 1]
    if (effect.type === 'sort' && column) actions.onSort(column.index, effect.adds)
    if (effect.type === 'column-menu' && column) setColumnMenu({ column, anchor: event.target as Element })
    if (effect.type === 'all') extendTo(LAST, LAST, { row: 0, column: 0 })
    if (effect.type === 'take-rows') takeRows(reach?.from.row ?? position.row, reach?.to.row ?? position.row)
    if (effect.type === 'extend') {
      const { row, column } = reach?.to ?? { row: position.row, column: position.column - 1 }
      extendTo(row + effect.rows, column + effect.columns)
    }
  }

  /** Space turns a boolean over, and types a blank elsewhere. */
  function isTurnedOver(typed: string | undefined, { row, column }: GridPosition): boolean {
    return typed === ' ' && editing?.turnOver(row, column - 1) === true
  }

  /** Whole rows are deleted, cells are emptied. */
  function clear(position: GridPosition) {
    const isRows = range && range.left === 0 && range.right === columns.length - 1 && columns.length > 1
    if (isRows) return editing?.deleteRows(range)
    void editing?.clearCells(range ?? single(position))
  }

  function onCut(event: ClipboardEvent) {
    const position = positionOf(chosenCell(grid.current?.element))
    if (!editing || !position || event.target instanceof HTMLInputElement || isInEditor(event.target)) return
    event.preventDefault()
    void editing.cutRange(range ?? single(position))
  }

  function onPaste(event: ClipboardEvent) {
    const position = positionOf(chosenCell(grid.current?.element))
    if (!editing || !position || event.target instanceof HTMLInputElement || isInEditor(event.target)) return
    event.preventDefault()
    const start = range ?? { top: position.row, left: position.column - 1 }
    const html = event.clipboardData.getData('text/html')
    const options = { html, ...(range ? { range } : {}) }
    // What was pasted stays selected, from its first cell.
    if (range) choose(start.top, start.left + 1)
    void editing
      .paste(event.clipboardData.getData('text/plain'), start.top, start.left, options)
      .then(setPasted)
  }

  function onCopy() {
    if (range && !isSingleCell(range)) return props.onCopyRange(range)
    const position = positionOf(chosenCell(grid.current?.element))
    if (position && getSelection()?.isCollapsed !== false) onCopyCell(position.row, position.column - 1)
  }

  function openMenu(row: number, column: number, anchor: CellMenuTarget['anchor']) {
    const isInside = range && !isSingleCell(range) && isInRange(range, row, column - 1)
    setMenu({ row, column: column - 1, range: isInside ? range : undefined, anchor })
  }

  /** A column dropped on another takes its place. */
  function onReorder(moved: string, target: string) {
    const from = columns.findIndex(({ index }) => String(index) === moved)
    const to = columns.findIndex(({ index }) => String(index) === target)
    const before = columns[from < to ? to + 1 : to]
    actions.onMove(Number(moved), before?.index ?? null)
  }

  function onContextMenu({ column, rowIdx }: CellMouseArgs<GridRow>, event: CellMouseEvent) {
    if (column.idx === 0) return
    event.preventDefault()
    // While the menu of another cell is open, the press does not reach this cell.
    if (!range || !isInRange(range, rowIdx, column.idx - 1)) choose(rowIdx, column.idx)
    const point = new DOMRect(event.clientX, event.clientY, 0, 0)
    openMenu(rowIdx, column.idx, { getBoundingClientRect: () => point })
  }

  return (
    // The grid gets a key only after this element: `keyEffect` decides first.
    <div
      ref={container}
      role="presentation"
      className={styles.container}
      onKeyDownCapture={onKeyDown}
      onPointerMove={onDrag}
      onPasteCapture={onPaste}
      onCutCapture={onCut}
    >
      <RangeProvider range={range} marks={marks} changed={editing?.text.changedCell}>
        <Grid
          ref={grid}
          className={styles.grid}
          style={hasFilters ? FILTER_HEIGHT : undefined}
          aria-label={label}
          columns={drawnColumns}
          rows={numbers}
          rowHeight={ROW_HEIGHT[useStore(useDeck().preferences.$density)]}
          headerRowHeight={hasFilters ? 62 : 32}
          sortColumns={sorted}
          onColumnResize={({ key }, width) => actions.onResize(Number(key), width)}
          onColumnsReorder={onReorder}
          onScroll={({ currentTarget }) => props.onScroll?.(currentTarget.scrollTop)}
          renderers={RENDERERS}
          onCellCopy={onCopy}
          onCellContextMenu={onContextMenu}
          onCellDoubleClick={({ column, rowIdx }, event) => {
            if (column.idx > 0) return openEditor(rowIdx, column.idx - 1)
            // It would select the row number, and with it the first cell of all.
            event.preventGridDefault()
            props.onOpenRow?.(rowIdx)
          }}
          onCellMouseDown={onCellMouseDown}
          onActivePositionChange={({ column, rowIdx }) => {
            selected.current =
              column && column.idx > 0 && rowIdx >= 0 ? { row: rowIdx, column: column.idx - 1 } : null
            if (reach && (reach.from.row !== rowIdx || reach.from.column !== (column?.idx ?? 0) - 1))
              setReach(undefined)
            // Tab into the grid focuses the corner above the row numbers: move to the first value.
            if (column?.idx === 0 && rowCount > 0) choose(0, 1)
            else if (column && rowIdx >= 0) props.onChoose(rowIdx, column.idx - 1)
          }}
        />
      </RangeProvider>
      <ColumnMenu
        target={columnMenu}
        text={columnText}
        actions={actions}
        onClose={() => setColumnMenu(undefined)}
      />
      <CellMenu
        target={menu}
        text={text}
        focusAfter={() => chosenCell(grid.current?.element)}
        onClose={() => setMenu(undefined)}
        onCopyCell={onCopyCell}
        onCopyRow={props.onCopyRow}
        onCopyRange={props.onCopyRange}
        onCopyRangeAs={props.onCopyRangeAs}
        onOpenCell={onOpenCell}
        actions={props.cellActions}
        editing={editing}
        onEdit={openEditor}
      />
      {edited && editing && (
        <CellEditor
          key={edited.key}
          cell={edited}
          editing={editing}
          nullWord={nullWord}
          choices={props.choices}
          block={range}
          onClose={(step) => closeEditor(edited, step)}
        />
      )}
    </div>
  )
}

/** A cell as a block. */
function single({ row, column }: GridPosition): CellRange {
  return { top: row, bottom: row, left: column - 1, right: column - 1 }
}

/** The widest that the grid has been: columns keep their widths when a panel opens beside it. */
function useWidest() {
  const container = useRef<HTMLDivElement>(null)
  const [widest, setWidest] = useState(0)
  useEffect(() => {
    const element = container.current
    if (!element) return
    const sizes = new ResizeObserver(() => setWidest((before) => Math.max(before, element.clientWidth)))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return { container, widest }
}

/** For the heads’ `aria-sort`. */
function sortedColumns(columns: readonly GridColumn[]): SortColumn[] {
  return columns
    .flatMap(({ index, sorted }) => (sorted ? [{ index, ...sorted }] : []))
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ index, descending }) => ({ columnKey: String(index), direction: descending ? 'DESC' : 'ASC' }))
}
