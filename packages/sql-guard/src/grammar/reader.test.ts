import { expect, test } from 'vitest'
import { readerRefusal } from './reader.js'

test.each([
  '',
  '-- nothing',
  'select 1',
  'table t',
  'values (1)',
  'with a as (select 1) select * from a',
  'explain analyze select * from t',
  'show search_path',
  'prepare p as select $1',
  'execute p(1)',
  'deallocate p',
  'copy (select 1) to stdout',
  `select 'set_config', "a".b, lo_get(1), now(), pg_sleep(1) -- set_config()`,
  'select lo_price, lo_creation from orders',
])('a reader may run: %s', async (text) => {
  expect(await readerRefusal(text)).toBeUndefined()
})

test.each([
  ['set role anon', 'SET'],
  ['set transaction_read_only to default', 'SET'],
  ['reset transaction_read_only', 'RESET'],
  ['reset all', 'RESET'],
  ['do $$ begin end $$', 'DO'],
  ['call p()', 'CALL'],
  ['lock table t in access share mode', 'LOCK'],
  ['declare c cursor for select 1', 'DECLARE'],
  ['fetch 5 from c', 'FETCH'],
  ['close c', 'CLOSE'],
  ['listen a', 'LISTEN'],
  ['notify a', 'NOTIFY'],
  ['discard all', 'DISCARD'],
  ['load $$x$$', 'LOAD'],
  ['checkpoint', 'CHECKPOINT'],
  ['create view v as select 1', 'CREATE VIEW'],
  ['create trigger t before insert on t execute function f()', 'CREATE TRIGGER'],
  ['insert into t values (1)', 'INSERT'],
  ['create temp table t (a int)', 'CREATE TABLE'],
  ['explain create table t as select 1', 'EXPLAIN CREATE TABLE AS'],
  ['explain analyze insert into t values (1)', 'EXPLAIN INSERT'],
  ['prepare p as delete from t', 'PREPARE DELETE'],
  [`copy t to '/tmp/x'`, 'COPY'],
  [`copy t to program 'cat'`, 'COPY'],
  ['copy t from stdin', 'COPY'],
  ['alter role all reset all', 'ALTER ROLE'],
  ['alter database d set a = 1', 'ALTER DATABASE'],
])('a reader may not run: %s', async (text, name) => {
  expect(await readerRefusal(text)).toEqual({ reason: 'statement', name })
})

test.each([
  [`select set_config('transaction_read'||'_only', null, true)`, 'set_config'],
  [`select pg_catalog."set_config"('a', 'b', true)`, 'set_config'],
  [`select U&"set\\005fconfig"('a', 'b', true)`, 'set_config'],
  [`select /* a */ SET_CONFIG /* b */ ('a', 'b', true)`, 'set_config'],
  [`select (7::bigint).pg_advisory_lock`, 'pg_advisory_lock'],
  [`select x.pg_advisory_lock from cast(7 as bigint) x`, 'pg_advisory_lock'],
  [`select * from pg_advisory_xact_lock(7)`, 'pg_advisory_xact_lock'],
  [`select * from t, lateral pg_terminate_backend(t.pid)`, 'pg_terminate_backend'],
  [`select 1 where exists (select pg_cancel_backend(1))`, 'pg_cancel_backend'],
  [`select query_to_xml('select pg_cancel_backend(1)', true, true, '')`, 'query_to_xml'],
  [`select * from ts_stat('select set_config(a)')`, 'ts_stat'],
  [`select dblink_exec('', 'drop table t')`, 'dblink_exec'],
  [`explain analyze select pg_notify('a', '')`, 'pg_notify'],
  [`prepare p as select lo_create(0)`, 'lo_create'],
  [`copy (select lo_unlink(1)) to stdout`, 'lo_unlink'],
  [`explain select pg_reload_conf()`, 'pg_reload_conf'],
  [`execute p(pg_try_advisory_lock(1))`, 'pg_try_advisory_lock'],
])('a reader may not call: %s', async (text, name) => {
  expect(await readerRefusal(text)).toEqual({ reason: 'function', name })
})

test('what this grammar can’t read is not tried on the server, which may be older', async () => {
  expect(await readerRefusal('select 1a')).toMatchObject({ reason: 'syntax-error', position: 8 })
})

test.each([
  ['two statements', 'select 1; select 2'],
  ['a NUL', 'select 1\0'],
  ['brackets beyond every depth', `select ${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
  ['a sum beyond every depth', `select ${'1+'.repeat(40_000)}1`],
])('%s can’t be judged', async (_, text) => {
  expect(await readerRefusal(text)).toEqual({ reason: 'cannot-judge' })
})

test.each([
  ['thousands of comments', `select ${'/**/'.repeat(25_000)} 1`, undefined],
  ['endless operators', `select 1 ${'+-'.repeat(25_000)}1`, { reason: 'cannot-judge' }],
])('%s are fast', async (_, sql, refusal) => {
  expect(await readerRefusal(sql)).toEqual(refusal)
})
