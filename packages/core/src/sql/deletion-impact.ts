/**
 * What a deletion of rows, or a change of their keys, does to the rows of other tables that refer to them, read before it
 * runs.
 */
import type { Cell } from '@basedeck/platform-client/contract'
import type { RowBase } from '../rules/table-editor/staged-edits.js'
import type { Statement } from './catalogue/statements.js'
import { qualifiedName, quoteIdentifier } from './quoting.js'
import type { ReadTable } from './read-table.js'
import { identityCondition } from './staged-edits.js'
import { FOREIGN_KEY_ACTIONS, type ForeignKeyAction } from './table-description.js'

/** A foreign key of a table that refers to another one. */
export interface IncomingReference {
  /** The oid of the table that refers. */
  tableId: string
  schema: string
  table: string
  columns: readonly string[]
  targetColumns: readonly string[]
  onDelete: ForeignKeyAction
  onUpdate: ForeignKeyAction
}

/** More referring rows of one table are not counted. */
export const COUNTED_REFERENCES_MAX = 10_000
/** More deleted rows are not looked at: a statement has at most 65,535 parameters. */
export const DELETED_ROWS_MAX = 1000

/** One row for each foreign key that refers to the table. */
export function incomingReferencesStatement(oid: string): Statement {
  return {
    query: `select n.nspname, c.relname,
  (select pg_catalog.json_agg(a.attname order by k.ordinal)::text from pg_catalog.unnest(o.conkey) with ordinality k(number, ordinal)
    join pg_catalog.pg_attribute a on a.attrelid = o.conrelid and a.attnum = k.number),
  (select pg_catalog.json_agg(a.attname order by k.ordinal)::text from pg_catalog.unnest(o.confkey) with ordinality k(number, ordinal)
    join pg_catalog.pg_attribute a on a.attrelid = o.confrelid and a.attnum = k.number),
  pg_catalog.strpos('arcnd', o.confdeltype::text)::text, c.oid::text,
  pg_catalog.strpos('arcnd', o.confupdtype::text)::text
from pg_catalog.pg_constraint o
join pg_catalog.pg_class c on c.oid = o.conrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where o.confrelid = $1::oid and o.contype = 'f' and o.conparentid = 0
order by 1, 2, o.conname`,
    parameters: [oid],
  }
}

/** The foreign keys in the statement's rows. */
export function incomingReferencesIn(rows: readonly (readonly Cell[])[]): IncomingReference[] {
  return rows.map(([schema, table, columns, targetColumns, onDelete, tableId, onUpdate]) => ({
    tableId: tableId ?? '',
    schema: schema ?? '',
    table: table ?? '',
    columns: JSON.parse(columns ?? '[]') as string[],
    targetColumns: JSON.parse(targetColumns ?? '[]') as string[],
    onDelete: actionIn(onDelete),
    onUpdate: actionIn(onUpdate),
  }))
}

function actionIn(place: Cell | undefined): ForeignKeyAction {
  return FOREIGN_KEY_ACTIONS[Number(place) - 1] ?? 'no action'
}

/**
 * One row: how many rows refer to these by the last key, up to one more than are counted. Rows that go themselves do not
 * count.
 * @param path the key that refers to the table, the key that refers to the rows found so, and so on
 */
export function referringRowsStatement(
  table: ReadTable,
  path: readonly [IncomingReference, ...IncomingReference[]],
  changed: readonly { base: RowBase }[],
): Statement {
  const parameters: Cell[] = []
  const rows = () => changed.map(({ base }) => `(${identityCondition(table, base, parameters)})`).join(' or ')
  const [first] = path
  const isSelf = path.length === 1 && first.schema === table.schema && first.table === table.name
  let from = `${qualifiedName(table.schema, table.name)} where ${rows()}`
  for (const [at, { schema, table: name, columns, targetColumns }] of path.entries()) {
    const own = columns.map((column) => `c.${quoteIdentifier(column)}`).join(', ')
    const targets = targetColumns.map((column) => (at === 0 ? '' : 'c.') + quoteIdentifier(column)).join(', ')
    from = `${qualifiedName(schema, name)} c\nwhere (${own}) in (select ${targets} from ${from})`
  }
  const others = isSelf ? ` and not (${rows()})` : ''
  const found = `select from ${from}${others}\nlimit ${COUNTED_REFERENCES_MAX + 1}`
  return { query: `select count(*)::text from (${found}) counted`, parameters }
}
