import { expect, test } from 'vitest'
import { shapeOf } from '../shape.js'
import { withoutSecrets } from './without-secrets.js'

const SECRET = 'hunter2'
const kept = async (sql: string) => (await withoutSecrets(sql)) ?? shapeOf(sql)

/** All ways to write the secret as a string, as PostgreSQL reads them. */
const STRINGS = [
  `'${SECRET}'`,
  `''''${' '}\n'${SECRET}'`,
  `E'\\'${SECRET}'`,
  `e'a'\n'\\'${SECRET}'`,
  `N'${SECRET}'`,
  `U&'${SECRET}'`,
  `u&'!0041${SECRET}' uescape '!'`,
  `$$${SECRET}$$`,
  `$a$ ' ${SECRET}$a$`,
  `$${SECRET}$x$${SECRET}$`,
  `'first' -- note\n '${SECRET}'`,
  `'it''s; ${SECRET}'`,
]
const BETWEEN = [' ', '\n\t', '/**/', `/* a /* '${SECRET}' */ comment */`, `-- password '${SECRET}'\n`]

/** Statements that hold a secret at `§`; `~` is what may stand between two words. */
const FORMS = [
  'create role a~password~§',
  'CREATE USER a WITH~ENCRYPTED PASSWORD~§~LOGIN',
  'create group a password~§',
  'alter role a~password~§',
  'Alter User a with~Password~§ valid until § ',
  'alter role a set~"my.password"~to~§',
  'alter role a in database d set my.password =~§',
  'alter database d set my.password~=~§',
  'alter system set my.password~=~§',
  'alter function f() set my.password = §',
  'set~"my.password"~=~§',
  'set local my.password to~§',
  'begin; set session my.password to~§; commit',
  'select~set_config(~§, §, false)',
  'with a as (select set_config(§~, §, false)) select * from a; delete from t',
  'create subscription s~connection~§~publication p',
  'alter subscription s~connection~§',
  'create server s foreign data wrapper w options~(key~§)',
  'alter server s options (set key~§)',
  'create user mapping for a server s options~(user~§, password~§)',
  'alter user mapping for a server s options (set password~§)',
  'create foreign data wrapper w options (key~§)',
  'create foreign table t (a int) server s options (key~§)',
  'alter foreign table t options (set key~§)',
  'execute~p(§)',
  'create table t as execute~p(§)',
  'explain analyze execute~p(§)',
  'prepare p as select set_config(§, §, true)',
  'call p(~§)',
  'notify c, §',
  'comment on role a is~§',
  'security label for x on role a is §',
  'select dblink_connect(~§)',
  'select * from dblink(~§, §) as t(a int)',
  'insert into t values (crypt(§, gen_salt(§)))',
  'insert into t select pgp_sym_encrypt(§, §)',
  'update t set a = my_own_call(§)',
  'select vault.create_secret(§)',
  'insert into accounts (name, password) values (§,~§)',
  'update accounts set api_key =~§',
  'delete from sessions where token = §',
  'create view v as select set_config(§, §, true)',
  'create table t (a text default crypt(§, §))',
  'create trigger t after insert on a execute function f(§)',
  'create rule r as on insert to t do also notify c, §',
  'alter role a password~§ login garbage garbage',
  'create user a identified by~§',
  'alter role a password~§; select 1; delete from t',
]
const bare = (form: string) => !/notify|label|comment|trigger/.test(form)

const cases = FORMS.flatMap((form) =>
  STRINGS.flatMap((constant) =>
    BETWEEN.map((between) => form.replaceAll('§', () => constant).replaceAll('~', () => between)),
  ),
)

/** The same inside code, with the constant in a form that can be inside dollar quotes. */
const inCode = FORMS.filter(bare).flatMap((form) =>
  [`'${SECRET}'`, `E'\\'${SECRET}'`, `$x$${SECRET}$x$`].flatMap((constant) => {
    const statement = form.replaceAll('§', () => constant).replaceAll('~', ' ')
    const nested = `execute format('${statement.replaceAll("'", "''")} %L', '${SECRET}')`
    return [
      `do $$ begin ${statement}; end $$`,
      `do $$ begin ${nested}; end $$`,
      `DO LANGUAGE plpgsql $b$ begin perform 1; ${nested}; end $b$`,
      `do $$${statement}$$ language plpython3u`,
      `create function f() returns void as $f$ begin ${statement}; end $f$ language plpgsql`,
      `create or replace procedure f() language plperl as $f$ ${statement} $f$`,
    ]
  }),
)

test('there are thousands of ways', () => expect(cases.length + inCode.length).toBeGreaterThan(3000))

test('no way to write a secret leaves it in the text', async () => {
  const leaks: string[] = []
  for (const sql of [...cases, ...inCode]) if ((await kept(sql)).includes(SECRET)) leaks.push(sql)
  expect(leaks).toEqual([])
})

test.each([
  `set my.password = ${SECRET}`,
  `set my.password = "${SECRET}"`,
  `set my.password to a, ${SECRET}`,
  `alter role a set my.password to ${SECRET}`,
  `alter system set my.password = ${SECRET}`,
  `do $$ begin set local my.password = ${SECRET}; end $$`,
  `do $$ begin update t set a = 1; set my.password = ${SECRET}; end $$`,
  `create function f() returns int set my.password = ${SECRET} as $$ select 1 $$ language sql`,
  `alter role a password ${SECRET}`,
  `create user a identified by ${SECRET}`,
  `do $$ begin alter role a password ${SECRET}; end $$`,
  `alter role a password '${SECRET}`,
  `alter role a password $x$${SECRET}`,
  `alter role a /* ${SECRET}`,
  `alter role a password 'it\\' ${SECRET}'`,
  `update t set a = 'x\\'; alter role b password ''${SECRET}'' --'`,
  `insert into t values ('postgres://me:${SECRET}@host/db')`,
  `-- alter role a password '${SECRET}'\ndelete from t`,
  `delete from t -- the token is ${SECRET}`,
  `alter role a password '\0${SECRET}'`,
  `select 1; select (('${SECRET}'`,
  `${'('.repeat(20_000)}'${SECRET}'`,
  `alter role a password x'${SECRET}' || b'${SECRET}'`,
  `select set_config('a', 5318008::text, true)`,
])('a secret that is no plain string is not kept: %s', async (sql) => {
  expect(await kept(sql)).not.toMatch(/hunter2|5318008/)
})

test.each([
  "update t set a = 'x', b = 5 where id in ('1', '2')",
  "insert into t (a) values ('x') on conflict (a) do update set a = lower('y')",
  "delete from t where at < now() - interval '1 day'",
  "create table t (a text default 'x', b int check (b > 5))",
  "alter table t add column a text default 'x'",
  "select 'a' || 'b' -- a note",
  'drop table t; create index on t (a)',
  "with x as (select 1) update t set a = 'C:\\' from x",
])('what carries no secret is kept as it is: %s', async (sql) => {
  expect(await withoutSecrets(sql)).toBe(sql)
})

test.each([
  ["create role a password 'x' connection limit 5", "create role a password '…' connection limit …"],
  [
    "delete from t where a = 'x'; alter role a password 'y'",
    "delete from t where a = 'x'; alter role a password '…'",
  ],
  ['set my.password = x', 'set my.password = …'],
  ["set a.b = 'x'; update t set a = 'y'", "set a.b = '…'; update t set a = 'y'"],
  ["do $$ begin delete from t where a = 'x'; end $$", "do $$ begin delete from t where a = '…'; end $$"],
  ["do 'begin end'", "do '…'"],
  ["alter role a -- why\n password 'x'", "alter role a -- …\n password '…'"],
])('names stay, so that a reader of the log sees what happened: %s', async (sql, told) => {
  expect(await withoutSecrets(sql)).toBe(told)
})

test('what the grammar refuses is judged by nobody', async () => {
  expect(await withoutSecrets('alter role a passwort x')).toBeUndefined()
})
