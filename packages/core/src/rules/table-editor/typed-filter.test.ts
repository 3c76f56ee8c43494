import { expect, test } from 'vitest'
import { lacksValue, listedValues, typedFilter } from './typed-filter.js'

const COLUMNS = ['id', 'Total', 'total', 'order total', 'is_paid', 'a"b', 'name', 'in']

test.each([
  ['total > 5000', 'total', 'gt', '5000'],
  ['Total>5', 'Total', 'gt', '5'],
  ['TOTAL >= 5', 'Total', 'gte', '5'],
  ['total<=5', 'total', 'lte', '5'],
  ['total <> 5', 'total', 'neq', '5'],
  ['total != 5', 'total', 'neq', '5'],
  ['order total = 5', 'order total', 'eq', '5'],
  ['"order total" = 5', 'order total', 'eq', '5'],
  ['"a""b" = x', 'a"b', 'eq', 'x'],
  ["name = 'O''Brien'", 'name', 'eq', "O'Brien"],
  ["name = ''", 'name', 'eq', ''],
  ['name ~~* %berg%', 'name', 'ilike', '%berg%'],
  ['name ilike %berg%', 'name', 'ilike', '%berg%'],
  ['name LIKE a:b', 'name', 'like', 'a:b'],
  ['name is null', 'name', 'is', 'null'],
  ['name IS  NOT  NULL', 'name', 'is', 'not null'],
  ['is_paid is true', 'is_paid', 'is', 'true'],
  ['id in (1, 2)', 'id', 'in', '1, 2'],
  ['in in 1,2', 'in', 'in', '1,2'],
  ['id eq 1', 'id', 'eq', '1'],
  ['  id   =   1  ', 'id', 'eq', '1'],
  ['"order total"   >=5', 'order total', 'gte', '5'],
  ['ORDER TOTAL = 5', 'order total', 'eq', '5'],
  ['name ~~ a%', 'name', 'like', 'a%'],
  ["name = 'a' or 'b'x", 'name', 'eq', "'a' or 'b'x"],
  ["name = x 'a'", 'name', 'eq', "x 'a'"],
  ["name = 'a\nb'", 'name', 'eq', 'a\nb'],
  ['name like a  b', 'name', 'like', 'a  b'],
  ['id in (1,\n2)', 'id', 'in', '1,\n2'],
  ['id in ( 1 )', 'id', 'in', '1'],
  ['id in (1', 'id', 'in', '(1'],
  ['name in a)', 'name', 'in', 'a)'],
  ['id in 1, (2)', 'id', 'in', '1, (2)'],
  ['id in (1), 2', 'id', 'in', '(1), 2'],
])('%s', (text, column, operator, value) => {
  expect(typedFilter(text, COLUMNS)).toEqual({ type: 'filter', filter: { column, operator, value } })
})

test('of two columns that a text begins with, the longer one is meant', () => {
  for (const columns of [
    ['order', 'order total'],
    ['order total', 'order'],
  ])
    expect(typedFilter('order total = 5', columns)).toMatchObject({ filter: { column: 'order total' } })
})

test.each([
  ['', 'column'],
  ['unknown = 5', 'column'],
  ['totally = 5', 'column'],
  ['"order" = 5', 'column'],
  ['total', 'operator'],
  ['total is_paid', 'operator'],
  ['total near 5', 'operator'],
  ['total ? like 5', 'operator'],
  ['total likes 5', 'operator'],
  ['total like5', 'operator'],
  ['total like_x', 'operator'],
  ['total ? = 5', 'operator'],
  ['total$ = 5', 'column'],
  ['total_2 = 5', 'column'],
  ['total2 = 5', 'column'],
  ['totalé = 5', 'column'],
  ['"total = 5', 'column'],
  ['x "total" = 5', 'column'],
  ['name is', 'value'],
  ['name is not', 'value'],
  ['name in', 'value'],
  ['total =', 'value'],
  ['name is 5', 'value'],
  ['id in ()', 'value'],
  ['id in ( )', 'value'],
])('%j lacks its %s', (text, missing) => {
  expect(typedFilter(text, COLUMNS)).toEqual({ type: 'problem', missing })
})

test.each([
  ['1,2', ['1', '2']],
  [' 1 , two words ', ['1', 'two words']],
  [`'a,b', "c""d", 'e''f'`, ['a,b', 'c"d', "e'f"]],
  ['', []],
  [`'a' b`, ["'a' b"]],
])('%j lists %j', (text, values) => {
  expect(listedValues(text)).toEqual(values)
})

test.each([
  ['eq', '', false],
  ['neq', '', false],
  ['gt', '', true],
  ['gt', '1', false],
  ['in', '', true],
  ['in', '1, 2', false],
  ['is', '', true],
  ['is', 'null', false],
  ['is', 'something', true],
] as const)('%s with the value "%s" lacks a value: %s', (operator, value, lacks) => {
  expect(lacksValue({ operator, value })).toBe(lacks)
})
