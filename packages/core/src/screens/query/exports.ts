/** The way of a result into a file: the rows shown at once, or the whole result, which is asked for again. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { createForm, type Form } from '../../kernel/form.js'
import { EXPORT_FILES, EXPORT_FORMATS, exportedText, type ExportFormat } from '../../rules/export-format.js'
import { exportName, tableOf, wholeExport } from '../../rules/export-plan.js'
import type { RunState, SqlRun } from '../../sessions/sql-run.js'
import { actingName } from '../../sql/impersonation.js'
import { sqlWorkOf } from '../../sessions/sql-work.js'
import { sqlResultsText as text } from '../../text/sql-results.js'
import type { Needs } from '../context.js'
import type { ResultTab } from './result-tabs.js'

type FileFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportMenu {
  formats: readonly { format: FileFormat; shown: string; whole: string }[]
  /** Why the whole result can't be had. */
  wholeRefusal?: string
}

export interface ExportValues {
  name: string
  table: string
}

/** The question before the statement runs again. */
export interface WholeQuestion {
  format: FileFormat
  remark: string
  roleNote?: string
  asksTable: boolean
}

export interface ResultExports {
  /** Null while no result shows. */
  readonly $exportMenu: ReadableAtom<ExportMenu | null>
  readonly $wholeQuestion: ReadableAtom<WholeQuestion | null>
  readonly exportForm: Form<ExportValues>
  exportShown(format: FileFormat): void
  askWhole(format: FileFormat): void
  dismissWhole(): void
}

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a file name'), v.maxLength(100)),
  table: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a table'), v.maxLength(200)),
})

export function createResultExports(
  context: Needs<'host' | 'lazy'>,
  run: SqlRun,
  $activeTab: ReadableAtom<ResultTab | null>,
): ResultExports {
  const { host } = context
  const { exports } = sqlWorkOf(context)
  const $format = atom<FileFormat | null>(null)
  const exportForm = createForm({
    schema,
    initial: { name: 'result', table: 'result' },
    async submit({ name, table }) {
      const format = $format.get()
      const state = run.$state.get()
      if (format === null || state.status !== 'success') return
      const { role } = state
      await exports.begin(run.ref, {
        query: state.text.sql,
        format: format satisfies ExportFormat,
        name: exportName(name),
        table,
        ...(role ? { role } : {}),
      })
    },
  })

  return {
    exportForm,
    $exportMenu: computed([run.$state, $activeTab], (state, tab) =>
      state.status === 'success' && hasColumns(tab) ? menuOf(state, exports.isPossible) : null,
    ),
    $wholeQuestion: computed([$format, run.$state], (format, state) => {
      if (format === null || state.status !== 'success') return null
      const { role } = state
      return {
        format,
        remark: text.wholeRemark,
        asksTable: format === 'sql',
        ...(role ? { roleNote: text.wholeAs(actingName(role)) } : {}),
      }
    }),
    exportShown(format) {
      const state = run.$state.get()
      const tab = $activeTab.get()
      if (state.status !== 'success' || !hasColumns(tab)) return
      const { fields, rows } = tab.grid
      const { cut } = tab.result
      const { extension, type } = EXPORT_FILES[format]
      const table = tableOf(state.text.sql)
      const name = `${exportName(table)}.${extension}`
      host.files.save({ name, type, text: exportedText(format, fields, rows, table) })
      const isCut = cut !== undefined && cut.length > 0
      host.notifier.notify({
        kind: isCut ? 'info' : 'success',
        message: text.saved(name),
        ...(isCut ? { detail: text.cutValues(cut.length) } : {}),
      })
    },
    askWhole(format) {
      const state = run.$state.get()
      if (state.status !== 'success') return
      const table = tableOf(state.text.sql)
      exportForm.reset()
      exportForm.start({ name: exportName(table), table })
      $format.set(format)
    },
    dismissWhole: () => $format.set(null),
  }
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
  return {
    formats: EXPORT_FORMATS.map((format) => ({
      format,
      shown: text.exportShown(text.formats[format]),
      whole: text.exportWhole(text.formats[format]),
    })),
    ...(refusal === undefined ? {} : { wholeRefusal: refusal }),
  }
}
