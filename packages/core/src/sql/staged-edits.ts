/**
 * The statements that save staged edits. Each finds one row by what it held when it was read, so that a row that
 * another changed meanwhile is not found. Values are parameters of the columns' own types: nothing is cast, since a
 * cast would cut a text that is too long.
 */
import type { Cell } from '@basedeck/platform-client/contract'
import type { RowBase, NewValue, StagedEdits } from '../rules/staged-edits.js'
import type { Statement } from './catalogue/statements.js'
import { outputText, printed } from './output-text.js'
import { qualifiedName, quoteIdentifier, quoteLiteral } from './quoting.js'
import type { ReadTable } from './read-table.js'
import { rowIdOf } from './table-rows.js'

/** A statement of a save, and the staged row that it is about. */
export interface EditStatement extends Statement {
  /** `update`, `delete`: the key of the row; `insert`: the id of the new row. */
  row: string
  type: 'insert' | 'update' | 'delete'
  expectRows: 1
}

/** In the order in which they can follow each other: what is deleted makes room for what is inserted. */
export function editStatements(table: ReadTable, edits: StagedEdits): EditStatement[] {
  const target = qualifiedName(table.schema, table.name)
  return [
    ...edits.deletes.map(({ key, base }): EditStatement => {
      const parameters: Cell[] = []
      const query = `delete from ${target}\nwhere ${rowCondition(table, base, parameters)}`
      return { type: 'delete', row: key, query, parameters, expectRows: 1 }
    }),
    ...edits.updates.map(({ key, base, changes }): EditStatement => {
      const parameters: Cell[] = []
      const set = Object.entries(changes).map(
        ([column, value]) => `${quoteIdentifier(column)} = ${given(value, parameters)}`,
      )
      const query = `update ${target}\nset ${set.join(', ')}\nwhere ${rowCondition(table, base, parameters)}`
      return { type: 'update', row: key, query, parameters, expectRows: 1 }
    }),
    ...edits.inserts.map(({ id, values }): EditStatement => {
      const parameters: Cell[] = []
      const columns = Object.keys(values).map(quoteIdentifier)
      const what = Object.values(values).map((value) => given(value, parameters))
      const query =
        columns.length === 0
          ? `insert into ${target} default values`
          : `insert into ${target} (${columns.join(', ')})\nvalues (${what.join(', ')})`
      return { type: 'insert', row: id, query, parameters, expectRows: 1 }
    }),
  ]
}

/** The staged rows as they are now: the columns that are named, and those that tell the row apart. */
export function currentRowsStatement(
  table: ReadTable,
  rows: readonly { base: RowBase }[],
  columns: readonly string[],
): Statement {
  const parameters: Cell[] = []
  const found = rows.map(({ base }) => `(${identityCondition(table, base, parameters)})`)
  const outputs = [...columns.map(outputText), ...rowIdOf(table)]
  return {
    query: `select ${outputs.join(', ')}\nfrom ${qualifiedName(table.schema, table.name)}\nwhere ${found.join(' or ')}`,
    parameters,
  }
}

/** The whole value of one cell. */
export function wholeCellStatement(table: ReadTable, base: RowBase, column: string): Statement {
  const parameters: Cell[] = []
  const from = qualifiedName(table.schema, table.name)
  return {
    query: `select ${outputText(column)}\nfrom ${from}\nwhere ${identityCondition(table, base, parameters)}`,
    parameters,
  }
}

/** The statements as a text to read: the same, with the values in their places. */
export function editsAsSql(statements: readonly EditStatement[]): string {
  return statements.map(({ query, parameters }) => `${withValues(query, parameters)};`).join('\n\n')
}

/** A text or a name may hold `$1` too: only the marks outside of quotes are replaced. */
function withValues(query: string, parameters: readonly Cell[]): string {
  return query.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\$(\d+)/g, (part, number?: string) => {
    if (number === undefined) return part
    const value = parameters[Number(number) - 1]
    return value === undefined || value === null ? 'null' : quoteLiteral(value)
  })
}

function given(value: NewValue, parameters: Cell[]): string {
  if (value.type === 'default') return 'default'
  return `$${parameters.push(value.type === 'null' ? null : value.text)}`
}

/** Finds the row by its key, where an index can, and compares every value that was read. */
function rowCondition(table: ReadTable, base: RowBase, parameters: Cell[]): string {
  const ids = idConditions(table, base, parameters)
  const compared = Object.entries(base.values)
    .filter(([column]) => !table.key.includes(column))
    .map(([column, value]) => holds(column, value, parameters))
  return [...ids, ...compared].join('\n  and ')
}

/** Whether a column holds what was read. NULL has no text, and an empty text is not NULL. */
function holds(column: string, value: Cell, parameters: Cell[]): string {
  const name = quoteIdentifier(column)
  if (value === null) return `${name} is not distinct from null`
  const isText = `${printed(column)} = $${parameters.push(value)}`
  return value === '' ? `${isText} and ${name} is distinct from null` : isText
}

/** Finds one row: by its key or its position, or by all that was read of it. */
export function identityCondition(table: ReadTable, base: RowBase, parameters: Cell[]): string {
  const ids = idConditions(table, base, parameters)
  if (ids.length > 0) return ids.join(' and ')
  return rowCondition(table, base, parameters)
}

function idConditions(table: ReadTable, base: RowBase, parameters: Cell[]): string[] {
  const names = table.key.length > 0 ? table.key.map(quoteIdentifier) : table.rowId
  return names.map((name, at) => `${name} = $${parameters.push(base.id[at] ?? null)}`)
}
