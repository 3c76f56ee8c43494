/** Writes rows of a branch into its parent. Each is found by what it held when it was compared, as in the table editor. */
import { printed, qualifiedName, quoteIdentifier } from '@basedeck/core/sql'
import type { Cell, mergeRowsBody, RowDifference, RowMerge } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import type { BatchStatement, Database } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { mergeText as text } from '../text/merge.js'
import { comparedTable, WRITTEN_ALIKE, type ComparedTable } from './compared-table.js'

/** What makes room comes first, and what others may refer to before them. */
const ORDER: readonly RowDifference['kind'][] = ['removed', 'added', 'changed']

/** @throws DomainError rows_not_comparable, invalid_body; DatabaseError: nothing is written; EngineError */
export async function mergeTableRows(
  { parent, branch }: Record<'parent' | 'branch', Pick<Database, 'run' | 'batch'>>,
  body: v.InferOutput<typeof mergeRowsBody>,
): Promise<RowMerge> {
  const table = await comparedTable(parent, branch, body, 'owner')
  const unknown = body.columns.find((column) => !table.columns.includes(column))
  if (unknown !== undefined) throw new DomainError('invalid_body', text.unknown(unknown))
  const rows = ORDER.flatMap((kind) =>
    body.rows.flatMap((row, at) => (row.kind === kind ? [{ row, at }] : [])),
  )
  const statements = rows.map(({ row }) => statementOf({ ...table, columns: body.columns }, row))
  const before = [{ query: WRITTEN_ALIKE }, { query: 'set constraints all deferred' }]
  const outcome = await parent.batch({
    runId: randomUUID(),
    statements: [...before, ...statements],
    timeoutMs: 0,
    withoutTypes: true,
  })
  const results = 'results' in outcome ? outcome.results : []
  const conflicts = rows
    .filter((_row, at) => results[before.length + at]?.rowCount === 0)
    .map(({ at }) => at)
    .sort((one, other) => one - other)
  return { merged: rows.length - conflicts.length, conflicts }
}

/** @throws DomainError invalid_body */
function statementOf(
  { schema, table, key, columns }: Pick<ComparedTable, 'schema' | 'table' | 'key' | 'columns'>,
  { kind, parent, branch }: RowDifference,
): BatchStatement {
  const parameters: Cell[] = []
  const given = (value: Cell) => `$${parameters.push(value)}`
  const target = qualifiedName(schema, table)
  const cells = (row: Cell[] | null) => {
    if (row?.length !== columns.length || !key.every((name) => columns.includes(name)))
      throw new DomainError('invalid_body')
    return row
  }
  if (kind === 'added') {
    const values = cells(branch).map(given)
    const names = columns.map((column) => quoteIdentifier(column))
    const found = key.map((column) => quoteIdentifier(column)).join(', ')
    return {
      query: `insert into ${target} (${names.join(', ')}) overriding system value\nvalues (${values.join(', ')})\non conflict (${found}) do nothing`,
      parameters,
    }
  }
  const before = cells(parent)
  const after = kind === 'changed' ? cells(branch) : null
  const set = columns.flatMap((column, at) =>
    after === null || after[at] === before[at]
      ? []
      : [`${quoteIdentifier(column)} = ${given(after[at] ?? null)}`],
  )
  const where = columns.map((column, at) => {
    const value = before[at] ?? null
    return key.includes(column) ? `${quoteIdentifier(column)} = ${given(value)}` : holds(column, value, given)
  })
  const verb = after === null ? `delete from ${target}` : `update ${target}\nset ${set.join(', ')}`
  return { query: `${verb}\nwhere ${where.join('\n  and ')}`, parameters }
}

/** NULL has no text, and an empty text is not NULL. */
function holds(column: string, value: Cell, given: (value: Cell) => string): string {
  const name = quoteIdentifier(column)
  if (value === null) return `${name} is not distinct from null`
  const isText = `${printed(column)} = ${given(value)}`
  return value === '' ? `${isText} and ${name} is distinct from null` : isText
}
