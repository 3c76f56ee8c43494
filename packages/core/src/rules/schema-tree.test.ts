import { expect, test } from 'vitest'
import {
  SCHEMA_TREE_MAX,
  schemaRowKey,
  schemaRowOf,
  schemaRowText,
  schemaTree,
  type SchemaRow,
} from './schema-tree.js'
import { EMPTY_CATALOGUE, indexCatalogue } from './sql-catalogue.js'
import { treeRows } from './tree.js'

const column = (name: string) => ({ name, type: 'text', isNullable: true, comment: null })
const relation = (schema: string, name: string) => ({
  schema,
  name,
  kind: 'r' as const,
  comment: null,
  columns: [column('id'), column('order')],
})
const catalogue = indexCatalogue({
  ...EMPTY_CATALOGUE,
  schemas: ['pg_catalog', 'shop', 'public', 'empty'],
  relations: [
    relation('public', 'orders'),
    relation('public', 'Customers'),
    relation('shop', 'orders'),
    relation('pg_catalog', 'pg_class'),
  ],
})
const words = { none: 'Nothing', more: (count: number) => `${count} more` }
const rows = (open: SchemaRow[], search = '') => {
  const keys = new Set(open.map(schemaRowKey))
  return treeRows(schemaTree(catalogue, keys, search, words), keys).map(
    ({ label, detail, level }) => '  '.repeat(level - 1) + [label, detail].filter(Boolean).join(' '),
  )
}
const schema = (name: string): SchemaRow => ({ type: 'schema', schema: name })

test('schemas come in their order, PostgreSQL’s own last; what is open shows what it holds', () => {
  expect(rows([])).toEqual(['empty', 'public', 'shop', 'pg_catalog'])
  expect(
    rows([schema('public'), schema('empty'), { type: 'relation', schema: 'public', name: 'orders' }]),
  ).toEqual([
    'empty',
    '  Nothing',
    'public',
    '  Customers',
    '  orders',
    '    id text',
    '    order text',
    'shop',
    'pg_catalog',
  ])
})

test('a search leaves what fits', () => {
  expect(rows([schema('public'), schema('shop')], 'ORD')).toEqual(['public', '  orders', 'shop', '  orders'])
  expect(rows([], 'nothing')).toEqual([])
  expect(rows([schema('shop')], ' orders ')).toEqual(['public', 'shop', '  orders'])
  expect(rows([schema('empty')], ' ')).toEqual(['empty', '  Nothing', 'public', 'shop', 'pg_catalog'])
})

test('of a large schema so many are shown, and how many there are besides', () => {
  const many = indexCatalogue({
    ...EMPTY_CATALOGUE,
    schemas: ['public'],
    relations: Array.from({ length: SCHEMA_TREE_MAX + 7 }, (_, index) => relation('public', `t${index}`)),
  })
  const open = new Set([schemaRowKey(schema('public'))])
  const children = schemaTree(many, open, '', words)[0]?.children ?? []
  expect(children).toHaveLength(SCHEMA_TREE_MAX + 1)
  expect(children.at(-1)?.label).toBe('7 more')
})

test.each<[SchemaRow, string | undefined]>([
  [{ type: 'relation', schema: 'public', name: 'orders' }, 'orders'],
  [{ type: 'relation', schema: 'public', name: 'Customers' }, '"Customers"'],
  [{ type: 'relation', schema: 'shop', name: 'orders' }, 'shop.orders'],
  [{ type: 'column', schema: 'public', name: 'orders', column: 'order' }, '"order"'],
  [{ type: 'schema', schema: 'shop' }, 'shop'],
  [{ type: 'note', schema: 'shop' }, undefined],
])('%j is written %s', (row, text) => {
  expect(schemaRowOf(schemaRowKey(row))).toEqual(row)
  expect(schemaRowText(catalogue, row)).toBe(text)
})
