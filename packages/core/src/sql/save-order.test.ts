import { expect, test } from 'vitest'
import type { NewValue, StagedEdits } from '../rules/table-editor/staged-edits.js'
import { comparableValue } from './comparable-value.js'
import { parkingValue } from './parking-value.js'
import { editPlan, editsAsSql, type SavedTable } from './staged-edits.js'
import type { TableUnique } from './table-detail.js'

const unique = (name: string, ...columns: string[]): TableUnique => ({
  name,
  columns,
  isDeferrable: false,
  nullsAreEqual: false,
})
const table: SavedTable = {
  id: '7',
  schema: 'shop',
  name: 'items',
  columns: [
    { name: 'id', type: 'int8', isNullable: false },
    { name: 'pos', type: 'int4', isNullable: false },
    { name: 'code', type: 'text' },
    { name: 'parent', type: 'int8' },
  ],
  key: ['id'],
  rowId: ['ctid'],
  references: [
    {
      name: 'items_parent_fkey',
      columns: ['parent'],
      targetId: '7',
      targetSchema: 'shop',
      targetTable: 'items',
      targetColumns: ['id'],
    },
  ],
  constraints: {
    uniques: [unique('items_pkey', 'id'), unique('items_pos_key', 'pos'), unique('items_code_key', 'code')],
    referenced: ['id'],
    hasRowTriggers: false,
  },
}
const text = (value: string): NewValue => ({ type: 'text', text: value })
const update = (id: string, column: string, from: string | null, to: string) => ({
  key: JSON.stringify([id]),
  base: { id: [id], values: { [column]: from } },
  changes: { [column]: text(to) },
})
const deleted = (id: string, values: Record<string, string | null>) => ({
  key: JSON.stringify([id]),
  base: { id: [id], values },
})
const planOf = (edits: Partial<StagedEdits>, of = table) => {
  const { statements, tangled } = editPlan(of, { updates: [], deletes: [], inserts: [], ...edits })
  return { order: statements.map(({ type, rows }) => `${type} ${rows.join()}`), tangled, statements }
}

test('values are shifted from the end, also where they are written in another way', () => {
  const updates = [update('1', 'pos', '1', '02'), update('2', 'pos', '2', ' 3'), update('3', 'pos', '3', '4')]
  expect(planOf({ updates }).order).toEqual(['update ["3"]', 'update ["2"]', 'update ["1"]'])
})

test('rows that swap a value: one holds another value for a moment, which Review SQL shows', () => {
  const { order, statements, tangled } = planOf({
    updates: [update('1', 'pos', '1', '2'), update('2', 'pos', '2', '1')],
  })
  expect(order).toEqual(['park ["2"]', 'update ["1"]', 'update ["2"]'])
  expect(tangled).toEqual([])
  const [parking, , last] = statements
  const parked = parking?.parameters[0] ?? ''
  expect(Number(parked)).toBeGreaterThanOrEqual(2 ** 30)
  expect(Number(parked)).toBeLessThan(2 ** 31)
  expect(last?.parameters).toEqual(['1', '2', parked])
  expect(editsAsSql(statements)).toContain(`set "pos" = '${parked}'\nwhere "id" = '2'`)
  const texts = planOf({ updates: [update('1', 'code', 'a', 'b'), update('2', 'code', 'b', 'a')] })
  expect(texts.statements[0]?.parameters).toEqual([null, '2', 'b'])
})

test('keys that others refer to are not parked; the rows are named', () => {
  const { order, tangled } = planOf({ updates: [update('1', 'id', '1', '2'), update('2', 'id', '2', '1')] })
  expect(order).toHaveLength(2)
  expect([...tangled].sort()).toEqual(['["1"]', '["2"]'])
})

test('children leave before their parent is deleted, and a new row comes before those that refer to it', () => {
  const { order } = planOf({
    deletes: [deleted('1', { pos: '1', code: 'a', parent: null })],
    updates: [update('2', 'parent', '1', '9')],
    inserts: [{ id: 'new', values: { id: text('9'), pos: text('9') } }],
  })
  expect(order).toEqual(['insert new', 'update ["2"]', 'delete ["1"]'])
})

test('rows that may refer to each other are deleted together', () => {
  const { statements } = planOf({ deletes: [deleted('1', { parent: '2' }), deleted('2', { parent: '1' })] })
  expect(statements).toMatchObject([{ rows: ['["1"]', '["2"]'], expectRows: 2 }])
  const apart = planOf(
    { deletes: [deleted('1', { parent: '2' }), deleted('2', { parent: '1' })] },
    { ...table, references: [] },
  )
  expect(apart.order).toEqual(['delete ["1"]', 'delete ["2"]'])
})

test('a row that is deleted and has to stay for a moment gives its value away', () => {
  const { order } = planOf({
    deletes: [deleted('1', { pos: '1', code: 'a', parent: null })],
    updates: [
      {
        key: '["2"]',
        base: { id: ['2'], values: { parent: '1', pos: '2' } },
        changes: { parent: { type: 'null' }, pos: text('1') },
      },
    ],
  })
  expect(order).toEqual(['park ["1"]', 'update ["2"]', 'delete ["1"]'])
})

test('NULLs are no equal values, unless the index says so', () => {
  const updates = [
    { ...update('1', 'code', 'a', ''), changes: { code: { type: 'null' as const } } },
    update('2', 'code', null, 'b'),
  ]
  expect(planOf({ updates }).order).toEqual(['update ["1"]', 'update ["2"]'])
  const equal = { ...unique('items_code_key', 'code'), nullsAreEqual: true }
  const constraints = { uniques: [equal], referenced: [], hasRowTriggers: false }
  expect(planOf({ updates }, { ...table, constraints }).order).toEqual(['update ["2"]', 'update ["1"]'])
})

test('a value that is parked is one of the column, or there is none', () => {
  const free = { key: ['id'], constraints: { uniques: [], referenced: [], hasRowTriggers: false } }
  const column = (type: string, more: object = {}) => ({ name: 'c', type, isNullable: false, ...more })
  const value = (type: string, more: object = {}, of: typeof free = free) =>
    parkingValue(of, column(type, more), 'row')
  expect(Number(value('int2'))).toBeGreaterThanOrEqual(2 ** 14)
  expect(Number(value('int2'))).toBeLessThan(2 ** 15)
  expect(BigInt(value('int8') ?? 0) < 2n ** 63n).toBe(true)
  expect(value('uuid')).toMatch(/^ffffffff-ffff-ffff-[\da-f]{4}-[\da-f]{12}$/)
  expect(value('text')).toMatch(/^~moving [\da-f]{16}$/)
  expect(value('varchar', { declared: 'character varying(24)' })).toHaveLength(24)
  expect(value('varchar', { declared: 'character varying(23)' })).toBeUndefined()
  expect(value('numeric', { declared: 'numeric(4,2)' })).toBeUndefined()
  expect(value('numeric')).toMatch(/^\d{19,20}$/)
  expect(value('date')).toBeUndefined()
  expect(value('date', { isNullable: true })).toBeNull()
  expect(value('text', { enums: ['a', 'b'] })).toBeUndefined()
  expect(value('int4', {}, { ...free, key: [] })).toBeUndefined()
  for (const constraints of [
    { ...free.constraints, hasRowTriggers: true },
    { ...free.constraints, referenced: ['c'] },
  ])
    expect(
      parkingValue({ key: ['id'], constraints }, column('int4', { isNullable: true }), 'row'),
    ).toBeUndefined()
  const equal = {
    uniques: [{ ...unique('u', 'c'), nullsAreEqual: true }],
    referenced: [],
    hasRowTriggers: false,
  }
  expect(
    parkingValue({ key: ['id'], constraints: equal }, column('date', { isNullable: true }), 'row'),
  ).toBeUndefined()
  expect(parkingValue({ ...free, key: ['c'] }, column('text', { isNullable: true }), 'row')).not.toBeNull()
  expect(value('int4')).toBe(value('int4'))
  expect(parkingValue(free, column('int4'), 'another')).not.toBe(value('int4'))
})

test('values that PostgreSQL takes for equal are compared as equal', () => {
  const same = (type: string, one: string, other: string) =>
    comparableValue(type, one) === comparableValue(type, other)
  expect(same('int4', '07', '7')).toBe(true)
  expect(same('numeric', '1.50', '1.5')).toBe(true)
  expect(same('numeric', '100', '1e2')).toBe(true)
  expect(same('numeric', '10', '1')).toBe(false)
  expect(same('uuid', '{A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11}', 'a0eebc999c0b4ef8bb6d6bb9bd380a11')).toBe(
    true,
  )
  expect(same('text', '07', '7')).toBe(false)
  expect(same('int4', 'x', 'x')).toBe(true)
})
