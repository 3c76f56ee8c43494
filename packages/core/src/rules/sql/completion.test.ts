import { expect, test } from 'vitest'
import { completionsAt } from './completion.js'
import { indexCatalogue, type KnownRelation, EMPTY_CATALOGUE } from './sql-catalogue.js'
import { SUGGESTIONS_MAX } from './suggestion.js'

const columns = (...names: string[]) =>
  names.map((name) => ({
    name,
    type: name === 'id' ? 'bigint' : name === 'mood' ? 'mood' : 'text',
    isNullable: name !== 'id',
    comment: null,
  }))
const table = (schema: string, name: string, ...names: string[]): KnownRelation => ({
  schema,
  name,
  kind: 'r',
  comment: null,
  columns: columns(...names),
})
const catalogue = indexCatalogue({
  ...EMPTY_CATALOGUE,
  schemas: ['auth', 'pg_catalog', 'public', 'Odd one'],
  searchPath: ['pg_catalog', 'public'],
  relations: [
    table('public', 'users', 'id', 'email', 'Full name', 'order'),
    table('public', 'orders', 'id', 'user_id', 'total'),
    table('public', 'order_items', 'id', 'order_id'),
    table('auth', 'users', 'id', 'encrypted_password'),
    table('auth', 'sessions', 'id', 'mood'),
    table('Odd one', 'T', 'x'),
    table('pg_catalog', 'pg_class', 'oid', 'relname'),
  ],
  functions: [
    { schema: 'pg_catalog', name: 'count', parameters: '"any"', result: 'bigint', comment: null },
    {
      schema: 'pg_catalog',
      name: 'generate_series',
      parameters: 'integer, integer',
      result: 'SETOF integer',
      comment: null,
    },
    { schema: 'pg_catalog', name: 'counter', parameters: '', result: 'bigint', comment: null },
    { schema: 'public', name: 'stamp', parameters: '', result: 'trigger', comment: null },
    { schema: 'public', name: 'stamina', parameters: '', result: 'integer', comment: null },
    { schema: 'auth', name: 'uid', parameters: '', result: 'uuid', comment: null },
    { schema: 'pg_catalog', name: 'countin', parameters: 'cstring', result: 'x', comment: null },
  ],
  types: ['bigint', 'text', 'timestamp with time zone'],
  foreignKeys: [
    {
      schema: 'public',
      name: 'orders',
      columns: ['user_id'],
      toSchema: 'public',
      toName: 'users',
      toColumns: ['id'],
    },
    {
      schema: 'public',
      name: 'order_items',
      columns: ['order_id'],
      toSchema: 'public',
      toName: 'orders',
      toColumns: ['id'],
    },
  ],
  enums: new Map([['mood', ['sad', 'ok', "it's fine"]]]),
  roles: ['anon', 'authenticated', 'Odd role'],
})

/** `|` is the cursor. */
function at(text: string) {
  const offset = text.indexOf('|')
  const statement = text.replace('|', '')
  const { start, end, items } = completionsAt(statement, offset, catalogue)
  return { replaced: statement.slice(start, end), items, inserts: items.map(({ insert }) => insert) }
}

test.each([
  // Columns of the alias's relation.
  ['select u.| from users u', ['id', 'email', '"Full name"', '"order"']],
  ['select u.| from users as u', ['id', 'email', '"Full name"', '"order"']],
  ['select u.em| from auth.users, users u', ['email']],
  ['select users.to| , users.em from users', []],
  ['select o.us| from users u join orders o on o.user_id = u.id', ['user_id']],
  ['select * from users u join orders o on o.|', ['id', 'user_id', 'total']],
  ['update users u set email = u.|', ['id', 'email', '"Full name"', '"order"']],
  ['delete from orders o using users u where u.e|', ['email']],
  ['insert into orders (|', ['id', 'user_id', 'total']],
  // A quote that is open elsewhere leaves what is between as it is.
  ['select u.em| from "users" u where "', ['email']],
  ['select u.|"id" from users u where u."', ['id', 'email', '"Full name"', '"order"']],
  ['insert into orders (id, total) select to| from auth.sessions', []],
  ['insert into orders (id, t|', ['total']],
  ['insert into auth.users (e|', ['encrypted_password']],
  ['create table x (id int references orders (|', ['id', 'user_id', 'total']],
  ['create index on orders (us|', ['user_id']],
  ['create index on orders using gin (us|', ['user_id']],
  ['select auth.users.e| from auth.users', ['encrypted_password']],
  ['select "u".| from orders "u"', ['id', 'user_id', 'total']],
  ['select "U".| from orders "U", users u', ['id', 'user_id', 'total']],
  ['SELECT U.TO| FROM Orders U', ['total']],
  // Each arm and each bracket is a separate query; the enclosing ones are visible.
  ['select x.| from users x union select x.id from orders x', ['id', 'email', '"Full name"', '"order"']],
  ['select x.id from users x union select x.t| from orders x', ['total']],
  ['select * from users u where exists (select 1 from orders o where o.user_id = u.em|)', ['email']],
  ['select o.| from users u where exists (select 1 from orders o)', []],
  // Derived tables and WITH.
  [
    'with big as (select id, total * 2 as double, user_id who from orders) select b.| from big b',
    ['id', 'double', 'who'],
  ],
  ['with a (x, y) as (select 1, 2), b as (select x from a) select b.| from b', ['x']],
  ['select d.| from (select o.*, count(*) from orders o) d', ['id', 'user_id', 'total', 'count']],
  ['select d.| from (select 1) as d (n)', ['n']],
  ['with gone as (delete from orders returning id, total) select gone.| from gone', ['id', 'total']],
  ['select * from (values (1)) v (a, b) where v.|', ['a', 'b']],
  ['select s.| from users u, lateral (select u.email e) s', ['e']],
  // Behind FROM: what has rows.
  ['select * from order|', ['order_items', 'orders']],
  ['select * from items|', ['order_items']],
  ['select * from ses|', ['auth.sessions']],
  ['select * from "us|', ['"users"', 'auth."users"']],
  ['select * from auth.|', ['sessions', 'users', 'uid']],
  ['select * from "Odd one".|', ['"T"']],
  ['select * from T|', ['"Odd one"."T"']],
  ['select * from gen|', ['generate_series']],
  ['select * from users, sess|', ['auth.sessions']],
  ['update ord|', ['order_items', 'orders']],
  ['drop table ord|', ['order_items', 'orders']],
  ['alter table ses|', ['auth.sessions']],
  ['with recent as (select 1) select * from rec|', ['recent']],
  ['select * from ord_it|', ['order_items']],
  ['select * from o_its|', ['order_items']],
  // Values of an enum, roles, columns before their FROM.
  ["select * from auth.sessions where mood = '|'", ['sad', 'ok', "it''s fine"]],
  ["select * from auth.sessions s where s.mood in ('sad', 'o|", ['ok']],
  ["select * from auth.sessions where mood not in ('o|')", ['ok']],
  ["select * from users where email = '|'", []],
  ['set role |', ['anon', 'authenticated', '"Odd role"']],
  ['grant select on users to au|', ['authenticated']],
  ['revoke all on users from an|', ['anon']],
  ['create policy p on users to an|', ['anon']],
  ['alter table users owner to od|', ['"Odd role"']],
  ['select encr|', ['encrypted_password']],
  ["insert into auth.sessions (id, mood) values (1, '|", ['sad', 'ok', "it''s fine"]],
  ["select 'o|'::mood", ['ok']],
  ['grant usage on schema au|', ['auth']],
  ['comment on column orders.to|', ['total']],
  ['select orders.to|', ['total']],
  // Functions that are named; only a trigger calls those for triggers.
  ['create trigger t before insert on users for each row execute function |', ['stamp']],
  ['create trigger t before insert on users for each row execute function public.st|', ['stamp']],
  ['drop function st|', ['stamp', 'stamina']],
  ['drop function public.st|', ['stamina', 'stamp']],
  ['select sta|', ['stamina']],
  ['select public.sta|', ['stamina']],
  ['create function f() returns tri|', ['trigger', 'event_trigger']],
  // What the list says, for GROUP BY and ORDER BY.
  ['select u.email from users u order by em|', ['u.email']],
  ['select total as price from orders order by pri|', ['price', 'primary key']],
  ['insert into orders (id) values (1) on conflict (id) do update set total = excluded.to|', ['total']],
  // A list in full.
  ['select u.*| from users u, orders o', ['id, u.email, u."Full name", u."order"']],
  ['select *| from orders', ['id, user_id, total']],
  ['select *| from orders o, auth.sessions s', ['o.id, o.user_id, o.total, s.id, s.mood']],
  // Where nothing helps, nothing is said.
  ["select 'us| from users", []],
  ["select 'us|' from users", []],
  ['select 1 -- us|', []],
  ['select /* us| */ 1', []],
  ['select 12|', []],
  ['select $1|', []],
  ['create table us|', []],
  ['create table t (us|', []],
  ['create table t (id int, us|', []],
  ['select 1 as us|', []],
  ['select * from users u|', []],
  ['select a.b.c.d.| from users', []],
  // Words of the grammar, in small letters.
  ['DEL|', ['DELETE FROM']],
  ['select * from users whe|', ['where', 'when']],
  ['select * from users inn|', ['inner join']],
  ['select 1::tim|', ['timestamp with time zone']],
  ['select cast(1 as big|', ['bigint']],
  ['create view v as sel|', ['select']],
  ['select * from (sel|', ['select']],
  ['select a from t group by 1 ord|', ['order by']],
])('%s', (text, inserts) => {
  expect(at(text).inserts).toEqual(inserts)
})

test.each([
  // What a foreign key joins comes first, and says how.
  ['select * from users u join |', 'orders'],
  ['select * from order_items i join or|', 'orders'],
  ['select * from users u join orders o on |', 'o.user_id = u.id'],
  ['select * from users u join orders o on u|', 'u.id = o.user_id'],
  ['select * from orders join order_items i on |', 'i.order_id = orders.id'],
  ['select 2 *| from orders', 'id'],
  ['select * from users u join orders o on o.user_id = |', 'u.id'],
  ['select user_id, count(*) from orders group by |', 'user_id'],
  ['select u.id from orders o join users u on true group by |', 'u.id'],
  // What is called most, before PostgreSQL's other functions and before columns that no FROM names.
  ['select cou|', 'count'],
  ['select dis|', 'distinct'],
  ['select 1::te|', 'text'],
  // Where no alias is possible, a letter is enough.
  ['select * from users u where id = 1 o|', 'or'],
  ['select * from users u w|', 'where'],
  ['select * from users u join orders o o|', 'on'],
  ['select * from users order by id d|', 'desc'],
  ['update users s|', 'set'],
])('%s: the first is %s', (text, first) => {
  expect(at(text).inserts[0]).toBe(first)
})

test('a value is a column first, then an alias, a word, a function', () => {
  expect(at('select | from orders o').inserts.slice(0, 4)).toEqual(['id', 'user_id', 'total', 'o'])
  expect(at('select cou| from orders').items).toMatchObject([
    { kind: 'function', label: 'count', isCall: true, detail: '("any") → bigint' },
    { kind: 'function', label: 'counter' },
  ])
  expect(at('select ui|').inserts).toEqual(['auth.uid'])
})

const plain = (
  kind: string,
  label: string,
  detail: string,
  insert = label,
  comment: string | null = null,
) => ({
  kind,
  label,
  detail,
  insert,
  ...(comment === null ? {} : { comment }),
})
test.each([
  ['select em| from users', plain('column', 'email', 'text  users')],
  ['select em| from users u', plain('column', 'email', 'text  u')],
  ['select d.who| from (select 1 who) d', plain('column', 'who', 'd')],
  ['select user| from users', plain('alias', 'users', 'public.users')],
  ['select d| from (select 1 who) d', plain('alias', 'd', '')],
  ['with big as (select id, total t from orders) select * from bi|', plain('query', 'big', 'id, t')],
  ['select * from orders group by to|', plain('column', 'total', 'text  orders')],
  ['select 1 as price from orders order by pr|', plain('column', 'price', '')],
  ['select u.email from users u order by em|', plain('column', 'email', 'text  u', 'u.email')],
  ['select u.email from users u order by |', plain('column', 'u.email', 'text  u')],
  [
    'select *| from users',
    plain('column', '* as its columns', 'id, email, "Full name", "order"', 'id, email, "Full name", "order"'),
  ],
  ['select * from users u join orders o on |', plain('condition', 'o.user_id = u.id', '')],
  ['select * from users u join orders o on o.user_id = |', plain('condition', 'u.id', '')],
  ["select * from auth.sessions where mood = 's|'", plain('value', 'sad', 'mood')],
  ["select 's|'::mood", plain('value', 'sad', 'mood')],
  ['select * from auth.sessions where mood = |', plain('value', 'sad', 'mood', "'sad'")],
  ['select * from auth.sessions where mood = it|', plain('value', "it's fine", 'mood', "'it''s fine'")],
  ['select * from auth.sessions s where s.mood in (|', plain('value', 'sad', 'mood', "'sad'")],
  ["select * from auth.sessions where mood in ('sad', o|", plain('value', 'ok', 'mood', "'ok'")],
  ['update auth.sessions set mood = o|', plain('value', 'ok', 'mood', "'ok'")],
  ['insert into auth.sessions (id, mood) values (1, |', plain('value', 'sad', 'mood', "'sad'")],
  ['select 1::bigi|', plain('type', 'bigint', '')],
  ['set role an|', plain('role', 'anon', '')],
  ['alter table users set schema au|', plain('schema', 'auth', '')],
  ['sel|', plain('keyword', 'select', '')],
  ['SEL|', plain('keyword', 'select', '', 'SELECT')],
  ['Sel|', plain('keyword', 'select', '', 'Select')],
  ['|', plain('keyword', 'select', '')],
  ['select * from ord|', plain('r', 'order_items', 'public')],
  ['select * from ses|', plain('r', 'sessions', 'auth', 'auth.sessions')],
  ['select * from auth.se|', plain('r', 'sessions', 'auth')],
])('%s: the first is told as %j', (text, item) => {
  expect(at(text).items[0]).toMatchObject(item)
})

test.each([
  // Beside a few words, the columns or the roles that may stand there.
  ['alter table users drop |', ['column', 'constraint', 'id', 'email', '"Full name"', '"order"']],
  ['alter table users add em|', []],
  ['grant an|', ['anon']],
  ['revoke an|', ['anon']],
  ['set an|', []],
  ['set em|', []],
  // Of two tables with one name only that of the schema.
  ['select auth.users.| from auth.users, users', ['id', 'encrypted_password']],
  ['select nobody.users.| from auth.users', []],
  ['insert into nowhere (|', []],
  ['select id| from users u, auth.users v', ['id']],
  ['select "dis|', []],
  ['select * from "public|', ['"public"']],
  ['select u.*| from auth.users u, users u', ['id, u.encrypted_password']],
  ['select *| from nowhere', []],
  ['select users.em| from orders', []],
  ['select nobody.us|', []],
  ['select * from users u join orders o on o.user_id = x|', []],
  ["select * from auth.sessions where nobody = '|'", []],
  ["select 'o|'::auth.mood", []],
  ['select * from auth.sessions where mood = "ok|', []],
  ['select * from auth.sessions where mood > ok|', []],
  ['select * from users u order by primary|', ['primary key']],
])('%s gives just %j', (text, inserts) => {
  expect(at(text).inserts).toEqual(inserts)
})

test('what a foreign key joins comes first behind JOIN only', () => {
  expect(at('select * from orders o join |').inserts.slice(0, 2)).toEqual(['users', 'order_items'])
  expect(at('select * from orders o, |').inserts[0]).toBe('orders')
})

test('of very many columns only the first are offered', () => {
  const names = Array.from({ length: SUGGESTIONS_MAX + 10 }, (_, index) => `c${index}`)
  const wide = indexCatalogue({
    ...EMPTY_CATALOGUE,
    schemas: ['public'],
    searchPath: ['public'],
    relations: [table('public', 'wide', ...names)],
    functions: [],
    types: [],
  })
  const { items } = completionsAt('select  from wide', 7, wide)
  expect(items.map(({ label }) => label)).toEqual(names.slice(0, SUGGESTIONS_MAX))
})

test('a name is replaced as a whole, also the part behind the cursor, and its quotes', () => {
  expect(at('select em|ai from users').replaced).toBe('emai')
  expect(at('select u."Fu|" from users u')).toMatchObject({ replaced: '"Fu"', inserts: ['"Full name"'] })
  expect(at('select u."Fu| from users u')).toMatchObject({ replaced: '"Fu', inserts: ['"Full name"'] })
  expect(at('select u.| from users u').replaced).toBe('')
})

test('of very many only the first are offered', () => {
  const many = indexCatalogue({
    ...EMPTY_CATALOGUE,
    schemas: ['public'],
    searchPath: ['public'],
    relations: Array.from({ length: 10_000 }, (_, index) => table('public', `table_${index}`, 'id')),
    functions: [],
    types: [],
  })
  const { items } = completionsAt('select * from table_9', 21, many)
  expect(items).toHaveLength(SUGGESTIONS_MAX)
  expect(completionsAt('select * from table_9999', 24, many).items.map(({ label }) => label)).toEqual([
    'table_9999',
  ])
})

test('no text breaks it', () => {
  for (const text of [
    '',
    '(',
    ')',
    '((((',
    'select (',
    ')))select',
    'with',
    'with a',
    'with a as',
    'from',
    '.',
    '..',
    'a.',
    '"',
    "'",
    '/*',
    'select * from (',
    '\0',
    'select "',
    '$$',
    '😀.',
  ])
    for (let offset = 0; offset <= text.length; offset++)
      expect(() => completionsAt(text, offset, catalogue)).not.toThrow()
})
