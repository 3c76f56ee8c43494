/** The table editor with a table of 250 rows, which is read page by page, for tests of what is shown of it. */
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { onTestFinished } from 'vitest'
import type { ReadTable } from '../sql/read-table.js'
import { tableDetailStatement } from '../sql/table-detail.js'
import { rowCountStatement, tableRowsStatement, type RowPage } from '../sql/table-rows.js'
import { drawnRows } from './drawn-rows.js'
import { openScreen } from './open-screen.js'
import { queryResult } from './query-result.js'

/** The columns of the table, as its detail has them. */
export const COLUMNS = [
  { name: 'id', type: 'int8', typeName: 'int8', isNullable: false, key: 1 },
  { name: 'name', type: 'text', typeName: 'text', isNullable: true, key: null },
]
/** The table. */
export const orders: ReadTable = {
  schema: 'public',
  name: 'orders',
  columns: COLUMNS,
  key: ['id'],
  rowId: ['ctid'],
}
/** Its first page. */
export const FIRST: RowPage = { sorts: [], filters: [], offset: 0, limit: 100 }

/** Rows with the ids `from` to `to`. */
export const rowsFrom = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => [String(from + at), `Name ${from + at}`])

const edge = (side: 'after' | 'before', id: number) => ({ side, values: [String(id)] })

/** What the catalogue says of the table. */
export const DETAIL = ['public', 'orders', 'r', null, 'f', '0', '250', JSON.stringify(COLUMNS)]

function withOrders(fake: FakePlatform) {
  fake.answer(tableDetailStatement('7').query, queryResult([DETAIL]))
  const page = (more: Partial<RowPage>, rows: (string | null)[][]) => {
    const { query, parameters } = tableRowsStatement(orders, { ...FIRST, ...more })
    fake.answer(query, queryResult(rows), parameters)
  }
  page({}, rowsFrom(1, 101))
  page({ offset: 100, edge: edge('after', 100) }, rowsFrom(101, 201))
  page({ offset: 100 }, rowsFrom(101, 201))
  page({ offset: 200, edge: edge('after', 200) }, rowsFrom(201, 250))
  page({ offset: 100, edge: edge('before', 201) }, rowsFrom(101, 200))
  page({ offset: -100 }, rowsFrom(151, 250))
  page({ offset: -200, edge: edge('before', 151) }, rowsFrom(51, 150))
  page({ offset: -300, edge: edge('before', 51) }, rowsFrom(1, 50))
  page({ sorts: [{ column: 'name', isAscending: false }] }, rowsFrom(9, 10))
  page({ filters: [{ column: 'name', operator: 'eq', value: 'x' }] }, [])
  fake.answer(rowCountStatement(orders, []).query, queryResult([['251']]))
  return page
}

/** Ends with its test. @param search of its address @param prepare before the screen opens */
export async function openTable(search = '?schema=public', prepare?: (fake: FakePlatform) => void) {
  const opened = await openScreen('tableEditorTable', `/project/default/editor/7${search}`, (fake) => {
    withOrders(fake)
    prepare?.(fake)
  })
  onTestFinished(opened.end)
  const { screen, watch } = opened
  const view = watch(
    screen.$view,
    screen.$thing,
    screen.$missing,
    screen.gate.$gate,
    screen.$range,
    screen.$count,
    screen.$page,
    screen.$filters,
    screen.$sorts,
    screen.$about,
    screen.$hiddenCount,
  )
  const shown = () => {
    const now = view()
    return now.status === 'ready' ? drawnRows(now.grid, now.shown) : []
  }
  return { ...opened, view, shown }
}
