/** The rows of a table into a file: those of the page at once, or all of the table, or of its filters, by the platform. */
import type { ImpersonatedRole } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { rowSetOf } from '../../sql/row-set.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { allRowsQuery, type RowPage } from '../../sql/table-rows.js'
import { sqlResultsText } from '../../text/sql-results.js'
import { tableText as text } from '../../text/table-editor.js'
import type { Needs } from '../context.js'
import { exportMenu, saveShown, type RowExports } from '../query/exports.js'
import { createWholeExport, type WholeSource } from '../query/whole-export.js'
import type { EditedGrid } from '../editing/edited-grid.js'

export interface TableExportsParts {
  ref: string
  $table: ReadableAtom<TableDetail | null>
  $asked: ReadableAtom<RowPage>
  /** Null while no rows are shown, also when those that were asked for could not be read. */
  $grid: ReadableAtom<EditedGrid | null>
  /** How many rows the page shows: the grid may have one more. */
  $extent: ReadableAtom<{ shown: number }>
  role: ImpersonatedRole | null
}

export function createTableExports(
  context: Needs<'host' | 'lazy'>,
  { ref, $table, $asked, $grid, $extent, role }: TableExportsParts,
): RowExports {
  const { exports } = sqlWorkOf(context)
  const $source = computed([$table, $asked], (table, asked): WholeSource | null => {
    if (!table || table.columns.length === 0) return null
    return {
      query: allRowsQuery(table, asked),
      table: table.name,
      role,
      columns: table.columns.filter(({ isHidden }) => isHidden !== true).map(({ name }) => name),
      remark: asked.filters.length > 0 ? text.exportFilteredRemark : text.exportAllRemark,
    }
  })
  return {
    ...createWholeExport(context, ref, $source),
    $exportMenu: computed([$source, $asked, $grid], (source, { filters }, grid) =>
      source
        ? exportMenu(
            { group: filters.length > 0 ? text.exportFiltered : text.exportAll, entry: text.exportEntry },
            {
              whole: exports.isPossible ? undefined : sqlResultsText.beginFailed,
              shown: grid ? undefined : sqlResultsText.noneShown,
            },
          )
        : null,
    ),
    exportShown(format) {
      const grid = $grid.get()
      const table = $table.get()
      if (grid && table)
        saveShown(context, format, { ...shownOf(grid, $extent.get().shown), table: table.name })
    },
  }
}

function shownOf(grid: EditedGrid, count: number) {
  const numbers = Array.from({ length: count }, (_, row) => row)
  // What the acting role may not read is no NULL.
  const columns = grid.columns.flatMap((_, column) =>
    grid.columnAt(column)?.isHidden === true ? [] : [column],
  )
  const cutIn = (row: number) => columns.filter((column) => grid.isCut(row, column)).length
  return {
    fields: columns.flatMap((column) => grid.fields[column] ?? []),
    rows: rowSetOf(
      numbers.map((row) => {
        const cells = grid.rows.row(row)
        return columns.map((column) => cells[column] ?? null)
      }),
    ),
    cut: numbers.reduce((sum, row) => sum + cutIn(row), 0),
  }
}
