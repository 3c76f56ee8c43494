import { expect, test } from 'vitest'
import { dangersIn } from './dangers.js'

const kinds = (sql: string): string[] => dangersIn(sql).map(({ kind }) => kind)

test.each([
  ['', []],
  ['select 1', []],
  // Drop, delete, truncate: at the start of a statement, comments removed.
  ['drop table t', ['drop']],
  ['DROP index i', ['drop']],
  ['-- gone\n/* really */ drop schema s cascade', ['drop']],
  ['select 1; drop table t; delete from t', ['drop', 'delete']],
  ['delete from t where id = 1', ['delete']],
  ['truncate t', ['truncate']],
  ['truncate table a, b', ['truncate']],
  ["select 'drop table t'", []],
  ['-- drop table t', []],
  ['select "drop" from t', []],
  ['select drop, truncate from t', []],
  ['create policy p on t for delete using (true)', []],
  ['create trigger g before delete or truncate on t execute function f()', []],
  ['grant delete, truncate on t to x', []],
  ['create table t (a int references u on delete cascade)', []],
  // Drop column: see drop-column.test.ts.
  ['alter table t drop column a', ['drop-column']],
  ['alter table t alter column a drop not null', []],
  ['alter table t add column drop_at date', []],
  // Update without where.
  ['update t set a = 1', ['update-without-where']],
  ['update t set a = 1 where b = 2', []],
  ['UPDATE t SET a = 1 WHERE current of c', []],
  ["update t set a = ' where b = 2'", ['update-without-where']],
  ['update t set a = 1 -- where b = 2', ['update-without-where']],
  ['update t set "where" = 1', ['update-without-where']],
  ['update t set a = (select b from u where c = 1)', ['update-without-where']],
  ['update t set a = (select b from u where c = 1) where d = 2', []],
  ['update t set a = 1 from u where t.id = u.id returning a', []],
  ['update t set a = 1 returning a as where', ['update-without-where']],
  ['update t set a = 1 returning t.where', ['update-without-where']],
  ['update t set a = 1; select 1 where true', ['update-without-where']],
  ['insert into t values (1) on conflict (a) do update set b = 1', []],
  ['select * from t for update', []],
  ['select * from t for no key update', []],
  ['create policy p on t for update using (true)', []],
  ['create trigger g after update on t execute function f()', []],
  // The parts of a with begin like statements.
  ['with a as (select 1) select * from a', []],
  ['with a as (delete from t returning *) select * from a', ['delete']],
  ['with a as (select 1) delete from t using a', ['delete']],
  [
    'with a as materialized (select 1), b as (update t set c = 1 returning *) select 1',
    ['update-without-where'],
  ],
  ['with a as (update t set c = 1 where d = 2 returning *) select 1', []],
  ['with a as (select 1 where true) update t set c = 1', ['update-without-where']],
  ['with a as (update t set c = 1 returning *) select * from a where b = 1', ['update-without-where']],
  [
    'with a as (delete from t), b as (delete from u), c as (update v set d = 1) update w set e = 1',
    ['delete', 'update-without-where'],
  ],
  ['(with a as (delete from t returning *) select * from a)', ['delete']],
  ['with a as (insert into t values (1) on conflict do update set b = 1) select 1', []],
  ['with a as (select * from t for update) select 1', []],
  ['with a as (update t set b = 1', ['update-without-where']],
  ['with a) update t set b = 1', ['update-without-where']],
  ['with a) select 1', []],
  ['update t set a = (select 1', ['update-without-where']],
  // Inside of brackets.
  ['(update t set a = 1)', ['update-without-where']],
  ['(update t set a = 1 where b = 2)', []],
  ['(alter table t add a int, drop b)', ['drop-column']],
  // What explain analyze runs.
  ['explain analyze delete from t', ['delete']],
  ['explain (analyze, buffers) update t set a = 1', ['update-without-where']],
  ['explain analyse verbose with a as (delete from t returning *) select 1', ['delete']],
  ['explain analyze (with a as (delete from t returning *) select 1)', ['delete']],
  ['explain (analyze) drop', ['drop']],
  ['explain analyze insert into t values (1) on conflict do update set a = 1', []],
  ['explain analyze select * from t for update', []],
  ['explain (select analyze from t) union delete from u', []],
  ['explain (analyze', []],
  ['explain delete from analyze', []],
  ['explain (analyze)', []],
  ['explain', []],
  ['explain analyze', []],
  ['explain delete from t', []],
  ['explain (verbose) update t set a = 1', []],
  ['explain analyze select 1', []],
  ['vacuum (analyze) drop', []],
])('%j: %j', (sql, expected) => {
  expect(kinds(sql)).toEqual(expected)
})

test('names the whole statement', () => {
  expect(dangersIn('select 1;\n-- gone\ndrop table t;')).toEqual([
    { kind: 'drop', statement: { text: '-- gone\ndrop table t', start: 10, end: 30 } },
  ])
})
