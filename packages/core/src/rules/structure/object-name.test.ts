import { expect, test } from 'vitest'
import {
  columnNameProblem,
  isSystemSchema,
  nameProblem,
  nameWithEnd,
  type NameProblem,
} from './object-name.js'

test.each<[string, NameProblem | null]>([
  ['orders', null],
  ['Orders', null],
  ['select', null],
  ['a "b".c', null],
  ['it’s 😀', null],
  [' padded ', null],
  ['a'.repeat(63), null],
  ['a'.repeat(64), 'long'],
  // Two bytes each.
  ['ä'.repeat(31), null],
  ['ä'.repeat(32), 'long'],
  ['', 'empty'],
  [' \t', 'empty'],
  ['a\0b', 'nul'],
  ['taken', 'taken'],
  ['Taken', null],
])('the name %j: %s', (name, problem) => {
  expect(nameProblem(name, ['taken'])).toBe(problem)
  expect(columnNameProblem(name, ['taken'])).toBe(problem)
})

test.each(['ctid', 'xmin', 'tableoid'])('no column can be called %s', (name) => {
  expect(columnNameProblem(name)).toBe('system')
  expect(nameProblem(name)).toBeNull()
})

test.each([
  ['pg_catalog', true],
  ['pg_mine', true],
  ['pgmine', false],
  ['information_schema', false],
])('PostgreSQL keeps the schema name %s: %s', (name, isSystem) => {
  expect(isSystemSchema(name)).toBe(isSystem)
})

test.each([
  ['orders', undefined, 'orders_copy'],
  ['orders', [], 'orders_copy'],
  ['orders', ['orders_copy'], 'orders_copy_2'],
  ['orders', ['orders_copy', 'orders_copy_2'], 'orders_copy_3'],
  ['a'.repeat(63), [], `${'a'.repeat(58)}_copy`],
  ['😀'.repeat(15), [], `${'😀'.repeat(14)}_copy`],
])('%s beside %j gets the copy %s', (name, taken, made) => {
  expect(nameWithEnd(name, '_copy', taken)).toBe(made)
})
