/** The rows of a grid as they are drawn, for tests of what a user sees. */
import { readableRows } from '../rules/results/readable-cell.js'
import type { ShownGrid } from '../screens/query/shown-grid.js'

export function drawnRow(grid: Pick<ShownGrid, 'fields' | 'rows'>, row: number): (string | null)[] {
  return grid.fields.map((_, column) => readableRows(grid).cell(row, column))
}

export function drawnRows(grid: Pick<ShownGrid, 'fields' | 'rows'>, count: number): (string | null)[][] {
  return Array.from({ length: count }, (_, row) => drawnRow(grid, row))
}
