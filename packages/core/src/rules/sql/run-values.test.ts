import { expect, test } from 'vitest'
import { boundRun, parameterNames, withValues } from './run-values.js'

test('a text without parameters is sent as it is', () => {
  expect(boundRun('select 1', { a: 'x' })).toEqual({ type: 'bound', sql: 'select 1' })
})

test('values go in the order of their numbers, NULL and the empty text included', () => {
  expect(boundRun('select :a, :b, :a, :c', { a: '', b: null, c: 'x', d: 'unused' })).toEqual({
    type: 'bound',
    sql: 'select $1, $2, $1, $3',
    parameters: ['', null, 'x'],
  })
})

test('what has no value is named', () => {
  expect(boundRun('select :a, :b', { a: null })).toEqual({ type: 'missing', names: ['b'] })
  // Not a value of the object's prototype.
  expect(boundRun('select :constructor', {})).toEqual({ type: 'missing', names: ['constructor'] })
})

test('a number that is left out needs a value too, as in PostgreSQL', () => {
  expect(boundRun('select $2', { 2: 'x' })).toEqual({ type: 'missing', names: ['1'] })
})

test('several statements take none', () => {
  expect(boundRun('select :a; select 2', { a: '1' })).toEqual({ type: 'several' })
})

test('each name is listed once', () => {
  expect(parameterNames('select :b, $2, :a, :b')).toEqual(['1', '2', 'b', 'a'])
  expect(parameterNames('select 1')).toEqual([])
})

test('values are written into a text as literals', () => {
  expect(withValues("select :a, $1::int, '{{b}}'", { a: "it's \\", 1: '5', b: null })).toBe(
    "select E'it''s \\\\', '5'::int, NULL",
  )
})
