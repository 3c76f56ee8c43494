/** The way of a result into a file: the rows shown at once, or the whole result, which is asked for again. */
import { computed, type ReadableAtom } from 'nanostores'
import {
  EXPORT_FILES,
  exportedText,
  SHOWN_FORMATS,
  WHOLE_FORMATS,
} from '../../rules/results/export-format.js'
import { exportName, tableOf, wholeExport } from '../../rules/results/export-plan.js'
import type { GridField } from '../../rules/results/results-grid.js'
import { withValues } from '../../rules/sql/run-values.js'
import type { RunState } from '../../sessions/sql/run-state.js'
import type { SqlRun } from '../../sessions/sql/sql-run.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import type { RowSet } from '../../sql/row-set.js'
import { sqlResultsText as text } from '../../text/sql-results.js'
import type { Needs } from '../context.js'
import type { ResultTab } from './result-tabs.js'
import { createWholeExport, type WholeExport, type WholeFormat, type WholeSource } from './whole-export.js'

type ShownFormat = (typeof SHOWN_FORMATS)[number]

export interface ExportMenu {
  shown: readonly { format: ShownFormat; label: string }[]
  /** Why the rows shown can't be had. */
  shownRefusal?: string
  whole: readonly { format: WholeFormat; label: string }[]
  wholeLabel: string
  /** Why the whole result can't be had. */
  wholeRefusal?: string
}

/** The exports of rows that are shown. */
export interface RowExports extends WholeExport {
  /** Null while there is nothing to export. */
  readonly $exportMenu: ReadableAtom<ExportMenu | null>
  exportShown(format: ShownFormat): void
}

export function createResultExports(
  context: Needs<'host' | 'lazy'>,
  run: SqlRun,
  $activeTab: ReadableAtom<ResultTab | null>,
): RowExports {
  const { exports } = sqlWorkOf(context)
  const $source = computed([run.$state, $activeTab], (state, tab): WholeSource | null => {
    if (state.status !== 'success') return null
    const { sql } = state.text
    return {
      query: state.values ? withValues(sql, state.values) : sql,
      table: tableOf(sql),
      role: state.role ?? null,
      columns: hasColumns(tab) ? tab.result.fields.map(({ name }) => name) : [],
      remark: text.wholeRemark,
    }
  })
  return {
    ...createWholeExport(context, run.ref, $source),
    $exportMenu: computed([run.$state, $activeTab], (state, tab) =>
      state.status === 'success' && hasColumns(tab) ? menuOf(state, exports.isPossible) : null,
    ),
    exportShown(format) {
      const state = run.$state.get()
      const tab = $activeTab.get()
      if (state.status !== 'success' || !hasColumns(tab)) return
      const { fields, rows } = tab.grid
      const cut = tab.result.cut?.length ?? 0
      saveShown(context, format, { fields, rows, table: tableOf(state.text.sql), cut })
    },
  }
}

/** Saves rows that are shown as a file. `cut`: how many of their values are not whole. */
export function saveShown(
  { host }: Needs<'host'>,
  format: ShownFormat,
  { fields, rows, table, cut }: { fields: readonly GridField[]; rows: RowSet; table: string; cut: number },
): void {
  const { extension, type } = EXPORT_FILES[format]
  const name = `${exportName(table)}.${extension}`
  host.files.save({ name, type, text: exportedText(format, fields, rows, { table }) })
  host.notifier.notify({
    kind: cut > 0 ? 'info' : 'success',
    message: text.saved(name),
    ...(cut > 0 ? { detail: text.cutValues(cut) } : {}),
  })
}

function hasColumns(tab: ResultTab | null): tab is ResultTab & { kind: 'result' } {
  return tab?.kind === 'result' && tab.result.fields.length > 0
}

function menuOf(state: RunState & { status: 'success' }, isPossible: boolean): ExportMenu {
  const plan = wholeExport(state.text.sql)
  const refusal = state.text.explain
    ? text.wholeOnly.explain
    : plan.type === 'no'
      ? text.wholeOnly[plan.reason]
      : isPossible
        ? undefined
        : text.beginFailed
  return exportMenu({ group: text.whole, entry: text.exportWhole }, { whole: refusal })
}

/** @param refusals why not all rows, or those shown, can be had; undefined: they can */
export function exportMenu(
  whole: { group: string; entry(format: string): string },
  { whole: wholeRefusal, shown: shownRefusal }: { whole: string | undefined; shown?: string | undefined },
): ExportMenu {
  return {
    shown: SHOWN_FORMATS.map((format) => ({ format, label: text.exportShown(text.formats[format]) })),
    whole: WHOLE_FORMATS.map((format) => ({ format, label: whole.entry(text.formats[format]) })),
    wholeLabel: whole.group,
    ...(wholeRefusal === undefined ? {} : { wholeRefusal }),
    ...(shownRefusal === undefined ? {} : { shownRefusal }),
  }
}
