import { expect, test } from 'vitest'
import {
  cellEditor,
  hasEmptyText,
  inputProblem,
  takesLineBreaks,
  typedAs,
  typedChoice,
  type InputProblem,
} from './cell-input.js'

const of = (type: string) => ({ type, enums: null })

test.each<[string, string, InputProblem | null]>([
  ['int2', '32767', null],
  ['int2', '32768', 'range'],
  ['int2', '-32768', null],
  ['int4', '2147483648', 'range'],
  ['int8', '9223372036854775807', null],
  ['int8', '9223372036854775808', 'range'],
  ['int8', ' +12 ', null],
  ['int4', '1.5', 'integer'],
  ['int4', '', 'integer'],
  ['int4', '0x1F', null],
  ['int4', '1_000', null],
  ['int4', '10_000_000', null],
  ['int4', '1_000x', 'integer'],
  ['int2', '-32769', 'range'],
  ['int4', '-1_000', null],
  ['int4', '1__0', 'integer'],
  ['int4', '1_', 'integer'],
  ['int4', '0b101', null],
  ['int4', '-0O17', null],
  ['int4', 'x0x1F', 'integer'],
  ['int4', '--1', 'integer'],
  ['int4', '1x', 'integer'],
  ['numeric', '12345678901234567890.123456789', null],
  ['numeric', '1e400', null],
  ['numeric', 'NaN', null],
  ['float8', '-Infinity', null],
  ['float8', '.5', null],
  ['float8', '.52', null],
  ['float8', 'Infinity', null],
  ['numeric', '.', 'number'],
  ['numeric', ' 1. ', null],
  ['numeric', '+1_000.2_5e-3', null],
  ['numeric', '1e+5', null],
  ['numeric', '0xFf_0', null],
  ['numeric', '-inf', null],
  ['numeric', '1e', 'number'],
  ['numeric', 'e5', 'number'],
  ['numeric', '1.5.2', 'number'],
  ['numeric', 'x1', 'number'],
  ['numeric', '1x', 'number'],
  ['numeric', '0xfg', 'number'],
  ['numeric', '10xff', 'number'],
  ['numeric', 'infinit', 'number'],
  ['numeric', 'infinityx', 'number'],
  ['numeric', 'xnan', 'number'],
  ['numeric', '-nan', 'number'],
  ['numeric', '1,5', 'number'],
  ['uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', null],
  ['uuid', '{A0EEBC999C0B4EF8BB6D6BB9BD380A11}', null],
  ['uuid', 'a0eebc99', 'uuid'],
  ['uuid', ' a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11 ', null],
  ['uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11x', 'uuid'],
  ['jsonb', '{"a": 12345678901234567890}', null],
  ['json', '{a: 1}', 'json'],
  ['jsonb', '', 'json'],
  ['bytea', '\\xdead', null],
  ['bytea', '\\xdea', 'bytea'],
  ['bytea', 'abc', null],
  ['bytea', '\\x', null],
  ['bytea', '\\xdeg', 'bytea'],
  ['bytea', 'a\\xg', null],
  ['text', '\\xg', null],
  ['constructor', 'x', null],
  ['text', '', null],
  ['bool', 'TRUE', null],
  ['bool', 'fal', null],
  ['bool', 'perhaps', 'choice'],
  ['date', 'yesterday', null],
  ['point', '(1,2)', null],
])('%s %j: %s', (type, text, problem) => {
  expect(inputProblem(of(type), text)).toBe(problem)
})

test('a value that an enum does not have is refused', () => {
  expect(inputProblem({ type: 'mood', enums: ['sad', 'ok'] }, 'ok')).toBeNull()
  expect(inputProblem({ type: 'mood', enums: ['sad', 'ok'] }, 'OK')).toBe('choice')
})

test('an enum and a boolean are chosen, numbers and texts typed in a line, the rest in lines', () => {
  expect(cellEditor({ type: 'mood', enums: ['sad', 'ok'] }, null)).toEqual({
    kind: 'choice',
    values: [
      { value: 'sad', label: 'sad' },
      { value: 'ok', label: 'ok' },
    ],
  })
  expect(cellEditor(of('bool'), 't')).toMatchObject({
    kind: 'choice',
    values: [
      { value: 't', label: 'true' },
      { value: 'f', label: 'false' },
    ],
  })
  expect(cellEditor(of('int8'), '1')).toEqual({ kind: 'line', inputMode: 'numeric' })
  expect(cellEditor(of('numeric'), '1')).toEqual({ kind: 'line', inputMode: 'decimal' })
  expect(cellEditor(of('text'), 'a')).toEqual({ kind: 'line', inputMode: 'text' })
  expect(cellEditor(of('text'), 'a\nb')).toEqual({ kind: 'lines' })
  expect(cellEditor(of('text'), 'x'.repeat(201))).toEqual({ kind: 'lines' })
  expect(cellEditor(of('jsonb'), null)).toEqual({ kind: 'lines' })
  expect(cellEditor(of('text'), 'a\rb')).toEqual({ kind: 'lines' })
  expect(cellEditor(of('text'), 'x'.repeat(200))).toEqual({ kind: 'line', inputMode: 'text' })
  expect(cellEditor(of('text'), null)).toEqual({ kind: 'line', inputMode: 'text' })
  expect(cellEditor(of('constructor'), null)).toEqual({ kind: 'line', inputMode: 'text' })
  expect(cellEditor(of('date'), null)).toMatchObject({ kind: 'line', inputMode: 'text', picker: {} })
})

test.each([
  ['text', true],
  ['varchar', true],
  ['jsonb', true],
  ['int8', false],
  ['numeric', false],
  ['date', false],
  ['bool', false],
])('a typed value of %s may have several lines: %s', (type, takes) => {
  expect(takesLineBreaks(cellEditor(of(type), null))).toBe(takes)
})

test('only texts and bytes can be empty', () => {
  expect(['text', 'varchar', 'citext', 'bytea', 'xml'].every(hasEmptyText)).toBe(true)
  expect(['int4', 'uuid', 'date', 'jsonb', 'mood', 'int4[]'].some(hasEmptyText)).toBe(false)
})

test.each([
  ['bool', 'TRUE', 't'],
  ['bool', ' no ', 'f'],
  ['bool', '1', 't'],
  ['bool', 'perhaps', 'perhaps'],
  ['text', 'true', 'true'],
])('%s %j is pasted as %j', (type, text, value) => {
  expect(typedAs(type, text)).toBe(value)
})

const booleanEditor = cellEditor(of('bool'), null)
const BOOLEANS = booleanEditor.kind === 'choice' ? booleanEditor.values : []
const MOODS = ['okay', 'ok', 'Sad', 'sad', 'new york'].map((one) => ({ value: one, label: one }))

test.each([
  [BOOLEANS, 'f', true, 'f'],
  [BOOLEANS, 'false', true, 'f'],
  [BOOLEANS, 'TR', true, 't'],
  [BOOLEANS, 'falsx', true, undefined],
  [BOOLEANS, '', true, undefined],
  [BOOLEANS, 'n', true, null],
  [BOOLEANS, 'n', false, 'f'],
  [BOOLEANS, 'no', true, 'f'],
  [BOOLEANS, 'Yes', true, 't'],
  [BOOLEANS, '1', true, 't'],
  [BOOLEANS, '0', true, 'f'],
  [BOOLEANS, '2', true, undefined],
  [BOOLEANS, 'NULL', true, null],
  [BOOLEANS, 'null', false, undefined],
  [BOOLEANS, 'nullx', true, undefined],
  [MOODS, 'o', true, 'okay'],
  [MOODS, 'ok', true, 'ok'],
  [MOODS, 'OK', true, 'ok'],
  [MOODS, 'sa', true, 'sad'],
  [MOODS, 'sad', true, 'sad'],
  [MOODS, 'SA', true, 'Sad'],
  [MOODS, 'n', true, 'new york'],
  [MOODS, 'new y', false, 'new york'],
  [MOODS, 'zz', true, undefined],
])('letters choose a value of a list: %#', (values, letters, canBeNull, chosen) => {
  const wanted = chosen === null ? { type: 'null' } : { type: 'text', text: chosen }
  expect(typedChoice(values, letters, canBeNull)).toEqual(chosen === undefined ? null : wanted)
})
