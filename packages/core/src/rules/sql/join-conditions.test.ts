import { expect, test } from 'vitest'
import { joinConditions, otherSides } from './join-conditions.js'
import { EMPTY_CATALOGUE, indexCatalogue } from './sql-catalogue.js'
import { scopeAt } from './sql-scope.js'
import { SqlWords } from './sql-words.js'

const table = (name: string, ...columns: string[]) => tableIn('public', name, columns)
const tableIn = (schema: string, name: string, columns: string[]) => ({
  schema,
  name,
  kind: 'r' as const,
  comment: null,
  columns: columns.map((column) => ({ name: column, type: 'bigint', isNullable: true, comment: null })),
})
const key = (name: string, columns: string[], toName: string, toColumns: string[]) => ({
  schema: 'public',
  name,
  columns,
  toSchema: 'public',
  toName,
  toColumns,
})
const catalogue = indexCatalogue({
  ...EMPTY_CATALOGUE,
  schemas: ['public', 'old'],
  searchPath: ['public'],
  relations: [
    table('orders', 'id', 'customer', 'Odd'),
    table('lines', 'id', 'order_id', 'parent'),
    table('stock', 'place', 'number'),
    table('moves', 'place', 'number'),
    tableIn('old', 'orders', ['id']),
    tableIn('old', 'lines', ['order_id', 'parent']),
  ],
  foreignKeys: [
    key('lines', ['order_id'], 'orders', ['id']),
    key('lines', ['parent'], 'lines', ['id']),
    key('moves', ['place', 'number'], 'stock', ['place', 'number']),
  ],
})

function read(text: string) {
  const words = new SqlWords(text)
  const index = words.tokens.length
  return [words, index, scopeAt(words, index, catalogue), catalogue] as const
}

test.each([
  ['select * from orders o join lines l on', ['l.order_id = o.id', 'o.id = l.order_id']],
  ['select * from lines join orders on', ['lines.order_id = orders.id', 'orders.id = lines.order_id']],
  [
    'select * from stock s join moves m on',
    ['m.place = s.place and m.number = s.number', 's.place = m.place and s.number = m.number'],
  ],
  ['select * from orders o join stock s on', undefined],
  // The table that was joined last comes first, however many there are.
  ['select * from stock a, orders b join lines c on', ['c.order_id = b.id', 'b.id = c.order_id']],
  ['select * from lines a join orders b on', ['a.order_id = b.id', 'b.id = a.order_id']],
  [
    'select * from orders, lines join nowhere n on',
    ['lines.order_id = orders.id', 'orders.id = lines.order_id'],
  ],
  ['select * from orders o join lines l where', undefined],
  // Tables of the same name in another schema.
  ['select * from old.lines l join orders o on', undefined],
  ['select * from old.orders o join lines l on', undefined],
  ['with w as (select 1 as id) select * from w join lines l on', undefined],
])('%s: %j', (text, first) => {
  expect(joinConditions(...read(text))[0]).toEqual(first)
})

test.each([
  ['select * from orders o join lines l on', ['l.order_id = o.id']],
  // The one that is joined last comes first.
  [
    'select * from orders o join lines a on true join lines b on',
    ['b.order_id = o.id', 'b.parent = a.id', 'a.parent = b.id', 'a.order_id = o.id'],
  ],
  // A table with itself: each of them can be the parent.
  ['select * from lines a join lines b on', ['b.parent = a.id', 'a.parent = b.id']],
])('%s: each relation once: %j', (text, conditions) => {
  const found = joinConditions(...read(text)).map(([first]) => first)
  expect(found).toEqual(conditions)
})

test.each([
  ['select * from orders o join lines l on l.order_id =', ['o.id']],
  ['select * from orders o join lines l on o.id =', ['l.order_id']],
  ['select * from orders o, lines l where order_id =', ['o.id']],
  ['select * from lines l, orders o where order_id =', ['o.id']],
  ['select * from orders o where exists (select from lines l where l.order_id =', ['o.id']],
  ['select * from lines a join lines b on b.parent =', ['a.id']],
  ['select * from orders o join lines l on l.id =', []],
  ['select * from orders o join lines l on l.order_id >', []],
  ['select * from orders o join lines l on x.order_id =', []],
  ['select 1 =', []],
  ["select * from orders o join lines l on 'order_id' =", []],
  ['select * from orders o join lines l on l.order_id = l.id =', []],
])('%s: %j', (text, sides) => {
  expect(otherSides(...read(text))).toEqual(sides)
})
