/**
 * Whether the rows of a result can be changed where they are shown: they have to be rows of one table, found by its key.
 * @rule sql.result-editing  @spec §2, §4
 */

/** The only table of a query that selects plain columns, as the query names it. */
export interface SelectedTable {
  /** In the order of the result; `label` is the name shown there. */
  columns: 'all' | readonly { name: string; label: string }[]
}

/** What is known of the table. */
export interface EditedTable {
  columns: readonly { name: string }[]
  /** The columns of its primary key; empty: it has none. */
  key: readonly string[]
}

/** The table's columns in the order of the result, or why no row can be changed. */
export type ResultEditing =
  | { type: 'editable'; columns: readonly string[] }
  /** `not-one-table`: a join, a computed column, a group; `repeated`: a column is selected twice. */
  | { type: 'refused'; reason: 'not-one-table' | 'no-key' | 'repeated' }
  /** Columns of the key that the query does not select. */
  | { type: 'refused'; reason: 'key-missing'; missing: readonly string[] }

/**
 * Whether the rows of a result are rows of a table that can be told apart.
 * @param selected undefined: the query is no plain select of one table
 * @param labels the names of the result's columns
 */
export function resultEditing(
  selected: SelectedTable | undefined,
  labels: readonly string[],
  table: EditedTable | null,
): ResultEditing {
  const columns = selected && table ? selectedColumns(selected, labels, table) : undefined
  if (!columns || !table) return { type: 'refused', reason: 'not-one-table' }
  if (new Set(columns).size < columns.length) return { type: 'refused', reason: 'repeated' }
  if (table.key.length === 0) return { type: 'refused', reason: 'no-key' }
  const missing = table.key.filter((name) => !columns.includes(name))
  return missing.length > 0
    ? { type: 'refused', reason: 'key-missing', missing }
    : { type: 'editable', columns }
}

/** Undefined: the result does not have the columns that the query names, as after a change of the table. */
function selectedColumns(
  { columns }: SelectedTable,
  labels: readonly string[],
  table: EditedTable,
): readonly string[] | undefined {
  const names = columns === 'all' ? labels : columns.map(({ name }) => name)
  const areThose = columns === 'all' || columns.every(({ label }, at) => label === labels[at])
  const isKnown = (name: string) => table.columns.some((column) => column.name === name)
  return areThose && names.length === labels.length && names.every(isKnown) ? names : undefined
}
