import { expect, test } from 'vitest'
import { rowSetOf } from '../../sql/row-set.js'
import { CELL_CHARACTERS } from '../../sql/table-rows.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { NO_PLACES } from '../query/result-view-state.js'
import { rangeText, tableGridOf } from './table-page.js'

test.each([
  [{ offset: 0, shown: 100, hasNext: true }, { estimated: 1_000_000, exact: null }, '1–100 of about 1000000'],
  [{ offset: 100, shown: 100, hasNext: true }, { estimated: null, exact: null }, '101–200'],
  [{ offset: 100, shown: 100, hasNext: true }, { estimated: 150, exact: null }, '101–200'],
  [{ offset: 100, shown: 100, hasNext: true }, { estimated: 150, exact: 250 }, '101–200 of 250'],
  [{ offset: 200, shown: 50, hasNext: false }, { estimated: 1000, exact: null }, '201–250 of 250'],
  [{ offset: 0, shown: 0, hasNext: false }, { estimated: 1000, exact: null }, '0 rows'],
  [{ offset: 300, shown: 0, hasNext: false }, { estimated: 1000, exact: null }, ''],
])('%j of %j reads %s', (page, total, said) => {
  expect(rangeText(page, total)).toBe(said)
})

const plain = {
  declared: '',
  defaultText: null,
  made: null,
  enums: null,
  isUpdatable: true,
  comment: null,
}
const table: TableDetail = {
  id: '7',
  schema: 'public',
  name: 'orders',
  kind: 'r',
  comment: null,
  rls: null,
  estimatedRows: null,
  columns: [
    { name: 'id', type: 'int8', typeName: 'int8', isNullable: false, isKey: true, ...plain },
    { name: 'note', type: 'text', typeName: 'remark', isNullable: true, isKey: false, ...plain },
    { name: 'paid', type: 'bool', typeName: 'bool', isNullable: true, isKey: false, ...plain },
  ],
  references: [],
  canInsert: true,
  canDelete: true,
  key: ['id'],
  rowId: ['ctid'],
}
const long = 'x'.repeat(CELL_CHARACTERS + 1)
const rows = rowSetOf([
  ['1', 'short', 't'],
  ['2', long, null],
])
const look = { table, rows, view: { sorts: [], filters: [] }, places: NO_PLACES }

test('columns have their types by name, values are readable, and a cut one is marked', () => {
  const grid = tableGridOf(look)
  expect(grid.columns.map(({ name, type, align }) => [name, type, align])).toEqual([
    ['id', 'int8', 'right'],
    ['note', 'remark', 'left'],
    ['paid', 'bool', 'left'],
  ])
  expect([grid.rows.cell(0, 2), grid.rows.cell(1, 2)]).toEqual(['true', null])
  expect(grid.rows.cell(1, 1)).toHaveLength(CELL_CHARACTERS)
  expect([grid.isCut(0, 1), grid.isCut(1, 1)]).toEqual([false, true])
})

test('the order and the places of columns are shown; the same look gives the same columns', () => {
  const view = { sorts: [{ column: 'note', isAscending: false }], filters: [] }
  const places = { ...NO_PLACES, hidden: new Set([0]), frozen: new Set([2]) }
  const grid = tableGridOf({ ...look, view, places })
  expect(grid.columns.map(({ name, sorted }) => [name, sorted])).toEqual([
    ['paid', undefined],
    ['note', { descending: true, rank: null }],
  ])
  expect(grid.rows.row(0)).toEqual(['true', 'short'])
})
