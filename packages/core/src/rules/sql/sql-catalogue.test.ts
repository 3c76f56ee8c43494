import { expect, test } from 'vitest'
import { EMPTY_CATALOGUE, indexCatalogue, isSparse, isSystem, type KnownRelation } from './sql-catalogue.js'

const relation = (schema: string, name: string): KnownRelation => ({
  schema,
  name,
  kind: 'r',
  comment: null,
  columns: [],
})
const catalogue = indexCatalogue({
  ...EMPTY_CATALOGUE,
  searchPath: ['app', 'public'],
  relations: [
    relation('public', 'users'),
    relation('app', 'users'),
    relation('public', 'app_users'),
    relation('pg_catalog', 'user_x'),
    relation('b', 'Users'),
  ],
})
const names = (found: KnownRelation[]) => found.map(({ schema, name }) => `${schema}.${name}`)

test('a bare name is the first of the search path', () => {
  expect(catalogue.relation(undefined, 'users')?.schema).toBe('app')
  expect(catalogue.relation('public', 'users')?.schema).toBe('public')
  expect(catalogue.relation(undefined, 'Users')).toBeUndefined()
  expect(catalogue.relation(undefined, 'nobody')).toBeUndefined()
  expect(catalogue.isVisible(relation('public', 'users'))).toBe(false)
  expect(catalogue.isVisible(relation('public', 'app_users'))).toBe(true)
})

test('whole names before parts, the search path before others, PostgreSQL’s own last', () => {
  expect(names(catalogue.relationsLike('user', 9))).toEqual([
    'public.users',
    'app.users',
    'public.app_users',
    'b.Users',
    'pg_catalog.user_x',
  ])
  expect(names(catalogue.relationsLike('user', 1))).toHaveLength(1)
  expect(names(catalogue.relationsLike('u', 9, 'b'))).toEqual(['b.Users'])
  expect(catalogue.relationsLike('zzz', 9)).toEqual([])
  expect(catalogue.relationsLike('se', 9)).toEqual([])
  expect(names(catalogue.relationsLike('', 9))).toHaveLength(5)
  // Letters may be left out of the user's own names.
  expect(names(catalogue.relationsLike('a_us', 9))).toEqual(['public.app_users'])
  expect(names(catalogue.relationsLike('usrx', 9))).toEqual([])
})

test.each([
  ['u', ['upper', 'user_id', 'b_user', 'a_user_b']],
  ['user', ['user_id', 'b_user', 'a_user_b']],
  ['b', ['b_user', 'a_user_b']],
  ['user_b', ['a_user_b']],
  ['id', ['user_id']],
  ['end', ['_end_']],
  ['_', ['_end_']],
  ['_e', ['_end_']],
  ['END_', ['_end_']],
  ['zebra', ['Zebra']],
  ['x', []],
])('“%s” begins a name, or a part of it behind an underscore: %j', (word, wanted) => {
  const unsorted = ['user_id', 'a_user_b', 'Zebra', '_end_', 'b_user', 'upper']
  const known = indexCatalogue({
    ...EMPTY_CATALOGUE,
    searchPath: ['s'],
    relations: unsorted.map((name) => relation('s', name)),
  })
  expect(known.relationsLike(word, 9).map(({ name }) => name)).toEqual(wanted)
})

test('a part begins behind each underscore, also behind a first one, and no letters are all names', () => {
  const made = ['_own_sum', 'total'].map((name) => ({ ...relation('s', name), parameters: '', result: 'x' }))
  const known = indexCatalogue({ ...EMPTY_CATALOGUE, searchPath: ['s'], relations: made, functions: made })
  expect(known.functionsLike('sum', 9).map(({ name }) => name)).toEqual(['_own_sum'])
  expect(names(known.relationsLike('', 9))).toEqual(['s._own_sum', 's.total'])
  expect([known.isVisible(relation('s', 'total')), known.isVisible(relation('t', 'total'))]).toEqual([
    true,
    false,
  ])
})

test('of very many names the first two thousand are looked at', () => {
  const known = (begin: string) =>
    indexCatalogue({
      ...EMPTY_CATALOGUE,
      searchPath: ['s'],
      relations: Array.from({ length: 2001 }, (_, at) =>
        relation(at === 2000 ? 's' : 'other', `${begin}${String(at).padStart(4, '0')}`),
      ),
    })
  expect(names(known('table').relationsLike('tab', 1))).toEqual(['other.table0000'])
  // Also where letters are left out.
  expect(names(known('table').relationsLike('tbl', 1))).toEqual(['other.table0000'])
})

test.each([
  ['order_lines', 'ord_l', true],
  ['order_lines', 'oln', true],
  ['order_lines', 'lns', true],
  ['order_lines', 'ns_', false],
  ['order_lines', 'ne', false],
  ['order_lines', 'rdr', false],
  ['order_lines', 'OLN', true],
  ['Order_Lines', 'oln', true],
  ['lll', 'llll', false],
  ['lxl', 'lll', false],
  ['a_lxlx', 'all', true],
  ['xlist_lst', 'lst', true],
])('%s has the letters of %s, from the beginning of a part: %s', (name, word, is) => {
  expect(isSparse(name, word)).toBe(is)
})

test('names with skipped letters come behind the others, and those of the search path first among them', () => {
  const known = indexCatalogue({
    ...EMPTY_CATALOGUE,
    searchPath: ['s'],
    relations: [
      relation('other', 'order_lines'),
      relation('s', 'own_lions'),
      relation('s', 'oliny'),
      relation('other', 'oln_x'),
      relation('pg_catalog', 'pg_oxlxn'),
    ],
  })
  const like = (word: string, limit: number, schema?: string) =>
    names(known.relationsLike(word, limit, schema))
  expect(like('oln', 9)).toEqual(['other.oln_x', 's.oliny', 's.own_lions', 'other.order_lines'])
  expect(like('oln', 1)).toEqual(['other.oln_x'])
  expect(like('ol', 9)).toEqual(['s.oliny', 'other.oln_x'])
  expect(like('oln', 9, 's')).toEqual(['s.oliny', 's.own_lions'])
  // Named with its schema, PostgreSQL's own is found as well.
  expect(like('oxn', 9, 'pg_catalog')).toEqual(['pg_catalog.pg_oxlxn'])
})

test('functions of one name are found by their schema or the search path, without skipped letters', () => {
  const made = (schema: string, name: string) => ({
    schema,
    name,
    parameters: '',
    result: 'x',
    comment: null,
  })
  const known = indexCatalogue({
    ...EMPTY_CATALOGUE,
    searchPath: ['s', 't'],
    functions: [made('t', 'count'), made('s', 'count'), made('u', 'count'), made('s', 'cxoxu')],
  })
  const schemas = (schema?: string) => known.functionsNamed(schema, 'count').map((one) => one.schema)
  expect([schemas(), schemas('u'), schemas('v')]).toEqual([['s', 't'], ['u'], []])
  expect(known.functionsNamed('s', 'sum')).toEqual([])
  const three = ['t', 'u', 's'].map((schema) => made(schema, 'count'))
  const ordered = indexCatalogue({ ...EMPTY_CATALOGUE, searchPath: ['s', 't', 'u'], functions: three })
  expect(ordered.functionsNamed(undefined, 'count').map(({ schema }) => schema)).toEqual(['s', 't', 'u'])
  expect(known.functionsLike('cou', 9).map(({ schema }) => schema)).toEqual(['t', 's', 'u'])
  expect(known.functionsLike('cou', 9, 'u').map(({ schema }) => schema)).toEqual(['u'])
})

test('a foreign key is listed once at each of its ends', () => {
  const key = (name: string, toName: string) => ({
    schema: 's',
    name,
    columns: ['x'],
    toSchema: 's',
    toName,
    toColumns: ['id'],
  })
  const [a, b, own] = [key('orders', 'users'), key('bills', 'users'), key('tree', 'tree')]
  const known = indexCatalogue({ ...EMPTY_CATALOGUE, foreignKeys: [a, b, own] })
  expect(known.linksOf(relation('s', 'users'))).toEqual([a, b])
  expect(known.linksOf(relation('s', 'bills'))).toEqual([b])
  expect(known.linksOf(relation('s', 'tree'))).toEqual([own])
  expect(known.linksOf(relation('t', 'users'))).toEqual([])
})

test('a column that is called so comes before one with such a part', () => {
  const columns = ['a_name', 'name'].map((name) => ({ name, type: 'text', isNullable: true, comment: null }))
  const known = indexCatalogue({ ...EMPTY_CATALOGUE, relations: [{ ...relation('s', 't'), columns }] })
  expect(known.columnsLike('name', 9).map(({ column }) => column.name)).toEqual(['name', 'a_name'])
})

test('of columns of one name that of the search path is offered', () => {
  const column = { name: 'name', type: 'text', comment: null } as KnownRelation['columns'][number]
  const known = indexCatalogue({
    ...EMPTY_CATALOGUE,
    searchPath: ['public'],
    relations: [
      { ...relation('basedeck', 'migrations'), columns: [column] },
      { ...relation('public', 'products'), columns: [column] },
      { ...relation('pg_catalog', 'pg_extension'), columns: [{ ...column, name: 'extname' }] },
    ],
  })
  expect(known.columnsLike('na', 9).map(({ relation: { name } }) => name)).toEqual(['products'])
  expect(known.columnsLike('ext', 9)).toEqual([])
})

test.each([
  ['pg_catalog', true],
  ['information_schema', true],
  ['public', false],
  ['pgx', false],
])('%s is PostgreSQL’s own: %s', (schema, is) => {
  expect(isSystem(schema)).toBe(is)
})
