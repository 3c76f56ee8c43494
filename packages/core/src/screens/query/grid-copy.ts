/** What is copied out of the grid: a cell, a row, a block. */
import type { ReadableAtom } from 'nanostores'
import { copyText } from '../../kernel/copy-text.js'
import { copiedAs, type CopyFormat } from '../../rules/copy-format.js'
import { copiedRange, isSingleCell, type CellRange } from '../../rules/grid-range.js'
import { sqlText } from '../../text/sql-editor.js'
import { sqlResultsText as text } from '../../text/sql-results.js'
import type { Needs } from '../context.js'
import type { ShownGrid } from './shown-grid.js'

export interface GridCopy {
  copyCell(row: number, column: number): Promise<void>
  copyRow(row: number): Promise<void>
  copyRange(range: CellRange): Promise<void>
  /** The block with its heads, or as a file or a list of values would hold it. */
  copyRangeAs(format: CopyFormat, range: CellRange): Promise<void>
}

/**
 * @param $grid what is shown; null: no rows
 * @param table the name in the copied INSERT statements
 */
export function createGridCopy(
  { host }: Needs<'host'>,
  $grid: ReadableAtom<Pick<ShownGrid, 'rows' | 'fields'> | null>,
  table: () => string,
): GridCopy {
  const copy = async (range: CellRange, said: string) => {
    const grid = $grid.get()
    if (!grid || !(await copyText(host, copiedRange(grid, range)))) return
    host.notifier.notify({ kind: 'success', message: said })
  }
  return {
    copyCell: (row, column) => copy({ top: row, bottom: row, left: column, right: column }, sqlText.copied),
    copyRow: (row) =>
      copy({ top: row, bottom: row, left: 0, right: ($grid.get()?.fields.length ?? 0) - 1 }, text.copiedRow),
    async copyRangeAs(format, range) {
      const grid = $grid.get()
      if (!grid) return
      const copied = copiedAs(format, { ...grid, table: table() }, range)
      const name = text.copyFormats[format]
      if (copied.text === null)
        return host.notifier.notify({
          kind: 'error',
          message: text.nothingCopied(name),
          detail: text.onlyNulls,
        })
      if (!(await copyText(host, copied.text))) return
      host.notifier.notify({
        kind: copied.leftOut > 0 ? 'info' : 'success',
        message: text.copiedAs(name),
        ...(copied.leftOut > 0 ? { detail: text.nullsLeftOut(copied.leftOut) } : {}),
      })
    },
    copyRange: (range) => {
      const { top, bottom, left, right } = range
      const cells = (bottom - top + 1) * (right - left + 1)
      return copy(range, isSingleCell(range) ? sqlText.copied : text.copiedCells(cells))
    },
  }
}
