import { judge } from '@basedeck/sql-guard/grammar'
import { expect, test } from 'vitest'
import { EMPTY_CATALOGUE, indexCatalogue } from './sql-catalogue.js'
import { readingOf, unknownNames } from './unknown-names.js'

const relation = (schema: string, name: string, ...columns: string[]) => ({
  schema,
  name,
  kind: 'r' as const,
  comment: null,
  columns: columns.map((column) => ({ name: column, type: 'text', isNullable: true, comment: null })),
})
const catalogue = indexCatalogue({
  ...EMPTY_CATALOGUE,
  schemas: ['public', 'shop'],
  searchPath: ['pg_catalog', 'public'],
  sequences: new Set(['counter', 'public.counter']),
  relations: [
    relation('public', 'users', 'id', 'email'),
    relation('public', 'orders', 'id', 'user_id', 'Total'),
    relation('shop', 'items', 'sku'),
    relation('pg_catalog', 'pg_class', 'relname'),
  ],
})

test.each<[string, string[]]>([
  ['select id, email from users', []],
  ['select emial from users', ['column emial']],
  ['select u.emial, o."Total" from users u join orders o on o.user_id = u.id', ['column emial']],
  ['select * from usres', ['relation usres']],
  ['select nothing from usres', ['relation usres']],
  ['select * from shop.items, shop.itmes', ['relation itmes']],
  ['select items.sku from items', ['relation items']],
  ['insert into usres (a) values (1)', ['relation usres']],
  ['update users set email = emial where id = 1', ['column emial']],
  ['delete from users where idd = 1', ['column idd']],
  ['explain select emial from users', ['column emial']],
  // Names that the statement makes.
  ['with recent as (select id as rid from orders) select rid from recent', []],
  ['select count(*) as n, lower(email) from users group by lower order by n', []],
  ['select sub.count from (select count(*) from users) sub', []],
  ['select users, u from users as u', []],
  ['select x, y from (values (1, 2)) as v (x, y), users', []],
  ['select ctid, tableoid from users', []],
  ['select column1 from (values (1)) v, users', []],
  ['insert into users (id) values (1) on conflict (id) do update set email = excluded.email', []],
  // What can't be told.
  ['select a from generate_series(1, 3) as a, users', []],
  ['select last_value from counter', []],
  ['select anything', []],
  ['select relname from pg_class', []],
  // Names that the script makes.
  ['create table fresh (a int); select b from fresh', []],
  ['create view v as select 1; select * from v', []],
  ['select 1 as a into made from users; select * from made', []],
  ['create temp table t as select 1; select * from t; select * from u', ['relation u']],
  ['do $$ begin create table secret (a int); end $$; select * from secret', []],
  ['set search_path = shop; select * from items', []],
  ['set role ada; select * from items', []],
  ['select last_value from public.counter', []],
  ['select last_value from shop.counter', ['relation counter']],
  ['create table public.fresh (a int); select b from fresh', []],
  ['create table fresh (a int); select b from public.fresh', []],
  ['create table shop.fresh (a int); select b from shop.fresh', []],
  ['create table shop.fresh (a int); select b from fresh', ['relation fresh']],
  ['create table shop.fresh (a int); select b from shop.other', ['relation other']],
  ['alter table users rename to people; select * from people', []],
  ['alter table users add column age int; select age from users', []],
  ['create function f(a int) returns int language sql as $$ select b from nothing $$', []],
])('%s', async (sql, expected) => {
  const judgement = await judge(sql)
  if (judgement.type !== 'judged') throw new Error(judgement.type)
  const found = unknownNames(judgement.statements.map(readingOf), catalogue).flat()
  expect(found.map(({ type, name }) => `${type} ${name}`)).toEqual(expected)
  for (const { name, start, end } of found) expect(sql.slice(start, end)).toContain(name)
})

test('nothing is said while the catalogue is not there', async () => {
  const judgement = await judge('select a from b')
  if (judgement.type !== 'judged') throw new Error(judgement.type)
  expect(unknownNames(judgement.statements.map(readingOf), indexCatalogue(EMPTY_CATALOGUE))).toEqual([[]])
})

test('nothing is said of a table whose range in the text is not known', () => {
  const names = { columns: [], made: new Set<string>(), isOpen: false }
  const read = (range: object) => ({
    kind: 'select',
    reads: [{ name: 'usres', ...range }],
    writes: [],
    names,
    isClear: true,
  })
  expect(unknownNames([read({ start: 14, end: 19 }), read({})], catalogue)).toEqual([
    [{ type: 'relation', name: 'usres', start: 14, end: 19 }],
    [],
  ])
})
