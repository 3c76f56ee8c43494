/**
 * The statements that save staged edits. Each finds one row by what it held when it was read, so that a row that
 * another changed meanwhile is not found. Values are parameters of the columns' own types: nothing is cast, since a
 * cast would cut a text that is too long.
 */
import type { Cell } from '@basedeck/platform-client/contract'
import type {
  NewValue,
  RowBase,
  StagedEdits,
  StagedInsert,
  StagedUpdate,
} from '../rules/table-editor/staged-edits.js'
import type { Statement } from './catalogue/statements.js'
import { outputText, printed } from './output-text.js'
import { qualifiedName, quoteIdentifier, quoteLiteral } from './quoting.js'
import type { ReadTable } from './read-table.js'
import { saveOrder, type OrderedTable, type Step } from './save-order.js'
import { rowIdOf } from './table-rows.js'

/** A table whose rows are saved. */
export type SavedTable = ReadTable & OrderedTable

/** A statement of a save, and the staged rows that it is about. */
export interface EditStatement extends Statement {
  /**
   * `update`, `delete`, and `park`, which gives a row a value for a moment: the keys of the rows; `insert`: the id of the
   * new row; `defer`: none.
   */
  rows: readonly string[]
  type: 'insert' | 'update' | 'delete' | 'park' | 'defer'
  /** Absent: it changes no rows. */
  expectRows?: number
}

/** The statements of a save. */
export interface EditPlan {
  statements: readonly EditStatement[]
  /** Keys of rows whose changes wait for each other without a way out: PostgreSQL will refuse one of them. */
  tangled: readonly string[]
}

interface EditStep extends Step {
  /** @param bases as rows are found that were changed by a statement before, by their keys */
  statement(bases: ReadonlyMap<string, RowBase>): EditStatement
}

/** A statement has at most 65,535 parameters. */
const PARAMETERS_MAX = 60_000

/** In an order in which they can follow each other; where nothing asks for another one, what is deleted makes room first. */
export function editPlan(table: SavedTable, edits: StagedEdits): EditPlan {
  const steps = [
    ...deleteSteps(table, edits.deletes),
    ...edits.updates.map((update) => updateStep(table, update)),
    ...edits.inserts.map((insert) => insertStep(table, insert)),
  ]
  const { order, parked, deferred, tangled } = saveOrder(table, steps)
  const staged = new Map([...edits.updates, ...edits.deletes].map(({ key, base }) => [key, base]))
  const bases = new Map<string, RowBase>()
  const parking = parked.flatMap(({ step, row, column, value }): EditStatement[] => {
    const key = steps[step]?.rows[row]?.key ?? ''
    const base = bases.get(key) ?? staged.get(key)
    if (!base) return []
    bases.set(key, parkedBase(table, base, column, value))
    const changes: StagedUpdate['changes'] = {
      [column]: value === null ? { type: 'null' } : { type: 'text', text: value },
    }
    return [{ ...updateStatement(table, { key, base, changes }), type: 'park' }]
  })
  return {
    statements: [
      ...deferral(table, deferred),
      ...parking,
      ...order.flatMap((step) => steps[step]?.statement(bases) ?? []),
    ],
    tangled,
  }
}

function deferral({ schema }: SavedTable, constraints: readonly string[]): EditStatement[] {
  if (constraints.length === 0) return []
  const names = constraints.map((name) => qualifiedName(schema, name)).join(', ')
  return [{ type: 'defer', rows: [], query: `set constraints ${names} deferred`, parameters: [] }]
}

/** Rows that may refer to each other are deleted by one statement: their references are checked at its end. */
function deleteSteps(table: SavedTable, deletes: StagedEdits['deletes']): EditStep[] {
  const isSelf = (table.references ?? []).some(({ targetId }) => targetId === table.id)
  const groups = isSelf ? [deletes] : deletes.map((one) => [one])
  const steps = groups.filter(({ length }) => length > 0).map((group) => deleteStep(table, group))
  const isTooLong = steps.some(({ statement }) => statement(new Map()).parameters.length > PARAMETERS_MAX)
  return isTooLong ? deletes.map((one) => deleteStep(table, [one])) : steps
}

function deleteStep(table: SavedTable, deletes: StagedEdits['deletes']): EditStep {
  return {
    rows: deletes.map(({ key, base }) => ({ key, before: knownOf(table, base) })),
    statement(bases) {
      const parameters: Cell[] = []
      const conditions = deletes.map(({ key, base }) =>
        rowCondition(table, bases.get(key) ?? base, parameters),
      )
      const where =
        conditions.length === 1 ? conditions.join() : conditions.map((one) => `(${one})`).join('\n  or ')
      return {
        type: 'delete',
        rows: deletes.map(({ key }) => key),
        query: `delete from ${qualifiedName(table.schema, table.name)}\nwhere ${where}`,
        parameters,
        expectRows: deletes.length,
      }
    },
  }
}

function updateStep(table: SavedTable, update: StagedUpdate): EditStep {
  const { key, base, changes } = update
  return {
    rows: [{ key, before: knownOf(table, base), after: changes }],
    statement: (bases) => updateStatement(table, { ...update, base: bases.get(key) ?? base }),
  }
}

function updateStatement(table: SavedTable, { key, base, changes }: StagedUpdate): EditStatement {
  const parameters: Cell[] = []
  const set = Object.entries(changes).map(
    ([column, value]) => `${quoteIdentifier(column)} = ${given(value, parameters)}`,
  )
  const target = qualifiedName(table.schema, table.name)
  const query = `update ${target}\nset ${set.join(', ')}\nwhere ${rowCondition(table, base, parameters)}`
  return { type: 'update', rows: [key], query, parameters, expectRows: 1 }
}

function insertStep(table: SavedTable, { id, values }: StagedInsert): EditStep {
  return {
    rows: [{ key: id, after: values }],
    statement() {
      const parameters: Cell[] = []
      const target = qualifiedName(table.schema, table.name)
      const columns = Object.keys(values).map(quoteIdentifier)
      const what = Object.values(values).map((value) => given(value, parameters))
      const query =
        columns.length === 0
          ? `insert into ${target} default values`
          : `insert into ${target} (${columns.join(', ')})\nvalues (${what.join(', ')})`
      return { type: 'insert', rows: [id], query, parameters, expectRows: 1 }
    },
  }
}

/** What is known of a row by column. */
function knownOf({ key }: SavedTable, { id, values }: RowBase): Record<string, Cell> {
  return { ...Object.fromEntries(key.map((column, at) => [column, id[at] ?? null])), ...values }
}

/** The row as it is found while it holds the value. */
function parkedBase({ key }: SavedTable, base: RowBase, column: string, value: Cell): RowBase {
  const at = key.indexOf(column)
  return {
    id: at === -1 ? base.id : base.id.with(at, value),
    values: { ...base.values, [column]: value },
  }
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
  return statements
    .map(({ type, query, parameters }) => {
      const remark = type === 'park' ? '-- For a moment, so that another row can take its value.\n' : ''
      return `${remark}${withValues(query, parameters)};`
    })
    .join('\n\n')
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
