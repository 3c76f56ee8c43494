/** What is copied out of the grid: a cell, a row, a block. */
import type { ReadableAtom } from 'nanostores'
import { copyText } from '../../kernel/copy-text.js'
import { copiedAs, type CopyFormat } from '../../rules/copy-format.js'
import { copiedRange, isSingleCell, type CellRange } from '../../rules/grid-range.js'
import { sqlText } from '../../text/sql-editor.js'
import { sqlResultsText as text } from '../../text/sql-results.js'
import type { Needs } from '../context.js'
import type { ResultTab } from './result-tabs.js'

export interface GridCopy {
  copyCell(row: number, column: number): Promise<void>
  copyRow(row: number): Promise<void>
  copyRange(range: CellRange): Promise<void>
  /** The block with its heads, or as a file or a list of values would hold it. */
  copyRangeAs(format: CopyFormat, range: CellRange): Promise<void>
  /** The plan that shows; false when the host does not allow it. */
  copyPlan(): Promise<boolean>
}

export function createGridCopy(
  { host }: Needs<'host'>,
  $activeTab: ReadableAtom<ResultTab | null>,
  table: () => string,
): GridCopy {
  const copy = async (range: CellRange, said: string) => {
    const tab = $activeTab.get()
    if (tab?.kind !== 'result' || !(await copyText(host, copiedRange(tab.grid.rows, range)))) return
    host.notifier.notify({ kind: 'success', message: said })
  }
  return {
    copyCell: (row, column) => copy({ top: row, bottom: row, left: column, right: column }, sqlText.copied),
    async copyRow(row) {
      const tab = $activeTab.get()
      const columns = tab?.kind === 'result' ? tab.grid.fields.length : 0
      await copy({ top: row, bottom: row, left: 0, right: columns - 1 }, text.copiedRow)
    },
    async copyPlan() {
      const tab = $activeTab.get()
      return tab?.kind === 'plan' && copyText(host, tab.plan)
    },
    async copyRangeAs(format, range) {
      const tab = $activeTab.get()
      if (tab?.kind !== 'result') return
      const { fields, rows } = tab.grid
      if (!(await copyText(host, copiedAs(format, { fields, rows, table: table() }, range)))) return
      host.notifier.notify({ kind: 'success', message: text.copiedAs(text.copyFormats[format]) })
    },
    copyRange: (range) => {
      const { top, bottom, left, right } = range
      const cells = (bottom - top + 1) * (right - left + 1)
      return copy(range, isSingleCell(range) ? sqlText.copied : text.copiedCells(cells))
    },
  }
}
