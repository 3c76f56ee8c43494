import { expect, test } from 'vitest'
import {
  mappedColumns,
  mappingProblem,
  newColumnNames,
  newTableName,
  type ImportColumn,
} from './import-mapping.js'

const column = (name: string, more: Partial<ImportColumn> = {}): ImportColumn => ({
  name,
  type: 'text',
  isRequired: false,
  isGenerated: false,
  ...more,
})

test.each([
  [
    ['id', 'name'],
    ['id', 'name'],
    ['id', 'name'],
  ],
  [['NAME'], ['name'], ['name']],
  [['First name'], ['first_name'], ['first_name']],
  [['E-Mail '], ['email'], ['email']],
  [['Name', 'name'], ['name'], [null, 'name']],
  [['a', 'a'], ['a'], ['a', null]],
  [
    ['a', 'A'],
    ['a', 'A'],
    ['a', 'A'],
  ],
  [['', '?'], ['a'], [null, null]],
  [['?'], ['_'], [null]],
  [['a'], ['a', 'A'], ['a']],
  [[' a', 'A'], ['a'], ['a', null]],
  [['A', ' a'], ['a'], [null, 'a']],
  [['a b', 'AB'], ['ab'], [null, 'ab']],
  [['ﬁrst'], ['First'], ['First']],
  [['Größe 2'], ['größe_2'], ['größe_2']],
  // Another word, although both are one in capitals.
  [['MASSE'], ['maße'], [null]],
  [
    ['b', 'a'],
    ['a', 'b'],
    ['b', 'a'],
  ],
])('%j into %j is %j', (names, columns, expected) =>
  expect(
    mappedColumns(
      names,
      columns.map((name) => column(name)),
    ),
  ).toEqual(expected),
)

test('a computed column takes nothing', () => {
  expect(mappedColumns(['total'], [column('total', { isGenerated: true })])).toEqual([null])
})

test.each([
  [[null], { reason: 'nothing' }],
  [['id', 'id'], { reason: 'twice', column: 'id' }],
  [['note'], { reason: 'required', columns: ['id'] }],
  [['id'], null],
  [['id', null], null],
  [['id', 'note'], null],
  [['id', null, 'note', 'note'], { reason: 'twice', column: 'note' }],
  [[], { reason: 'nothing' }],
])('%j: %j', (mapping, problem) => {
  expect(mappingProblem(mapping, [column('id', { isRequired: true }), column('note')])).toEqual(problem)
})

test('names of a new table are those of the file, distinct and short enough', () => {
  const long = '字'.repeat(30)
  expect(newColumnNames(['a', 'a', '', ' b\0 ', 'id'], ['id'])).toEqual(['a', 'a_2', 'column_3', 'b', 'id_2'])
  expect(newColumnNames(['b', 'b', 'b', 'b_2'], [])).toEqual(['b', 'b_2', 'b_3', 'b_2_2'])
  expect(newColumnNames(['x'.repeat(63), 'y'.repeat(64)], [])).toEqual(['x'.repeat(63), 'y'.repeat(63)])
  expect(newColumnNames([long, long], [])).toEqual(['字'.repeat(21), `${'字'.repeat(20)}_2`])
})

test.each([
  ['Orders 2026.csv', 'Orders 2026'],
  ['.csv', 'import'],
  ['', 'import'],
  ['a.b.csv', 'a.b'],
  [' a\0b .csv', 'ab'],
  ['no ending', 'no ending'],
  [`${'x'.repeat(64)}.csv`, 'x'.repeat(63)],
])('the table of %j is %j', (file, name) => expect(newTableName(file)).toBe(name))
