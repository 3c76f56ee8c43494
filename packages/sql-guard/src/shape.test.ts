import { expect, test } from 'vitest'
import { shapeOf, withoutConstants } from './shape.js'

test.each([
  ['select a.b, 1 from "T" where x = \'y\' -- z', "select ….…, … from … where … = '…' -- …"],
  ['  select /* x */ $1  ', 'select /* … */ $1'],
  ["update t set password = 'x'", "update … set password = '…'"],
  ['', ''],
])('a shape has keywords and structure only: %s', (sql, shape) => {
  expect(shapeOf(sql)).toBe(shape)
})

test.each([
  ['select a.b, 1 from "T" where x = \'y\'', 'select a.b, … from "T" where x = \'…\''],
  ['alter role a password hunter2', 'alter role a password …'],
  ['alter role a set x to a, b; select c', 'alter role a set x to …, …; select c'],
  ['set a.b to on', 'set a.b to on'],
  ['update t set a = b', 'update t set a = b'],
  [
    "create function f() returns int as $x$ select 'x' $x$ language sql",
    "create function f() returns int as $$ select '…' $$ language sql",
  ],
  [
    "create function f() returns int as $x$ y = 'x' $x$ language perl",
    "create function f() returns int as '…' language perl",
  ],
  ['select "open', 'select …'],
  ["select 'a\\' , b'", "select '…'"],
])('without constants names stay: %s', (sql, told) => {
  expect(withoutConstants(sql)).toBe(told)
})
