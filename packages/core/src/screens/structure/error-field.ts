/** Where an error of PostgreSQL belongs in the form of a table. */
import type { DdlOrigin } from '../../sql/column-ddl.js'
import { structureText as text } from '../../text/structure.js'
import { generatedOf, shownName, type TableValues } from './table-values.js'

/** The field of a form at which an error of PostgreSQL is shown. */
export function pathOf(origin: DdlOrigin, typed: TableValues, code: string | undefined): string | null {
  if ('foreignKey' in origin) return `foreignKeys.${origin.foreignKey}.target`
  if (!('column' in origin)) return origin.part
  const column = typed.columns[origin.column]
  if (!column) return null
  // A column's definition is one line: the code says which part of it is meant.
  const isOfType = code === '42704' || (column.default.trim() === '' && generatedOf(column) === null)
  const value = generatedOf(column) === null ? 'default' : 'generated'
  const part = origin.part === 'type' && !isOfType ? value : origin.part
  return `columns.${origin.column}.${part}`
}

/** What an error is about, as its sentence begins. */
export function subjectOf(origin: DdlOrigin, { columns }: TableValues): string | null {
  if ('foreignKey' in origin) return text.foreignKeyNumber(origin.foreignKey + 1)
  if (!('column' in origin)) return null
  const column = columns[origin.column]
  return column ? shownName(column) : null
}
