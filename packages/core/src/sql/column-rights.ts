/** What a role may do with the columns of a table, where it was granted some of them only. */
import type { Cell } from '@basedeck/platform-client/contract'
import type { Statement } from './catalogue/statements.js'
import type { TableDetail } from './table-detail.js'

/** What the role may do with a column. */
export interface ColumnRights {
  mayRead: boolean
  mayUpdate: boolean
  mayInsert: boolean
}

/** One row a column; run as the role. */
export function columnRightsStatement(oid: string): Statement {
  const may = (privilege: string) => `pg_catalog.has_column_privilege(a.attrelid, a.attnum, '${privilege}')`
  return {
    query: `select a.attname, ${may('select')}, ${may('update')}, ${may('insert')}
from pg_catalog.pg_attribute a
where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped`,
    parameters: [oid],
  }
}

/** The statement's rows, by column. */
export function columnRightsIn(rows: readonly (readonly Cell[])[]): ReadonlyMap<string, ColumnRights> {
  return new Map(
    rows.map(([name, mayRead, mayUpdate, mayInsert]) => [
      name ?? '',
      { mayRead: mayRead === 't', mayUpdate: mayUpdate === 't', mayInsert: mayInsert === 't' },
    ]),
  )
}

/**
 * The table as the role finds it. Where it may read no column, PostgreSQL says so of the rows. Its rows can't be told apart by
 * a key, or a position, that it may not read.
 */
export function asRoleFinds(table: TableDetail, rights: ReadonlyMap<string, ColumnRights>): TableDetail {
  const hidden = table.columns.filter(({ name }) => rights.get(name)?.mayRead === false)
  const isHidden = hidden.length > 0 && hidden.length < table.columns.length
  const keyIsHidden = isHidden && (table.key.length === 0 || hidden.some(({ isKey }) => isKey))
  return {
    ...table,
    columns: table.columns.map((column) => {
      const { mayRead, mayUpdate, mayInsert } = rights.get(column.name) ?? ALL
      return {
        ...column,
        ...(isHidden && !mayRead ? { isHidden: true } : {}),
        ...(mayUpdate ? {} : { mayUpdate }),
        ...(mayInsert ? {} : { mayInsert }),
      }
    }),
    ...(keyIsHidden ? { key: [], rowId: [], hidesIdentity: true } : {}),
  }
}

const ALL: ColumnRights = { mayRead: true, mayUpdate: true, mayInsert: true }
