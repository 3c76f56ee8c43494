import { expect, test } from 'vitest'
import { piecesOf } from './pieces.js'

const texts = (sql: string): string[] => Array.from(piecesOf(sql), ({ start, end }) => sql.slice(start, end))

test.each([
  'create function f() returns int begin atomic select 1; select 2; end',
  'create or replace procedure p() begin atomic insert into t values (1); end',
  'CREATE OR REPLACE FUNCTION f(a int default 1) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1; END',
  'create function f() returns int begin /* x */ atomic -- y\n select 1; end',
  // The `end` of a case, of a label and of a part of a name ends no body.
  'create function f() returns int begin atomic select case when a then 1 else 2 end; select 2; end',
  'create function f() returns int begin atomic select 1 as end; select t.end from t; select 1 end; end',
  'create function f() returns int begin atomic end',
  'create function f() returns int begin atomic ;; select 1;; end',
  // Bodies nest, and so do rules inside them.
  'create function f() returns int begin atomic create function g() returns int begin atomic select 1; end; select 2; end',
  'create function f() returns int begin atomic create rule r as on insert to t do (select 1; select 2); select 3; end',
  // A parameter named begin, of a type named atomic, opens no body.
  'create function f(begin atomic) returns int return 1',
  'create function begin() returns int language sql as $$ select 1; $$',
  'create procedure begin() begin atomic select 1; end',
  'create function f() returns int language atomic as x',
  'create procedure p() begin x',
  // Unfinished or wrong brackets.
  'create function f begin atomic select 1; end',
  'create function f int) returns int begin atomic select 1; end',
])('keeps the body of %j in one statement', (sql) => {
  expect(texts(`${sql}; select 'next'`)).toEqual([sql, "select 'next'"])
})

test.each([
  ['begin; select 1; end; select 2', 4],
  ['create view f as select 1; begin atomic; select 2', 3],
  ['create function f() returns int as $$ begin atomic $$ language sql; select 1; end', 3],
  ['do $$ begin perform 1; end $$; select 1', 2],
  // A column named begin with the label atomic; a language named begin, and a function named atomic.
  ['select t.begin atomic from t; drop table t', 2],
  ['select 1; select t.begin atomic from t; drop table t', 3],
  ['create procedure p() language begin; create or replace procedure atomic() begin atomic end; select 1', 3],
  ['create procedure p() language begin; create or replace procedure atomic() language sql; select 1', 3],
])('%j has no body: %i statements', (sql, count) => {
  expect(texts(sql)).toHaveLength(count)
})

test('a piece has its words without comments, and its semicolon', () => {
  const [piece, ...others] = piecesOf('-- a\nSELECT /* b */ "C", 1 ;')
  expect(others).toEqual([])
  expect(piece?.words).toEqual(['select', '', '', ''])
  expect(piece?.wordAt(0)).toBe('select')
  expect(piece?.wordAt(9)).toBe('')
  expect(piece?.semicolon).toBe(27)
})
