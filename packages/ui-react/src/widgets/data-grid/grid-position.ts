// The row and column of an element, read from the grid's ARIA attributes.
import type { DataGridHandle } from 'react-data-grid'

import type { GridPosition } from './grid-keys.js'

/** The position of a cell; undefined for any other element. */
export function positionOf(element: unknown): GridPosition | undefined {
  if (!(element instanceof Element)) return undefined
  const column = Number(element.getAttribute('aria-colindex'))
  const row = Number(element.parentElement?.getAttribute('aria-rowindex'))
  if (!column || !row) return undefined
  return { column: column - 1, row: row - 2 }
}

/**
 * The cell of a row the user has chosen; the grid keeps it mounted when it is scrolled out of view.
 * @param grid the grid, or what it is in
 */
export function chosenCell(grid: Element | null | undefined): HTMLElement | null {
  return grid?.querySelector<HTMLElement>('[role=gridcell][aria-selected=true]') ?? null
}

/** Chooses a cell and focuses it. @param column the row numbers are column 0 */
export function chooseCell(grid: DataGridHandle | null, row: number, column: number) {
  grid?.setActivePosition({ rowIdx: row, idx: column }, { shouldFocus: true })
  // The grid does not focus a cell that was chosen before, as after Escape in its editor.
  const chosen = chosenCell(grid?.element)
  const position = positionOf(chosen)
  if (position?.row === row && position.column === column) chosen?.focus({ preventScroll: true })
}

/** A cell has the focus. */
export function isOnCell(): boolean {
  return positionOf(document.activeElement) !== undefined
}

/** In the field over a cell. */
export function isInEditor(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-cell-editor]') !== null
}
