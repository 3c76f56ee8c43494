/** Why a value can't be one of a column, as far as that is certain before it is saved. */
import { inputProblem } from '../../rules/values/cell-input.js'
import type { NewValue } from '../../rules/table-editor/staged-edits.js'
import type { TableColumn } from '../../sql/table-detail.js'
import { tableEditText as text } from '../../text/table-editing.js'

/** A sentence; null: PostgreSQL may take it. */
export function valueProblem(column: TableColumn, value: NewValue): string | null {
  if (value.type === 'null') return column.isNullable ? null : text.problems.notNull
  const problem = value.type === 'text' ? inputProblem(column, value.text) : null
  return problem && text.problems[problem]
}
