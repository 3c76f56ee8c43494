import { expect, test } from 'vitest'
import { withAutoLimit } from './auto-limit.js'
import { DEFAULT_ROW_LIMIT, ROW_LIMIT_OPTIONS } from './row-limit.js'

test('the limits are those of the specification', () => {
  expect(DEFAULT_ROW_LIMIT).toBe(100)
  expect(ROW_LIMIT_OPTIONS).toEqual([-1, 100, 500, 1000])
})

test.each([
  ['select 1', 'select 1 limit 100;'],
  ['select 1;', 'select 1 limit 100;'],
  ['select 1 ; ;\n; ', 'select 1 limit 100;'],
  ['  SELECT * FROM t\n', '  SELECT * FROM t limit 100;'],
  ['select * from t order by a offset 5', 'select * from t order by a offset 5 limit 100;'],
  ['select a from t union select b from u', 'select a from t union select b from u limit 100;'],
  ['select * from t for update', 'select * from t for update limit 100;'],
  // Only the statement's own limit counts.
  ['select * from (select 1 limit 5) x', 'select * from (select 1 limit 5) x limit 100;'],
  [
    'select * from t where a in (select b from u fetch first row only)',
    'select * from t where a in (select b from u fetch first row only) limit 100;',
  ],
  [
    `select 'limit 1', "limit", $$limit$$, ';', '--' from t`,
    `select 'limit 1', "limit", $$limit$$, ';', '--' from t limit 100;`,
  ],
  [
    'select a as limit, t.limit, b as fetch, rate_limit from t',
    'select a as limit, t.limit, b as fetch, rate_limit from t limit 100;',
  ],
  ['select a first, b next from t', 'select a first, b next from t limit 100;'],
  ['select a as into from t', 'select a as into from t limit 100;'],
])('%j gains the limit', (sql, expected) => {
  expect(withAutoLimit(sql, 100)).toEqual({ type: 'added', sql: expected, limit: 100 })
})

test.each([
  ['select 1 limit 5', 'has-limit'],
  ['select 1 LIMIT all', 'has-limit'],
  ['select 1 limit $1', 'has-limit'],
  ['select 1 limit 10 for update', 'has-limit'],
  ['select 1 limit', 'has-limit'],
  ['select * from (select 1) x limit 5', 'has-limit'],
  ['select 1 offset 1 limit 2;', 'has-limit'],
  ['select 1 fetch first 5 rows only', 'has-fetch'],
  ['select 1 FETCH\nNEXT row with ties', 'has-fetch'],
  ['select 1 -- note', 'has-comment'],
  ['-- note\nselect 1', 'has-comment'],
  ['select /* note */ 1', 'has-comment'],
  ['select 1; -- note', 'has-comment'],
  ['select 1; select 2', 'multiple-statements'],
  ['select 1;; select 2;', 'multiple-statements'],
  [';select 1', 'not-a-single-select'],
  ['', 'not-a-single-select'],
  [' ; ', 'not-a-single-select'],
  ['insert into t select 1', 'not-a-single-select'],
  ['with a as (select 1) select 2', 'not-a-single-select'],
  ['(select 1)', 'not-a-single-select'],
  ['explain select 1', 'not-a-single-select'],
  ['selected', 'not-a-single-select'],
  // A limit would change what is written.
  ['select * into u from t', 'select-into'],
  ["select 'a", 'unfinished'],
  ['select "a', 'unfinished'],
  ['select (1', 'unfinished'],
  ['select 1)', 'unfinished'],
  ['select 1) + (2', 'unfinished'],
])('%j stays as it is: %s', (sql, reason) => {
  expect(withAutoLimit(sql, 100)).toEqual({ type: 'unchanged', sql, reason })
})

test.each([-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, -100])('a limit of %d is off', (limit) => {
  expect(withAutoLimit('select 1', limit)).toEqual({ type: 'unchanged', sql: 'select 1', reason: 'off' })
})

test.each([1, 500, 1000])('a limit of %d is written as it is', (limit) => {
  expect(withAutoLimit('select 1', limit)).toEqual({ type: 'added', sql: `select 1 limit ${limit};`, limit })
})
