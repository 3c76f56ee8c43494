/** Server data of one table: what it is, a page of its rows, and how many they are. */
import { newId, type Client, type ImpersonatedRole } from '@basedeck/platform-client'
import type { TableFilter } from '../rules/table-editor/table-address.js'
import type { QueryData } from '../kernel/query-store.js'
import { asRoleFinds, columnRightsIn, columnRightsStatement } from '../sql/column-rights.js'
import { createRowSet, type RowSet } from '../sql/row-set.js'
import { tableDetailIn, tableDetailStatement, type TableDetail } from '../sql/table-detail.js'
import type { ReadTable } from '../sql/read-table.js'
import { rowCountStatement, tableRowsStatement, type RowPage } from '../sql/table-rows.js'
import { tablePoliciesIn, tablePoliciesStatement, type TablePolicy } from '../sql/table-policies.js'
import { tableSizesIn, tableSizesStatement, type TableSizes } from '../sql/table-sizes.js'
import { catalogueKey } from './catalogue.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'

const STALE_MS = 10_000

/** The key prefix of the rows of a project's tables. */
export const tableRowsKey = (ref: string) => [...projectKey(ref), 'table-rows']

/**
 * Null: the database has no such table, or shows it to others only.
 * @param role as whom its rows are read; null: the owner
 */
export function tableDetailQuery(
  client: Client,
  ref: string,
  oid: string,
  role: ImpersonatedRole | null = null,
): QueryData<TableDetail | null> {
  return {
    key: [...catalogueKey(ref), 'table', oid, ...(role ? [roleName(role)] : [])],
    async fetch(signal) {
      const [[detail], rights] = await Promise.all([
        rowsOf(client, ref, tableDetailStatement(oid), signal),
        role ? rowsOf(client, ref, columnRightsStatement(oid), signal, role) : null,
      ])
      const table = tableDetailIn(oid, detail)
      return table && rights ? asRoleFinds(table, columnRightsIn(rights)) : table
    },
    staleMs: STALE_MS,
  }
}

/** The name of an acting role in the database. */
export function roleName(role: ImpersonatedRole): string {
  return role.type === 'rest' ? role.role : role.name
}

/** Of the moment: sizes change with every row. */
export function tableSizesQuery(client: Client, ref: string, oid: string): QueryData<TableSizes> {
  return {
    key: [...tableRowsKey(ref), oid, 'sizes'],
    fetch: async (signal) => tableSizesIn((await rowsOf(client, ref, tableSizesStatement(oid), signal))[0]),
  }
}

export function tablePoliciesQuery(client: Client, ref: string, oid: string): QueryData<TablePolicy[]> {
  return {
    key: [...catalogueKey(ref), 'table', oid, 'policies'],
    fetch: async (signal) => tablePoliciesIn(await rowsOf(client, ref, tablePoliciesStatement(oid), signal)),
  }
}

/** A page of rows; it may hold one row more than the page, which tells that another follows. */
export function tableRowsQuery(
  client: Client,
  ref: string,
  table: ReadTable & { id: string },
  page: RowPage,
  role: ImpersonatedRole | null,
): QueryData<RowSet> {
  const statement = tableRowsStatement(table, page)
  return {
    key: [...tableRowsKey(ref), table.id, 'page', statement, role],
    async fetch(signal) {
      const rows = createRowSet()
      const body = { ...statement, readOnly: true, runId: newId(), ...(role ? { role } : {}) }
      for await (const part of client.rows({ params: { ref }, body }, { signal })) {
        if (part.type === 'rows') rows.add(part.rows)
        else if (part.type === 'cells') rows.addCells(part.rows)
      }
      return rows
    },
    staleMs: STALE_MS,
  }
}

/** The exact number of rows that the role sees; counting reads the whole table. */
export function rowCountQuery(
  client: Client,
  ref: string,
  table: ReadTable & { id: string },
  filters: readonly TableFilter[],
  role: ImpersonatedRole | null,
): QueryData<number> {
  const statement = rowCountStatement(table, filters)
  return {
    key: [...tableRowsKey(ref), table.id, 'count', statement, role],
    fetch: async (signal) => Number((await rowsOf(client, ref, statement, signal, role))[0]?.[0]),
    staleMs: STALE_MS,
  }
}
