import { drawnRow, drawnRows } from '../../testing/drawn-rows.js'
import { expect, test } from 'vitest'
import { rowSetOf } from '../../sql/row-set.js'
import { CELL_CHARACTERS } from '../../sql/table-rows.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { PLAIN_LAYOUT } from '../query/result-view-state.js'
import { metFirstRow, pageText, positionOf, rangeText, tableGridOf } from './table-page.js'

test.each([
  [
    { before: 0, shown: 100, hasNext: true },
    { estimated: 1_000_000, exact: null },
    '1–100 of about 1,000,000',
  ],
  [{ before: 100, shown: 100, hasNext: true }, { estimated: null, exact: null }, '101–200'],
  [{ before: 100, shown: 100, hasNext: true }, { estimated: 150, exact: null }, '101–200'],
  [{ before: 100, shown: 100, hasNext: true }, { estimated: 150, exact: 250 }, '101–200 of 250'],
  [{ before: 200, shown: 50, hasNext: false }, { estimated: 1000, exact: null }, '201–250 of 250'],
  [{ before: 0, shown: 0, hasNext: false }, { estimated: 1000, exact: null }, '0 rows'],
  [{ before: 300, shown: 0, hasNext: false }, { estimated: 1000, exact: null }, ''],
  [{ before: -100, shown: 100, hasNext: false }, { estimated: 1000, exact: null }, 'Last 100 of about 1,000'],
  [{ before: -100, shown: 100, hasNext: false }, { estimated: 50, exact: null }, 'Last 100'],
  [{ before: -200, shown: 100, hasNext: true }, { estimated: null, exact: null }, '200–101 from the end'],
])('%j of %j reads %s', (page, total, said) => {
  expect(rangeText(page, total)).toBe(said)
})

const look100 = { sorts: [], filters: [], limit: 100 }
const before = { side: 'before', values: ['1'] } as const
const after = { side: 'after', values: ['1'] } as const

test.each([
  [
    'the first of several',
    { offset: 0 },
    101,
    null,
    { before: 0, shown: 100, hasPrevious: false, hasNext: true },
    'Page 1',
  ],
  [
    'the last that is read forwards',
    { offset: 200 },
    40,
    null,
    { before: 200, shown: 40, hasNext: false },
    'Page 3',
  ],
  ['behind a row', { offset: 100, edge: after }, 101, null, { before: 100, hasNext: true }, 'Page 2'],
  ['before a row', { offset: 100, edge: before }, 100, null, { before: 100, hasNext: true }, 'Page 2'],
  [
    'the last rows',
    { offset: -100 },
    100,
    null,
    { before: -100, hasPrevious: true, hasNext: false },
    'Last page',
  ],
  [
    'before the last rows',
    { offset: -200, edge: before },
    100,
    null,
    { before: -200, hasNext: true },
    'Page 2 from the end',
  ],
  [
    'the last rows, all counted',
    { offset: -100 },
    100,
    250,
    { before: 150, shown: 100, hasNext: false },
    'Page 3',
  ],
] as const)('a page: %s', (_, page, read, total, position, label) => {
  expect(positionOf({ ...look100, ...page }, read, total)).toMatchObject(position)
  expect(pageText(positionOf({ ...look100, ...page }, read, total), 100)).toBe(label)
})

test.each([
  [{ offset: -300 }, 50, true],
  [{ offset: -50 }, 50, false],
  [{ offset: 100, edge: before }, 99, true],
  [{ offset: 100, edge: after }, 5, false],
  [{ offset: 0 }, 0, false],
] as const)('%j with %i rows met the first row: %s', (page, read, met) => {
  expect(metFirstRow({ ...look100, ...page }, read)).toBe(met)
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
  constraints: { uniques: [], referenced: [], hasRowTriggers: false },
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
const look = { table, rows, view: { sorts: [], filters: [] }, layout: PLAIN_LAYOUT }

test('columns have their types by name, values are drawn readable, and a cut one is marked', () => {
  const grid = tableGridOf(look)
  expect(grid.columns.map(({ name, type, align }) => [name, type, align])).toEqual([
    ['id', 'int8', 'right'],
    ['note', 'remark', 'left'],
    ['paid', 'bool', 'left'],
  ])
  expect([0, 1].map((row) => grid.rows.cell(row, 2))).toEqual(['t', null])
  expect(drawnRows(grid, 2).map(([, , paid]) => paid)).toEqual(['true', null])
  expect(grid.rows.cell(1, 1)).toHaveLength(CELL_CHARACTERS)
  expect([grid.isCut(0, 1), grid.isCut(1, 1)]).toEqual([false, true])
})

test('the order and the layout of columns are shown; the same look gives the same columns', () => {
  const view = { sorts: [{ column: 'note', isAscending: false }], filters: [] }
  const layout = { ...PLAIN_LAYOUT, hidden: new Set([0]), frozen: new Set([2]) }
  const grid = tableGridOf({ ...look, view, layout })
  expect(grid.columns.map(({ name, sorted }) => [name, sorted])).toEqual([
    ['paid', undefined],
    ['note', { descending: true, rank: null }],
  ])
  expect(drawnRow(grid, 0)).toEqual(['true', 'short'])
})
