import { expect, test } from 'vitest'
import type { ReportParameter } from './own-report.js'
import { chosenValue, isFittingValue, planBlock, usesParameter, valuesOf } from './report-run.js'

const at = { now: Date.UTC(2026, 10, 28, 12), offsetMinutes: 60 }
const one = (given: Partial<ReportParameter>): ReportParameter => ({
  name: 'p',
  type: 'text',
  value: null,
  choices: [],
  ...given,
})

test('values are bound, whatever they hold', () => {
  const evil = "'; drop table t; --"
  expect(planBlock('select * from t where a = :p and b = :p', { p: evil })).toEqual({
    type: 'run',
    query: 'select * from t where a = $1 and b = $1',
    parameters: [evil],
  })
})

test.each([
  ['', { reason: 'empty' }],
  ['-- nothing', { reason: 'empty' }],
  ['delete from t', { reason: 'writes' }],
  ['with d as (delete from t returning 1) select * from d', { reason: 'writes' }],
  ['select 1; select 2', { reason: 'several' }],
  ['select :p, :q, :p', { reason: 'unknown', names: ['p', 'q'] }],
  [`select '${'x'.repeat(1024 * 1024)}'`, { reason: 'too-large' }],
])('%.40s is not sent', (sql, refusal) => {
  expect(planBlock(sql, {})).toEqual({ type: 'refused', ...refusal })
})

test('of a function the platform decides', () => {
  expect(planBlock('select own_function()', {})).toMatchObject({ type: 'run' })
})

test('a time gives its two ends; today is the day of the reader', () => {
  expect(valuesOf([one({ type: 'time', value: '7d' })], {}, at)).toEqual({
    p_from: '2026-11-21T12:00:00.000Z',
    p_to: '2026-11-28T12:00:00.000Z',
  })
  expect(valuesOf([one({ type: 'time' })], { p: 'today' }, at)).toEqual({
    p_from: '2026-11-27T23:00:00.000Z',
    p_to: '2026-11-28T23:00:00.000Z',
  })
  expect(valuesOf([one({ type: 'time' })], {}, at)).toEqual({ p_from: null, p_to: null })
})

test('a choice that is gone is the first; a blank number is NULL; a text stays as it is', () => {
  expect(chosenValue(one({ type: 'choice', choices: ['a', 'b'], value: 'b' }), {})).toBe('b')
  expect(chosenValue(one({ type: 'choice', choices: ['a', 'b'], value: 'b' }), { p: 'gone' })).toBe('a')
  expect(chosenValue(one({ type: 'choice' }), {})).toBeNull()
  expect(chosenValue(one({ type: 'number', value: '1' }), { p: ' ' })).toBeNull()
  expect(chosenValue(one({ type: 'number' }), { p: ' 9007199254740993 ' })).toBe('9007199254740993')
  expect(chosenValue(one({ value: 'x' }), { p: '' })).toBe('')
  expect(chosenValue(one({ value: 'x' }), { p: null })).toBeNull()
})

test.each([
  ['number', '1.50', true],
  ['number', '-1e3', true],
  ['number', '', true],
  ['number', 'one', false],
  ['number', '1; 2', false],
  ['time', 'yesterday', true],
  ['time', '2026-01-01..2026-01-31', true],
  ['time', 'some day', false],
  ['text', 'anything', true],
  ['time', null, true],
] as const)('%s %s can be sent: %s', (type, value, expected) => {
  expect(isFittingValue({ type }, value)).toBe(expected)
})

test('a query uses a time by either end', () => {
  expect(usesParameter('select :p_to::timestamptz', one({ type: 'time' }))).toBe(true)
  expect(usesParameter('select :p', one({ type: 'time' }))).toBe(false)
  expect(usesParameter('select :p', one({}))).toBe(true)
})
