import { expect, test } from 'vitest'
import { confirmationFor } from './confirmation.js'
import { readsOnly } from './reads-only.js'

test.each([
  '',
  '-- nothing',
  'select 1',
  'select count(*) from t; select version();',
  'select pg_size_pretty(pg_database_size(current_database()))',
  'select pg_catalog.pg_get_userbyid(datdba) from pg_catalog.pg_database',
  "select 'insert into t', $$drop table t$$ from t -- delete",
  'with a as (select 1), b as (table a) select * from b',
  '(select 1) union (values (2))',
  'show all',
  'explain analyze select * from generate_series(1, 10)',
  'begin; select now(); commit',
  'select t.update from t',
])('%s only reads', (sql) => {
  expect(readsOnly(sql)).toBe(true)
})

test.each([
  'insert into t values (1)',
  'with a as (delete from t returning *) select * from a',
  'explain analyze insert into t values (1)',
  'explain analyze create table t as select 1',
  'select * into u from t',
  'select * from t for update',
  'select * from t for no key update',
  'select * from t for share',
  'select my_function()',
  'select public.version()',
  'select x.pg_catalog.version()',
  'select "version"()',
  "select nextval('s')",
  "select setval('s', 1)",
  "select set_config('a', 'b', false)",
  "select query_to_xml('delete from t', true, true, '')",
  "select dblink_exec('', 'delete from t')",
  'select pg_terminate_backend(1)',
  "select pg_read_file('/etc/passwd')",
  'select lo_create(1)',
  'select pg_advisory_lock(1)',
  'explain execute writes',
  'execute writes',
  'prepare a as delete from t',
  'declare c cursor for select 1',
  'copy t to stdout',
  'call p()',
  'do $$ begin end $$',
  'set role postgres',
  'lock table t',
  'vacuum',
  'refresh materialized view m',
  "commit prepared 'x'",
  'merge into t using u on true when matched then do nothing',
  "select 'not closed",
  'select 1; drop table t',
])('%s may change something', (sql) => {
  expect(readsOnly(sql)).toBe(false)
})

test.each([
  'select lower(a), date_trunc(b) from t where c in (1)',
  'select string_agg(a, b) filter (where true) over (partition by c) from t',
  'select trim(both from a), extract(year from b), left(c, 1) from t',
])('what runs without a question only reads: %s', (sql) => {
  expect(confirmationFor(sql).type).toBe('none')
  expect(readsOnly(sql)).toBe(true)
})
