/** The table editor with a table of three rows that may be changed, for tests of its editing. */
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { expect, onTestFinished } from 'vitest'
import type { ReadTable } from '../sql/read-table.js'
import { tableDetailStatement } from '../sql/table-detail.js'
import { CELL_CHARACTERS, tableRowsStatement } from '../sql/table-rows.js'
import { drawnRow } from './drawn-rows.js'
import { detailColumn as column } from './detail-column.js'
import { openScreen } from './open-screen.js'
import { queryResult } from './query-result.js'

const COLUMNS = [
  column('id', 'int8', { isNullable: false, key: 1 }),
  column('name', 'text', { isNullable: false }),
  column('paid', 'bool'),
  column('twice', 'numeric', { made: 'generated' }),
]
/** The table: `id`, `name`, `paid`, and `twice`, which PostgreSQL computes. */
export const orders: ReadTable = {
  schema: 'public',
  name: 'orders',
  columns: COLUMNS,
  key: ['id'],
  rowId: ['ctid'],
}
/** A value as a page reads it when it is too long: with one character more than a cell shows. */
export const LONG = 'x'.repeat(CELL_CHARACTERS + 1)
const INSERT_UPDATE_DELETE = '28'

/** Ends with its test. @param kind of the relation, as `pg_class` has it */
export async function openEditableTable(prepare: (fake: FakePlatform) => void = () => undefined, kind = 'r') {
  const opened = await openScreen('tableEditorTable', '/project/default/editor/7?schema=public', (fake) => {
    const detail = ['public', 'orders', kind, null, 'f', '0', '3', JSON.stringify(COLUMNS), null]
    fake.answer(tableDetailStatement('7').query, queryResult([[...detail, INSERT_UPDATE_DELETE]]))
    const page = { sorts: [], filters: [], offset: 0, limit: 100 }
    fake.answer(
      tableRowsStatement(orders, page).query,
      queryResult([
        ['1', 'Ann', 't', '2'],
        ['2', LONG, null, '4'],
        ['3', 'Cleo', 'f', '6'],
      ]),
    )
    prepare(fake)
  })
  onTestFinished(opened.end)
  const { screen, watch, until } = opened
  const view = watch(screen.$view, screen.gate.$gate)
  const bar = watch(screen.editing.$bar, screen.editing.$canInsert)
  await until(() => expect(view().status).toBe('ready'))
  const shown = (row: number) => {
    const now = view()
    return now.status === 'ready' ? drawnRow(now.grid, row) : []
  }
  return { ...opened, editing: screen.editing, view, bar, shown }
}

/** A typed value. */
export const text = (value: string) => ({ type: 'text' as const, text: value })
