/** Completion in a catalogue with types, enums and several schemas: exactly what is offered, and what comes first. */
import { expect, test } from 'vitest'
import { completionsAt } from './completion.js'
import { EMPTY_CATALOGUE, indexCatalogue, type KnownRelation } from './sql-catalogue.js'

const typed = (schema: string, name: string, types: Record<string, string>): KnownRelation => ({
  schema,
  name,
  kind: 'r',
  comment: null,
  columns: Object.entries(types).map(([column, type]) => ({
    name: column,
    type,
    isNullable: true,
    comment: null,
  })),
})
const called = (schema: string, name: string, parameters: string) => ({
  schema,
  name,
  parameters,
  result: 'text',
  comment: null,
})
const shop = indexCatalogue({
  ...EMPTY_CATALOGUE,
  schemas: ['public', 'shop'],
  searchPath: ['pg_catalog', 'public'],
  relations: [
    typed('public', 'users', { id: 'bigint', email: 'text', mood: 'text' }),
    typed('public', 'orders', { id: 'bigint', user_id: 'bigint', mood: 'shop.mood' }),
  ],
  functions: [
    called('public', 'same', 'a text'),
    called('public', 'same', 'b text'),
    called('shop', 'same', 'c text'),
    called('pg_catalog', 'date_trunc', 'text'),
  ],
  types: ['big_integer', 'integer', 'text', 'int_list'],
  foreignKeys: [
    {
      schema: 'public',
      name: 'orders',
      columns: ['user_id'],
      toSchema: 'public',
      toName: 'users',
      toColumns: ['id'],
    },
  ],
  enums: new Map([['shop.mood', ['sad', 'ok']]]),
})
const inShop = (text: string) => completionsAt(text.replace('|', ''), text.indexOf('|'), shop).items

test.each([
  ['with recent as (select 1), other as (select 2) select * from rec|', ['recent']],
  ['select email, id from users order by em|', ['email']],
  ['select * from orders o, o.|', []],
  ['select * from users u join orders o on x|', []],
  ["select '|'::shop.mood", ['sad', 'ok']],
  ["select 1 from users u, orders o where o.mood = '|", ['sad', 'ok']],
  ["select 1 from users u, orders o where u.mood = '|", []],
  ['select id, *| from users', ['id, email, mood']],
  ['select o.*| from users u, orders o', ['id, o.user_id, o.mood']],
  ['select d.| from (select 1 as a) d (x, 1)', ['x']],
  ['alter table users alter id type |', ['integer', 'text', 'big_integer', 'int_list']],
  ['select 1::in|', ['integer', 'int_list', 'big_integer']],
  ['select email from users order by "s|', ['"same"', '"shop"']],
  ['select|', []],
])('%s: exactly %j', (text, inserts) => {
  expect(inShop(text).map(({ insert }) => insert)).toEqual(inserts)
})

test.each([
  ['select |', ['case']],
  ['select d|', ['distinct', 'date_trunc']],
  ['select 1, d|', ['date_trunc']],
  ['select email from users order by "|', ['email', 'id', 'mood', 'users']],
  ['select * from users u join orders o on o.user_id = u|', ['u.id', 'user_id']],
])('%s: first %j', (text, first) => {
  const found = inShop(text).map(({ insert }) => insert.replaceAll('"', ''))
  expect(found.slice(0, first.length)).toEqual(first)
})

test('a function is suggested once, as its first form; the last of a type’s names have no detail either', () => {
  expect(inShop('select sam|').map(({ label, detail }) => [label, detail])).toEqual([
    ['same', '(a text) → text'],
  ])
  expect(inShop('select 1::in|').map(({ detail }) => detail)).toEqual(['', '', ''])
})
