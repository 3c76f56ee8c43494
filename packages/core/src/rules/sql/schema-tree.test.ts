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
import { treeRows } from '../shell/tree.js'

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
    relation('hidden', 'orders'),
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

test('each row has the key of what it represents, and what is closed has no rows yet', () => {
  const open = [
    schema('public'),
    schema('empty'),
    { type: 'relation', schema: 'public', name: 'orders' } as const,
  ]
  const [empty, shown, shop] = schemaTree(catalogue, new Set(open.map(schemaRowKey)), '', words)
  expect(empty?.children).toEqual([{ key: '["note","empty"]', label: 'Nothing' }])
  expect(shown?.children).toMatchObject([
    { key: '["relation","public","Customers"]', children: [] },
    {
      key: '["relation","public","orders"]',
      children: [
        { key: '["column","public","orders","id"]' },
        { key: '["column","public","orders","order"]' },
      ],
    },
  ])
  expect(shop).toEqual({ key: '["schema","shop"]', label: 'shop', children: [] })
})

test('a search leaves what fits', () => {
  expect(rows([schema('public'), schema('shop')], 'ORD')).toEqual(['public', '  orders', 'shop', '  orders'])
  expect(rows([], 'nothing')).toEqual([])
  expect(rows([schema('shop')], ' orders ')).toEqual(['public', 'shop', '  orders'])
  expect(rows([schema('empty')], ' ')).toEqual(['empty', '  Nothing', 'public', 'shop', 'pg_catalog'])
})

test('names come in the order of their characters', () => {
  const relations = ['b', 'a', 'C', 'c'].map((name) => relation('public', name))
  const mixed = indexCatalogue({ ...EMPTY_CATALOGUE, schemas: ['public', 'b', 'a'], relations })
  const [, , shown] = schemaTree(mixed, new Set([schemaRowKey(schema('public'))]), '', words)
  expect(shown?.children?.map(({ label }) => label)).toEqual(['C', 'a', 'b', 'c'])
})

test('of a large schema so many are shown, and how many there are besides', () => {
  const open = new Set([schemaRowKey(schema('public'))])
  const childrenOf = (count: number) => {
    const relations = Array.from({ length: count }, (_, index) => relation('public', `t${index}`))
    const many = indexCatalogue({ ...EMPTY_CATALOGUE, schemas: ['public'], relations })
    return schemaTree(many, open, '', words)[0]?.children ?? []
  }
  expect(childrenOf(SCHEMA_TREE_MAX)).toHaveLength(SCHEMA_TREE_MAX)
  const children = childrenOf(SCHEMA_TREE_MAX + 7)
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
