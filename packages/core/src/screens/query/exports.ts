/** The way of a result into a file: the rows shown at once, or the whole result, which is asked for again. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { csvForm, type CsvForm } from '@basedeck/platform-client'
import * as v from 'valibot'
import { createForm, type Form } from '../../kernel/form.js'
import {
  DEFAULT_CSV,
  EXPORT_FILES,
  exportedText,
  repeatedNames,
  SHOWN_FORMATS,
  WHOLE_FORMATS,
} from '../../rules/export-format.js'
import { exportName, tableOf, wholeExport } from '../../rules/export-plan.js'
import type { RunState, SqlRun } from '../../sessions/sql-run.js'
import { actingName } from '../../sql/impersonation.js'
import { sqlWorkOf } from '../../sessions/sql-work.js'
import { sqlResultsText as text } from '../../text/sql-results.js'
import type { Needs } from '../context.js'
import type { ResultTab } from './result-tabs.js'

type ShownFormat = (typeof SHOWN_FORMATS)[number]
type WholeFormat = (typeof WHOLE_FORMATS)[number]

export interface ExportMenu {
  shown: readonly { format: ShownFormat; label: string }[]
  whole: readonly { format: WholeFormat; label: string }[]
  /** Why the whole result can't be had. */
  wholeRefusal?: string
}

export interface ExportValues extends CsvForm {
  name: string
  table: string
}

/** The question before the statement runs again. */
export interface WholeQuestion {
  format: WholeFormat
  remark: string
  roleNote?: string
  /** What becomes of columns that have the same name. */
  namesNote?: string
  /** What the format can't hold as it is. */
  formatNote?: string
  asksTable: boolean
  asksCsv: boolean
}

export interface ResultExports {
  /** Null while no result shows. */
  readonly $exportMenu: ReadableAtom<ExportMenu | null>
  readonly $wholeQuestion: ReadableAtom<WholeQuestion | null>
  readonly exportForm: Form<ExportValues>
  exportShown(format: ShownFormat): void
  askWhole(format: WholeFormat): void
  dismissWhole(): void
}

const schema = v.object({
  ...csvForm.entries,
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
  const $format = atom<WholeFormat | null>(null)
  const exportForm = createForm({
    schema,
    initial: { ...DEFAULT_CSV, name: 'result', table: 'result' },
    async submit({ name, table, ...csv }) {
      const format = $format.get()
      const state = run.$state.get()
      if (format === null || state.status !== 'success') return
      const { role } = state
      await exports.begin(run.ref, {
        query: state.text.sql,
        format,
        ...(format === 'csv' && { csv }),
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
    $wholeQuestion: computed([$format, run.$state, $activeTab], (format, state, tab) => {
      if (format === null || state.status !== 'success') return null
      const { role } = state
      const repeated = hasColumns(tab) ? repeatedNames(tab.result.fields.map(({ name }) => name)) : []
      const note = text.formatNotes[format]
      return {
        format,
        remark: text.wholeRemark,
        asksTable: format === 'sql',
        asksCsv: format === 'csv',
        ...(repeated.length > 0 && { namesNote: namesNote(format, repeated.join(', ')) }),
        ...(note !== undefined && { formatNote: note }),
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
      host.files.save({ name, type, text: exportedText(format, fields, rows, { table }) })
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
      exportForm.start({ ...DEFAULT_CSV, name: exportName(table), table })
      $format.set(format)
    },
    dismissWhole: () => $format.set(null),
  }
}

/** JSON and INSERT statements need names that differ. */
function namesNote(format: WholeFormat, names: string): string {
  const isMadeDistinct = format === 'json' || format === 'ndjson' || format === 'sql'
  return isMadeDistinct ? text.madeDistinct(names) : text.repeatedNames(names)
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
    shown: SHOWN_FORMATS.map((format) => ({ format, label: text.exportShown(text.formats[format]) })),
    whole: WHOLE_FORMATS.map((format) => ({ format, label: text.exportWhole(text.formats[format]) })),
    ...(refusal === undefined ? {} : { wholeRefusal: refusal }),
  }
}
