import { expect, test } from 'vitest'
import { categoryOf } from './category.js'

test.each([
  ['', undefined],
  ['select 1', undefined],
  ['create function f() returns int language sql as $$ select 1 $$', 'functions'],
  ['CREATE OR REPLACE FUNCTION f() returns int language sql return 1', 'functions'],
  ['-- mine\ncreate /* my */ function f() returns int return 1', 'functions'],
  ['create policy p on t', 'rls-policies'],
  ['alter policy p on t using (true)', 'rls-policies'],
  ['alter table t enable row level security; create policy p on t', 'rls-policies'],
  // Functions win.
  ['create policy p on t; create function f() returns int return 1', 'functions'],
  ['drop policy p on t', undefined],
  ['drop function f', undefined],
  ['alter function f() stable', undefined],
  ['create procedure p() language sql as $$ $$', undefined],
  ['create trigger g before insert on t execute function f()', undefined],
  ["select 'create function f()'", undefined],
  ['-- create policy p', undefined],
  ['create or function', undefined],
])('%j is about %s', (sql, expected) => {
  expect(categoryOf(sql)).toBe(expected)
})
