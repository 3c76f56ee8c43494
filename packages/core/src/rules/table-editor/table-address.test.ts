import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FILTER_OPERATORS, searchOfTableView, tableViewIn, type FilterOperator } from './table-address.js'

test.each([
  ['?sort=total:asc', [{ column: 'total', isAscending: true }]],
  ['?sort=total:desc', [{ column: 'total', isAscending: false }]],
  ['?sort=total:ASC', [{ column: 'total', isAscending: false }]],
  ['?sort=total', []],
  ['?sort=total:', []],
  ['?sort=:asc', []],
  [
    '?sort=a:asc&sort=b:desc',
    [
      { column: 'a', isAscending: true },
      { column: 'b', isAscending: false },
    ],
  ],
  ['?sort=a%253Ab:asc', [{ column: 'a:b', isAscending: true }]],
])('%s orders by %j', (search, sorts) => {
  expect(tableViewIn(search).sorts).toEqual(sorts)
})

test.each([
  ['?filter=total:gt:5', [{ column: 'total', operator: 'gt', value: '5' }]],
  ['?filter=at:eq:12:30:00', [{ column: 'at', operator: 'eq', value: '12:30:00' }]],
  ['?filter=name:eq:', [{ column: 'name', operator: 'eq', value: '' }]],
  ['?filter=name:near:5', []],
  ['?filter=name:constructor:5', []],
  ['?filter=name:eq', []],
  ['?filter=:eq:5', []],
])('%s filters by %j', (search, filters) => {
  expect(tableViewIn(search).filters).toEqual(filters)
})

test('other parameters of the address stay', () => {
  const view = { sorts: [{ column: 'a', isAscending: true }], filters: [] }
  expect(searchOfTableView('?schema=public&sort=b:asc&filter=c:eq:1', view)).toBe(
    '?schema=public&sort=a%3Aasc',
  )
  expect(searchOfTableView('?sort=b:asc', { sorts: [], filters: [] })).toBe('')
})

test('any name of a column and any value is found again in the address', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' })
  const operator = fc.constantFrom(...(Object.keys(FILTER_OPERATORS) as FilterOperator[]))
  fc.assert(
    fc.property(
      fc.array(fc.record({ column: name, isAscending: fc.boolean() }), { maxLength: 3 }),
      fc.array(fc.record({ column: name, operator, value: fc.string({ unit: 'grapheme' }) }), {
        maxLength: 3,
      }),
      (sorts, filters) => {
        expect(tableViewIn(searchOfTableView('?schema=public', { sorts, filters }))).toEqual({
          sorts,
          filters,
        })
      },
    ),
  )
  expect(
    tableViewIn(searchOfTableView('', { sorts: [{ column: '%3A:%', isAscending: true }], filters: [] })),
  ).toEqual({ sorts: [{ column: '%3A:%', isAscending: true }], filters: [] })
})

test('an address names the direction of each column', () => {
  const sorts = [
    { column: 'a', isAscending: true },
    { column: 'b', isAscending: false },
  ]
  expect(searchOfTableView('', { sorts, filters: [] })).toBe('?sort=a%3Aasc&sort=b%3Adesc')
})
