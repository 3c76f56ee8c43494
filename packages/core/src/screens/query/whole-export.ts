/** Rows into a file, all of them, by the platform: the question that names the file and its form, and the beginning. */
import { csvForm, type CsvForm, type ImpersonatedRole } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { createForm, type Form } from '../../kernel/form.js'
import { DEFAULT_CSV, repeatedNames, WHOLE_FORMATS } from '../../rules/results/export-format.js'
import { exportName } from '../../rules/results/export-plan.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { roleName } from '../../sql/impersonation.js'
import { sqlResultsText as text } from '../../text/sql-results.js'
import type { Needs } from '../context.js'

/** A form that whole results are saved in. */
export type WholeFormat = (typeof WHOLE_FORMATS)[number]

/** What is exported. */
export interface WholeSource {
  /** A statement that reads. */
  query: string
  /** Of the INSERT statements, and of the file. */
  table: string
  role: ImpersonatedRole | null
  columns: readonly string[]
  /** What the file will hold. */
  remark: string
}

export interface ExportValues extends CsvForm {
  name: string
  table: string
}

/** The question before the statement runs. */
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

export interface WholeExport {
  readonly $wholeQuestion: ReadableAtom<WholeQuestion | null>
  readonly exportForm: Form<ExportValues>
  askWhole(format: WholeFormat): void
  dismissWhole(): void
}

const schema = v.object({
  ...csvForm.entries,
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a file name'), v.maxLength(100)),
  table: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a table'), v.maxLength(200)),
})

/** @param $source null: there is nothing to export */
export function createWholeExport(
  context: Needs<'lazy'>,
  ref: string,
  $source: ReadableAtom<WholeSource | null>,
): WholeExport {
  const { exports } = sqlWorkOf(context)
  const $format = atom<WholeFormat | null>(null)
  const exportForm = createForm({
    schema,
    initial: { ...DEFAULT_CSV, name: 'result', table: 'result' },
    async submit({ name, table, ...csv }) {
      const format = $format.get()
      const source = $source.get()
      if (format === null || !source) return
      const { query, role } = source
      await exports.begin(ref, {
        query,
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
    $wholeQuestion: computed([$format, $source], (format, source) => {
      if (format === null || !source) return null
      const repeated = repeatedNames(source.columns)
      const note = text.formatNotes[format]
      return {
        format,
        remark: source.remark,
        asksTable: format === 'sql',
        asksCsv: format === 'csv',
        ...(repeated.length > 0 && { namesNote: namesNote(format, repeated.join(', ')) }),
        ...(note !== undefined && { formatNote: note }),
        ...(source.role ? { roleNote: text.wholeAs(roleName(source.role)) } : {}),
      }
    }),
    askWhole(format) {
      const source = $source.get()
      if (!source) return
      exportForm.reset()
      exportForm.start({ ...DEFAULT_CSV, name: exportName(source.table), table: source.table })
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
