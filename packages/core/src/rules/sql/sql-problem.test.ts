import { expect, test } from 'vitest'
import { isWorthShowing } from './sql-problem.js'

test.each([
  ['select * frm users', 9, 12, undefined, true],
  ['select * frm users', 9, 12, 0, true],
  ['select * frm users', 9, 12, 12, false],
  ['select * frm users', 9, 12, 9, false],
  ['select * frm users', 9, 12, 13, true],
  // What follows fails because of what is being written.
  ['select a fr users', 12, 17, 11, false],
  // What is still to come is missing, not what follows.
  ['select u. from users u', 21, 22, 9, false],
  ['select a,  from users u x', 24, 25, 10, false],
  ['select u.a from users u x', 24, 25, 10, true],
  ['select', 6, 6, 3, false],
  ['select ;', 7, 7, 3, false],
  ['select', 6, 6, undefined, true],
  ['select  ;', 6, 6, 3, false],
  ['select ; ', 7, 7, 3, false],
  ["select ';' f r", 13, 14, 0, true],
])('%j, %i to %i, cursor %s: %s', (sql, start, end, cursor, shown) => {
  expect(isWorthShowing(sql, { message: '', start, end }, cursor)).toBe(shown)
})
