import { describe, expect, test } from 'vitest'
import { judge, judgeParsed } from './judge.js'
import { needsConfirmationByGrammar, reasonsToAsk, type StatementJudgement } from './judgement.js'
import { Positions } from './positions.js'

async function statements(sql: string): Promise<StatementJudgement[]> {
  const judgement = await judge(sql)
  if (judgement.type !== 'judged') throw new Error(`${judgement.type}: ${JSON.stringify(judgement)}`)
  return judgement.statements
}

/** Every reason as `reason(name):text`. */
async function reasons(sql: string): Promise<string[]> {
  return reasonsToAsk(await judge(sql)).map(({ reason, name, start, end }) => {
    return `${reason}${name === undefined ? '' : `(${name})`}:${sql.slice(start, end)}`
  })
}

test.each([
  // What only reads.
  ['select 1', []],
  ['select a, b::text from s.t where a in (1) and b like $1 order by 1 limit 5', []],
  ['values (1)', []],
  ['table t', []],
  ['show search_path', []],
  ['explain delete from t', []],
  ['explain (analyze false) delete from t', []],
  ['explain (analyze off) delete from t', []],
  ['explain (analyze 0) delete from t', []],
  ["explain (analyze 'OFF') delete from t", []],
  ['explain (verbose) delete from t', []],
  ['explain analyze select 1', []],
  ['explain select f(1) into x from t', ['function(f):f']],
  ['explain select * from t for update', []],
  ['copy t to stdout', []],
  // Writes.
  ['insert into t values (1)', ['insert(t):insert']],
  ['insert into t values (1) on conflict (a) do update set b = 2', ['insert(t):insert']],
  ['update t set a = 1', ['update(t):update', 'update-without-where:update']],
  ['/* é */ update t set a = 1 where b = 2', ['update(t):update']],
  ['update t set a = 1 where 1 = 1', ['update(t):update', 'tautological-where:update']],
  ['delete from t', ['delete(t):delete', 'delete-without-where:delete']],
  ['delete from t where a', ['delete(t):delete']],
  ['merge into t using u on true when matched then update set a = 1', ['merge(t):merge']],
  ['merge into t using u on true when matched then delete', ['merge(t):merge', 'delete:merge']],
  [
    'merge into t using u on true when matched then delete when not matched then insert values (1)',
    ['merge(t):merge', 'delete:merge'],
  ],
  ['truncate a, b', ['truncate:truncate']],
  ['drop table a, s.b', ['drop:drop']],
  ['drop role r', ['drop:drop']],
  ['drop database d', ['drop:drop']],
  ['drop owned by r', ['drop:drop']],
  ['alter table t drop a', ['schema-change(t):alter', 'drop-column(t):alter']],
  ['alter table t add a int', ['schema-change(t):alter']],
  ['alter table t add a int, drop b', ['schema-change(t):alter', 'drop-column(t):alter']],
  ['explain analyze delete from t where a = a', ['delete(t):delete', 'tautological-where:delete']],
  ['explain (analyze on) insert into t values (1)', ['insert(t):insert']],
  ['explain (analyze 1) insert into t values (1)', ['insert(t):insert']],
  // Writes inside a with.
  [
    'with d as (delete from t returning *) select * from d',
    ['hidden-write(delete):delete', 'delete:delete', 'delete-without-where:delete'],
  ],
  [
    'with a as (select 1), b as (insert into t select * from a returning *) select 1',
    ['hidden-write(insert):insert'],
  ],
  [
    'with u as (update t set a = 1 where true returning *) insert into v select * from u',
    ['insert(v):insert', 'hidden-write(update):update', 'tautological-where:update'],
  ],
  [
    'with m as (merge into t using u on true when matched then delete returning t.*) select 1',
    ['hidden-write(merge):merge', 'delete:merge'],
  ],
  ['copy (delete from t where a returning *) to stdout', ['hidden-write(delete):delete', 'delete:delete']],
  [
    'create table n as with d as (delete from t where a returning *) select * from d',
    ['schema-change(n):create', 'hidden-write(delete):delete', 'delete:delete'],
  ],
  // Select that writes or locks.
  ['select a into b from t', ['select-into(b):b']],
  ['select a into s.b from t union select 1', ['select-into(b):s']],
  ['select * from t for update', ['row-lock:for']],
  ['select * from t for no key update of t nowait', ['row-lock:for']],
  ['select * from (select * from t for key share) x', ['row-lock:for']],
  // Functions.
  [
    'select f(1), public.g(2), "H"(3), s . /* x */ "I" (4)',
    [
      'function(f):f',
      'function(public.g):public.g',
      'function("H"):"H"',
      'function(s . /* x */ "I"):s . /* x */ "I"',
    ],
  ],
  ['select count(*), lower(a), COALESCE(b, c), extract(year from d), trim(e), now() from t', []],
  [
    'select public.count(*), pg_catalog.now()',
    ['function(public.count):public.count', 'function(pg_catalog.now):pg_catalog.now'],
  ],
  ["select a at time zone 'x', b like c escape 'd', e similar to 'f', (a, b) overlaps (c, d)", []],
  ['select overlay(a placing b from 1)', []],
  [
    'select * from generate_series(1, 2), lateral f(1) x',
    ['function(generate_series):generate_series', 'function(f):f'],
  ],
  ['explain select f(1)', ['function(f):f']],
  ['select (a).b, c[1].d', ['attribute-call(b):a', 'attribute-call(d):c']],
  ['explain select (a).b', ['attribute-call(b):a']],
  ['select (a)[1], (b).* from t', []],
  ['update t set a.b = 1 where c', ['update(t):update']],
  // What can't be seen from here.
  ['do $$ begin delete from t; end $$', ['do-block:do']],
  ['execute p(1)', ['execute(p):execute']],
  ['call s.p(1)', ['call:call', 'function(s.p):s.p']],
  ["copy t from program 'x'", ['copy-from(t):copy', 'copy-program(t):copy']],
  ["copy t to program 'x'", ['copy-program(t):copy']],
  ["copy t to '/x'", ['copy-file(t):copy']],
  ['copy t from stdin', ['copy-from(t):copy']],
  ["load 'x'", ['load-library:load']],
  // Session and transaction.
  ['begin', ['transaction-control:begin']],
  ['commit', ['transaction-control:commit']],
  ['set transaction read write', ['transaction-control(TRANSACTION):set']],
  ['set transaction_read_only = off', ['transaction-control(transaction_read_only):set']],
  ["set transaction snapshot '1'", ['transaction-control(TRANSACTION SNAPSHOT):set']],
  [
    'set session characteristics as transaction read write',
    ['transaction-control(SESSION CHARACTERISTICS):set'],
  ],
  ['set constraints all deferred', ['transaction-control:set']],
  ['set role r', ['role-change(role):set']],
  ['reset role', ['role-change(role):reset']],
  ['set session authorization r', ['role-change(session_authorization):set']],
  ['set search_path to s', ['search-path-change(search_path):set']],
  ['set work_mem to 1', ['setting-change(work_mem):set']],
  ['reset all', ['setting-change:reset']],
  ['discard all', ['setting-change:discard']],
  ['alter system set work_mem to 1', ['setting-change:alter']],
  ['lock table t', ['table-lock:lock']],
  ['prepare p as delete from t', ['session-state(p):prepare']],
  ['declare c cursor for select f(1)', ['session-state:declare', 'function(f):f']],
  ['notify c', ['notification:notify']],
  ['vacuum t', ['maintenance:vacuum']],
  ['refresh materialized view v', ['maintenance(v):refresh']],
  ['grant all on t to r', ['permission-change:grant']],
  ['create role r', ['permission-change:create']],
  ['create policy p on t', ['permission-change(p):create']],
  ['create function f() returns int begin atomic delete from t; end', ['schema-change(f):create']],
  ['create or replace function s.f() returns int return 1', ['schema-change(f):create']],
  ['alter function f(int) stable', ['schema-change(f):alter']],
  ['create view v as select 1', ['schema-change(v):create']],
  ['create table s.t (a int)', ['schema-change(t):create']],
  ["create type mood as enum ('good')", ['schema-change(mood):create']],
  ["alter type s.mood add value 'bad'", ['schema-change(mood):alter']],
  ['create type pair as (a int, b int)', ['schema-change(pair):create']],
  ['create domain d as int', ['schema-change(d):create']],
  ['create aggregate a(int) (sfunc = f, stype = int)', ['schema-change(a):create']],
  ['create index i on t (a)', ['schema-change(i):create']],
  ['create index on t (a)', ['schema-change(t):create']],
  ['create schema s', ['schema-change(s):create']],
  ['create sequence q', ['schema-change(q):create']],
  ['create trigger g after insert on t execute function f()', ['schema-change(g):create']],
  ['create extension citext', ['schema-change(citext):create']],
  ['comment on table t is $$x$$', ['schema-change:comment']],
])('%j: %j', async (sql, expected) => {
  expect(await reasons(sql)).toEqual(expected)
})

test.each([
  ['select 1', 'select', 'none'],
  ['select 1 where true', 'select', 'tautology'],
  ['select 1 where a', 'select', 'some'],
  ['update t set a = 1', 'update', 'none'],
  ['delete from t where a', 'delete', 'some'],
  ['insert into t values (1)', 'insert', undefined],
  ['create table t ()', 'create-table', undefined],
  ['alter table t add a int', 'alter-table', undefined],
  ['create materialized view v as select 1', 'create-table-as', undefined],
  ['drop table t', 'drop', undefined],
  ['set role r', 'set', undefined],
  ['declare c cursor for select 1', 'declare-cursor', undefined],
])('%j is called %s, where: %s', async (sql, kind, where) => {
  const [statement] = await statements(sql)
  expect(statement?.kind).toBe(kind)
  expect(statement?.where).toBe(where)
})

test.each([
  ['do $$x$$', false],
  ['execute p', false],
  ['call p()', false],
  ['select 1', true],
  ['drop table t', true],
])('whether %j can be judged: %s', async (sql, expected) => {
  expect((await statements(sql))[0]?.canBeJudged).toBe(expected)
})

/** Tables as `schema.name@text`. */
async function tables(sql: string): Promise<{ reads: string[]; writes: string[] }> {
  const [statement] = await statements(sql)
  const label = (uses: StatementJudgement['reads'] = []): string[] =>
    uses.map(({ schema, name, start, end }) => {
      return `${schema === undefined ? '' : `${schema}.`}${name}${start === undefined ? '' : `@${sql.slice(start, end)}`}`
    })
  return { reads: label(statement?.reads), writes: label(statement?.writes) }
}

test.each([
  [
    'select * from a, s."B" x join c on true where d in (select e from f)',
    ['a@a', 's.B@s."B"', 'c@c', 'f@f'],
    [],
  ],
  ['insert into a select * from b', ['b@b'], ['a@a']],
  ['update a set x = (select 1 from b) from c', ['b@b', 'c@c'], ['a@a']],
  ['delete from a using b where x = 1', ['b@b'], ['a@a']],
  ['merge into a using b on true when matched then delete', ['b@b'], ['a@a']],
  // The name of a `with` query is not a table, except before its definition or when qualified.
  ['with a as (select * from b) select * from a, s.a', ['b@b', 's.a@s.a'], []],
  ['with a as (select * from a), c as (select * from a) select * from c', ['a@a'], []],
  ['with recursive a as (select * from a) select * from a', [], []],
  ['with a as (select 1) select * from (with b as (select * from a) select * from b) x, b', ['b@b'], []],
  ['with a as (select 1) insert into a select * from a', [], ['a@a']],
  ['with d as (delete from a returning *) select * from d', [], ['a@a']],
  ['select * into a from b', ['b@b'], ['a@a']],
  ['select * from a x for update of x', ['a@a'], []],
  ['create table a as select * from b', ['b@b'], ['a@a']],
  ['create table a (x int references b)', ['b@b'], ['a@a']],
  ['create view a as select * from b', [], ['a@a']],
  ['create index on a (x)', [], ['a@a']],
  ['alter table a add x int', [], ['a@a']],
  ['truncate a, b', [], ['a@a', 'b@b']],
  ['drop table a, s.b', [], ['a', 's.b']],
  ['drop sequence s.q', [], ['s.q']],
  ['drop function f()', [], []],
  ['copy a from stdin', [], ['a@a']],
  ['copy a to stdout', ['a@a'], []],
  ['copy (select * from a) to stdout', ['a@a'], []],
  ['lock table a', ['a@a'], []],
  ['explain update a set x = 1', ['a@a'], []],
  ['explain analyze update a set x = 1', [], ['a@a']],
  ['declare c cursor for select * from a', ['a@a'], []],
  ['do $$ $$', [], []],
])('%j reads %j, writes %j', async (sql, reads, writes) => {
  expect(await tables(sql)).toEqual({ reads, writes })
})

test.each([
  ['select 1 for update; select 2 for share', ['for update', 'for share']],
  // The parser gives no position for an interval: the reason is at the beginning of its statement.
  ["select 1; select ((a).b).c, (interval '1' day).d", ['select ((a', 'a).b', 'select ((a']],
])('the reasons in %j are at %j', async (sql, texts) => {
  const starts = reasonsToAsk(await judge(sql)).map(({ start }) => start)
  expect(starts).toEqual(texts.map((text) => sql.indexOf(text)))
})

test('statements have the lexer’s positions', async () => {
  const sql = "-- é😀\nselect 'é😀'; /* x */ drop table t ;"
  expect((await statements(sql)).map(({ statement }) => statement.text)).toEqual([
    "-- é😀\nselect 'é😀'",
    '/* x */ drop table t',
  ])
  expect(await reasons(sql)).toEqual(['drop:drop'])
})

test.each([
  ["select 'é😀' 'x' frm", "'x'"],
  ['selec 1', 'selec'],
  ['select 1 /* é */ from\n where', 'where'],
  ["select 'open", "'open"],
])('a syntax error in %j is at %j', async (sql, text) => {
  const start = sql.indexOf(text)
  const judgement = await judge(sql)
  expect(judgement).toMatchObject({ type: 'syntax-error', start, end: start + text.length })
})

test('an error at the end of the text has an empty range there', async () => {
  const sql = 'select é from'
  expect(await judge(sql)).toEqual({
    type: 'syntax-error',
    message: 'syntax error at end of input',
    start: 13,
    end: 13,
  })
})

test.each(["select 'a' -- é\n -- more\n 'b', f(1)", "select e'a'\n--\n'b\\'', f(1)"])(
  'a comment inside the string of %j is no error, and positions stay',
  async (sql) => {
    expect(await reasons(sql)).toEqual(['function(f):f'])
  },
)

test('an empty text is judged', async () => {
  expect(await judge('')).toEqual({ type: 'judged', statements: [] })
  expect(await judge(' ; -- x')).toEqual({ type: 'judged', statements: [] })
})

test.each([
  ['a NUL character', 'select 1;\0drop table t', 'nul-character'],
  ['too many brackets', `select ${'('.repeat(20_000)}1${')'.repeat(20_000)}`, 'too-complex'],
  ['too long an expression', `select ${'1+'.repeat(20_000)}1`, 'too-complex'],
])('%s can’t be judged, so it asks, and the next text is judged again', async (_, sql, reason) => {
  const judgement = await judge(sql)
  expect(judgement).toEqual({ type: 'cannot-judge', reason })
  expect(needsConfirmationByGrammar(judgement)).toBe(true)
  expect((await judge('select 1')).type).toBe('judged')
})

test.each([
  ['select 1', false],
  ['selec', false],
  ['select f(1)', true],
  ['do $$ $$', true],
])('whether %j needs a confirmation: %s', async (sql, expected) => {
  expect(needsConfirmationByGrammar(await judge(sql))).toBe(expected)
})

test.each([
  ['fewer', [0]],
  ['others', [0, 2]],
])('when the grammar sees %s statements than the lexer, it asks', (_, startBytes) => {
  const parsed = startBytes.map((startByte) => ({ node: { SelectStmt: {} }, startByte }))
  const sql = 'select 1; drop table t'
  const judgement = judgeParsed(sql, parsed, new Positions(sql))
  expect(judgement).toEqual({ type: 'cannot-judge', reason: 'disagreement' })
  expect(needsConfirmationByGrammar(judgement)).toBe(true)
})

test('without a parser no question is added', () => {
  expect(needsConfirmationByGrammar({ type: 'cannot-judge', reason: 'unavailable' })).toBe(false)
  expect(reasonsToAsk({ type: 'cannot-judge', reason: 'unavailable' })).toEqual([])
})

describe('what costs the parser seconds does not reach it', () => {
  const long = 25_000
  test.each([
    ['comments inside of comments', `copy ${'/*'.repeat(long)}${'*/'.repeat(long)} t to stdout`],
    ['many comments', `copy ${'/**/'.repeat(long)} t to stdout`],
    ['many line comments', `copy ${'--\n'.repeat(long)} t to stdout`],
    ['comments behind a string', `select 'a' ${'/**/'.repeat(long)}`],
  ])('%s', async (_, sql) => {
    expect((await judge(sql)).type).toBe('judged')
  })

  test('comments that are left open', async () => {
    expect(await judge(`copy ${'/*'.repeat(long)}`)).toMatchObject({
      type: 'syntax-error',
      message: expect.stringContaining('unterminated /* comment'),
    })
  })

  test('endless operators: more than a thousand characters', async () => {
    expect((await judge(`select 1 ${'+-'.repeat(500)}1`)).type).toBe('judged')
    for (const count of [501, long])
      expect(await judge(`select 1 ${'+-'.repeat(count)}1`)).toEqual({
        type: 'cannot-judge',
        reason: 'too-complex',
      })
  })
})

test.each([
  ["select 'a' -- x\n'b'", 'judged'],
  ["select 'a' /* x */\n'b'", 'syntax-error'],
  ["select 'a' /*\n*/ 'b'", 'syntax-error'],
  ["select 'a' /* x */ /* y */\n'b'", 'syntax-error'],
  ['select 1 /* x', 'syntax-error'],
])('a comment next to strings is read as in PostgreSQL: %j', async (sql, type) => {
  expect((await judge(sql)).type).toBe(type)
})

test.each([
  'select substring(a for updates), substring(a for lastupdate) from t for no key update',
  'select substring(a for update_count) from t for share',
  'select a, key from t for update',
])('the lock of %j is found behind every other for', async (sql) => {
  const [lock] = reasonsToAsk(await judge(sql)).filter(({ reason }) => reason === 'row-lock')
  expect(lock).toMatchObject({ start: sql.lastIndexOf('for '), end: sql.lastIndexOf('for ') + 3 })
})
