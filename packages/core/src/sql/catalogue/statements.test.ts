import { expect, test } from 'vitest'
import { catalogue, countStatement, definitionStatement, pageStatement, presenceStatement } from './index.js'
import { ENTITY_TYPES } from '../entity-types.js'
import type { CatalogueList } from './catalogue-list.js'

const lists = Object.entries(catalogue) as [string, CatalogueList][]

test('a page asks for one entry more than it holds, and for the keys that the next one begins after', () => {
  const { query, parameters } = pageStatement(catalogue.roles, {})
  expect(query).toMatch(/limit 101$/)
  expect(query).toContain('(r.rolname)::text as "order 0"')
  expect(parameters).toEqual([])
})

test.each([
  ['a schema', { schema: 'my "schema"' }, 'where nspname = $1::text', ['my "schema"']],
  ['words', { search: ' ab ' }, 'c.relname::text ilike $1', ['%ab%']],
  ['words that mean something in a pattern', { search: '50%_\\' }, 'ilike $1', ['%50\\%\\_\\\\%']],
  ['a NUL, which PostgreSQL does not keep', { search: 'a\0b' }, 'ilike $1', ['%ab%']],
  ['kinds', { types: ['v', 'm'] }, 'c.relkind::text in ($1, $2)', ['v', 'm']],
  ['the last entry', { after: ['a', '7'] }, '(c.relname, c.oid) > ($1::name, $2::oid)', ['a', '7']],
])('%s is a parameter', (_, request, part, parameters) => {
  const statement = pageStatement(catalogue.tables, request)
  expect(statement.query).toContain(part)
  expect(statement.parameters).toEqual(parameters)
})

test('sorted by kind, the kind comes first among the keys', () => {
  const { query, parameters } = pageStatement(catalogue.tables, {
    sort: { key: 'type', descending: false, words: ENTITY_TYPES },
    after: ['false', '1', 'a', '7'],
  })
  expect(query).toMatch(
    /select \(\(sorted\.value\) is null\) as "key 0", coalesce\(\(case \(sorted\.value\)::text when \$1 then 0 .* else 5 end\), 0\) as "key 1", c\.relname as "key 2", c\.oid as "key 3"\n/,
  )
  expect(query).toContain('> ($6::bool, $7::int, $8::name, $9::oid)')
  expect(parameters).toEqual(['r', 'v', 'm', 'f', 'p', 'false', '1', 'a', '7'])
})

test('sorted by a column, entries without a value come last in both directions', () => {
  const by = (descending: boolean) =>
    pageStatement(catalogue.tables, { sort: { key: 'size', descending } }).query
  expect(by(false)).toMatch(
    /select \(\(sorted\.value\) is null\) as "key 0", coalesce\(\(sorted\.value\)::numeric, 0\) as/,
  )
  expect(by(false)).toContain('order by 1, 2, 3, 4\nlimit 101)')
  expect(by(true)).toContain('select ((sorted.value) is not null) as "key 0"')
  expect(by(true)).toContain('order by 1 desc, 2 desc, 3 desc, 4 desc\nlimit 101)')
})

test('what is shown is computed for the entries of the page alone, and the value of the order once', () => {
  const { query } = pageStatement(catalogue.indexes, {
    schema: 'public',
    sort: { key: 'size', descending: true },
  })
  const [sorting = '', showing = ''] = query.split('limit 101)')
  expect(sorting).not.toContain('pg_get_indexdef')
  expect(sorting.split('pg_relation_size')).toHaveLength(2)
  expect(showing).toContain('pg_get_indexdef')
  expect(showing).toContain('join page on (x.relname, x.oid) = (page."key 2", page."key 3")')
})

test('statistics change between two looks, and are read once', () => {
  const { query } = pageStatement(catalogue.tableScans, { sort: { key: 'dead', descending: true } })
  expect(query).not.toContain('join page')
})

test('the list’s own column needs no other keys, in both directions', () => {
  const { query } = pageStatement(catalogue.tables, {
    sort: { key: 'name', descending: true },
    after: ['b', '2'],
  })
  expect(query).toContain('(c.relname, c.oid) < ($1::name, $2::oid)')
  expect(query).toContain('order by c.relname desc, c.oid desc')
})

test('a column that the list does not have changes nothing', () => {
  expect(pageStatement(catalogue.roles, { sort: { key: 'x', descending: true } })).toEqual(
    pageStatement(catalogue.roles, {}),
  )
})

test('the definition of an entry is asked for by its id as a parameter', () => {
  const { query, parameters } = definitionStatement(catalogue.triggers, '7')
  expect(query).toContain('pg_get_triggerdef')
  expect(query).toMatch(/where t\.oid = \$1::oid$/)
  expect(parameters).toEqual(['7'])
})

test('the newest first goes back from the last one', () => {
  const { query } = pageStatement(catalogue.users, { after: ['2026-01-01', 'x'] })
  expect(query).toContain('(u.created_at, u.id) < ($1::timestamptz, $2::uuid)')
  expect(query).toContain('order by u.created_at desc, u.id desc')
})

test('the number of entries follows the same search, and no page', () => {
  const { query, parameters } = countStatement(catalogue.tables, {
    schema: 'public',
    search: 'a',
    after: ['b', '1'],
  })
  expect(query).not.toMatch(/order by|limit/)
  expect(parameters).toEqual(['public', '%a%'])
})

test('empty words and no kinds ask for everything', () => {
  expect(pageStatement(catalogue.tables, { search: '  ', types: [] }).parameters).toEqual([])
  expect(pageStatement(catalogue.roles, {}).query).not.toContain('$')
})

test('whether a relation is there is asked by its name as a parameter', () => {
  expect(presenceStatement('auth.users').parameters).toEqual(['auth.users'])
})

test.each(lists)('%s names each column once, has a name, and an order', (_, list) => {
  const keys = list.columns.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(list.order.length).toBeGreaterThan(0)
  expect(list.columns.some(({ kind }) => kind === 'name' || kind === 'number')).toBe(true)
})
