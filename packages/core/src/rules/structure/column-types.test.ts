import { expect, test } from 'vitest'
import {
  canonicalType,
  COLUMN_TYPES,
  isSameType,
  mayBeIdentity,
  suggestedDefaults,
  suggestedTypes,
} from './column-types.js'

test.each([
  ['int8', 'bigint'],
  [' INT ', 'integer'],
  ['VARCHAR( 20 )', 'character varying(20)'],
  ['varchar', 'character varying'],
  ['numeric(10, 2)', 'numeric(10,2)'],
  ['timestamptz', 'timestamp with time zone'],
  ['timestamptz(3)', 'timestamp(3) with time zone'],
  ['timestamp (3)  with time zone', 'timestamp(3) with time zone'],
  ['timestamp', 'timestamp without time zone'],
  ['int4[]', 'integer[]'],
  ['int4 [3] [4]', 'integer[]'],
  ['varchar(3)[]', 'character varying(3)[]'],
  ['"My type"', '"My type"'],
  ['shop.mood', 'shop.mood'],
  ['numeric ( 10 , 2 )', 'numeric(10,2)'],
  ['double   precision', 'double precision'],
  ['Float8', 'double precision'],
  ['varbit(5)', 'bit varying(5)'],
  ['time(3)', 'time(3) without time zone'],
  ['timetz (0) [ ]', 'time(0) with time zone[]'],
  ['int4[ 3 ]', 'integer[]'],
  ['char', 'character'],
  ['My Type', 'my type'],
  ['a with time zone b', 'a with time zone b'],
  ['a(1', 'a(1'],
  ['int]', 'int]'],
  ['[]', '[]'],
  ['(3)', '(3)'],
  [' "a" ', '"a"'],
  ['', ''],
  [' ', ''],
])('%j is written %j', (typed, written) => {
  expect(canonicalType(typed)).toBe(written)
  expect(canonicalType(written)).toBe(written)
})

test('names of one type compare equal, other types do not', () => {
  expect(isSameType('int8', 'BIGINT')).toBe(true)
  expect(isSameType('int8', 'int4')).toBe(false)
  expect(isSameType('varchar(2)', 'varchar(3)')).toBe(false)
})

test.each([
  ['', ['bigint', 'integer']],
  ['int', ['integer', 'smallint']],
  ['timestamptz', ['timestamp with time zone']],
  ['MOOD', ['shop.mood']],
  ['nothing', []],
])('typing %j suggests %j first', (words, first) => {
  const found = suggestedTypes(words, ['shop.mood']).map(({ name }) => name)
  expect(found.slice(0, first.length)).toEqual(words === 'int' ? ['integer', 'bigint'] : first)
  if (first.length === 0) expect(found).toEqual([])
})

test('what is the word comes before what begins with it, and that before what contains it', () => {
  const named = (words: string, others: string[] = []) =>
    suggestedTypes(words, others).map(({ name }) => name)
  expect(named(' Time ')).toEqual([
    'time without time zone',
    'timestamp with time zone',
    'timestamp without time zone',
    'time with time zone',
  ])
  expect(named('range')).toEqual(['int4range', 'int8range', 'numrange', 'daterange', 'tstzrange'])
  expect(named('range', ['Range'])[0]).toBe('Range')
  expect(named('dec')).toEqual(['numeric'])
  expect(named('mood', ['x_mood', 'mood_x'])).toEqual(['mood_x', 'x_mood'])
  expect(suggestedTypes('')).toEqual(COLUMN_TYPES)
  expect(named('oat')).toEqual(['double precision', 'real'])
})

test('at most fifty are suggested', () => {
  const many = Array.from({ length: 100 }, (_, index) => `t${index}`)
  expect(suggestedTypes('', many)).toHaveLength(50)
  expect(suggestedTypes('t', many)).toHaveLength(50)
})

test('no name is in the list twice', () => {
  const names = COLUMN_TYPES.flatMap(({ name, aliases }) => [name, ...aliases])
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  ['int8', true],
  ['smallint', true],
  ['int4', true],
  ['text', false],
  ['int8[]', false],
])('%s may be identity: %s', (typed, may) => {
  expect(mayBeIdentity(typed)).toBe(may)
})

test.each([
  ['uuid', ['gen_random_uuid()']],
  ['numeric(10,2)', ['0']],
  ['text[]', [`'{}'`]],
  ['shop.mood', []],
  ['constructor', []],
])('defaults of %s: %j', (typed, defaults) => {
  expect(suggestedDefaults(typed)).toEqual(defaults)
})
