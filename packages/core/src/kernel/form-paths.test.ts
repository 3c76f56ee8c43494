import { expect, test } from 'vitest'
import {
  fieldIn,
  shiftedPath,
  shiftOfInsert,
  shiftOfMove,
  shiftOfRemoval,
  valueAt,
  withValueAt,
} from './form-paths.js'

const values = { name: 'orders', kept: null, columns: [{ name: 'id' }, { name: 'total', checks: ['> 0'] }] }

test.each([
  ['name', 'orders'],
  ['columns.1.name', 'total'],
  ['columns.1.checks.0', '> 0'],
  ['columns.7.name', undefined],
  ['name.first', undefined],
  ['kept.first', undefined],
])('at %s is %s', (path, value) => {
  expect(valueAt(values, path)).toBe(value)
})

test('a path begins with its field', () => {
  expect([fieldIn('name'), fieldIn('columns.1.name')]).toEqual(['name', 'columns'])
})

test('a value is replaced at its path; what lies beside it stays the same', () => {
  const changed = withValueAt(values, 'columns.0.name', 'key')
  expect(changed).toEqual({ ...values, columns: [{ name: 'key' }, values.columns[1]] })
  expect(changed.columns[1]).toBe(values.columns[1])
  expect(values.columns[0]).toEqual({ name: 'id' })
  expect(withValueAt({}, 'a.b', 1)).toEqual({ a: { b: 1 } })
})

test('paths follow the items of a list', () => {
  const after = (shift: (index: number) => number | null) =>
    ['l.0.x', 'l.1.x', 'l.2', 'l.3.x', 'l.10'].map((path) => shiftedPath(path, 'l', shift))
  expect(after(shiftOfInsert(1))).toEqual(['l.0.x', 'l.2.x', 'l.3', 'l.4.x', 'l.11'])
  expect(after(shiftOfRemoval(1))).toEqual(['l.0.x', null, 'l.1', 'l.2.x', 'l.9'])
  expect(after(shiftOfMove(0, 2))).toEqual(['l.2.x', 'l.0.x', 'l.1', 'l.3.x', 'l.10'])
  expect(after(shiftOfMove(2, 0))).toEqual(['l.1.x', 'l.2.x', 'l.0', 'l.3.x', 'l.10'])
  expect(after(shiftOfMove(1, 2))).toEqual(['l.0.x', 'l.2.x', 'l.1', 'l.3.x', 'l.10'])
  expect(after(shiftOfMove(2, 1))).toEqual(['l.0.x', 'l.2.x', 'l.1', 'l.3.x', 'l.10'])
})

test.each(['l', 'list.1', 'm.1.x', 'l.more', 'l.a1', 'l.1a'])('%s leads to no item of the list', (path) => {
  expect(shiftedPath(path, 'l', shiftOfInsert(0))).toBe(path)
})
