import { expect, test } from 'vitest'
import { hasEquality, valueType } from './types.js'

test.each([
  ['int8', 'number', 'right', true, 'number'],
  ['numeric', 'number', 'right', true, 'number'],
  ['oid', 'number', 'right', true, 'number'],
  ['money', 'number', 'right', true, 'quoted'],
  ['text', 'text', 'left', false, 'quoted'],
  ['bpchar', 'text', 'left', false, 'quoted'],
  ['bool', 'boolean', 'left', false, 'boolean'],
  ['jsonb', 'json', 'left', true, 'json'],
  ['timestamptz', 'other', 'left', true, 'quoted'],
  ['int4[]', 'other', 'left', true, 'quoted'],
  ['public.mood', 'other', 'left', true, 'quoted'],
  ['constructor', 'other', 'left', true, 'quoted'],
])('%s is a %s', (name, sort, align, isCode, exported) => {
  expect(valueType(name)).toEqual({ sort, align, isCode, exported })
})

test.each([
  ['int8', true],
  ['jsonb', true],
  ['text[]', true],
  ['json', false],
  ['json[]', false],
  ['point', false],
])('values of %s can be compared by =: %s', (type, can) => {
  expect(hasEquality(type)).toBe(can)
})
