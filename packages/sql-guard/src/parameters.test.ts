import { describe, expect, test } from 'vitest'
import { parametersIn, withNumbers } from './parameters.js'

const namesIn = (sql: string) => parametersIn(sql).map(({ name }) => name)

describe('parameters', () => {
  test.each<[string, string[]]>([
    ['select $1, $2, $1', ['1', '2', '1']],
    ['select * from t where id = :id and day > :from_day', ['id', 'from_day']],
    ['select * from t where id=:id::int', ['id']],
    ["select * from t where name = :'name'", ['name']],
    ['select * from t where id = {{id}} and x = {{ Some.Name-1 }}', ['id', 'Some.Name-1']],
    ["select * from t where day = '{{day}}'", ['day']],
    ['insert into t values (:a, :b)', ['a', 'b']],
    ['select :größe', ['größe']],
    ['select case when true then :a else:b end', ['a', 'b']],
  ])('in %s', (sql, names) => {
    expect(namesIn(sql)).toEqual(names)
  })

  test.each([
    'select 1',
    "select 'a:b', ':c', '$1', '{{d}} and more'",
    'select "a:b", "$1"',
    'select a::int, b :: text',
    'select a[1:2], a[lo:hi], a[:n]',
    'select $$ $1 :a {{b}} $$',
    'select 1 -- :a $1',
    'select /* :a {{b}} */ 1',
    'select f(a := 1)',
    "select '12:30'::time",
    'prepare p as select $1',
    'create function f(int) returns int return $1 + 1',
    'create or replace procedure p(int) begin atomic insert into t values ($1); end',
    'select \'{"a": {"b": 1}}\'::jsonb',
    "select '{{1,2},{3,4}}'::int[]",
    "select '{{day}}'::text[]",
    'select : a',
    'select {a}',
  ])('none in %s', (sql) => {
    expect(namesIn(sql)).toEqual([])
  })
})

describe('the text with numbers', () => {
  const bound = (sql: string) => withNumbers(sql, parametersIn(sql))

  test.each<[string, string, string[]]>([
    ['select :a, :b, :a', 'select $1, $2, $1', ['a', 'b']],
    ['select :name + 1', 'select $1    + 1', ['name']],
    ['select {{day}}::date', 'select $1     ::date', ['day']],
    ["select '{{day}}'", 'select $1       ', ['day']],
    ['select $2, :a, $1', 'select $2, $3, $1', ['1', '2', 'a']],
    ['select 1', 'select 1', []],
  ])('%s', (sql, text, names) => {
    expect(bound(sql)).toEqual({ sql: text, names })
  })

  test('positions stay', () => {
    const sql = 'select :first_name, {{ last }} from nowhere where x = :y'
    expect(bound(sql).sql).toHaveLength(sql.length)
    expect(bound(sql).sql.indexOf('nowhere')).toBe(sql.indexOf('nowhere'))
  })
})

test('a text of a megabyte with signs that are none is read in one go', () => {
  expect(parametersIn(`select '${':a $1 {{b}} '.repeat(90_000)}'`)).toEqual([])
})

test('a dump has none: they are values of rows', () => {
  const sql = "--\n-- PostgreSQL database dump\n--\n\nINSERT INTO t VALUES ('{{name}}', '{{1}}');\n"
  expect(parametersIn(sql)).toEqual([])
})
