import { splitStatements } from '@basedeck/sql-guard'
import { array, assert, constantFrom, property, tuple, nat } from 'fast-check'
import { expect, test } from 'vitest'
import { outlineOf, stretchAt, stretchesOf } from './sql-outline.js'

test('a statement reaches behind its semicolon, the next one begins there', () => {
  const outline = outlineOf("select 1; select ';' ; -- c;\n select 3")
  expect(outline.ends).toEqual([9, 22])
  expect(stretchAt(outline, 0)).toEqual({ start: 0, end: 9 })
  expect(stretchAt(outline, 8)).toEqual({ start: 0, end: 9 })
  expect(stretchAt(outline, 9)).toEqual({ start: 9, end: 22 })
  expect(stretchAt(outline, 30)).toEqual({ start: 22, end: 38 })
  expect(stretchesOf(outline).map(({ end }) => end)).toEqual([9, 22, 38])
})

test('only what was touched is read again', () => {
  const before = outlineOf('select 1; select 2; select 3; select 4;')
  expect(outlineOf(before.text, before)).toBe(before)
  const longer = outlineOf('select 1; select 22; select 3; select 4;', before)
  expect(longer.ends).toEqual([9, 20, 30, 40])
  expect(outlineOf('select 1; select 3; select 4;', longer).ends).toEqual([9, 19, 29])
  expect(stretchesOf(longer)).toEqual([
    { start: 0, end: 9 },
    { start: 9, end: 20 },
    { start: 20, end: 30 },
    { start: 30, end: 40 },
    { start: 40, end: 40 },
  ])
})

test.each([
  ['of two changed statements one ends where another ended', 'a;b;c;d;', 'a;xx;yyd;'],
  ['there was no statement behind the change', 'p;x', 'p;c;cc;d;x'],
  ['a character is gone', 'ab;c;d;', 'a;c;d;'],
  ['a statement is added in front', 'x;y;', 'a;x;y;'],
  ['a quote opens over many statements', "x;b;c;d;e;' ';f;", "';b;c;d;e;' ';f;"],
])('the ends are those of the new text where %s', (_, before, after) => {
  expect(outlineOf(after, outlineOf(before)).ends).toEqual(outlineOf(after).ends)
})

const pieces = array(
  constantFrom(
    'select 1',
    ';',
    "'",
    '"',
    '$$',
    '--',
    '\n',
    '/*',
    '*/',
    ' ',
    'create function f() begin atomic',
    'end',
    '😀',
  ),
).map((parts) => parts.join(''))

test('what was known is used again and changes nothing of the outcome', () => {
  assert(
    property(pieces, pieces, tuple(nat(60), nat(20)), (text, put, [at, length]) => {
      const changed = text.slice(0, at) + put + text.slice(at + length)
      expect(outlineOf(changed, outlineOf(text)).ends).toEqual(outlineOf(changed).ends)
    }),
    { numRuns: 2000 },
  )
})

test('every statement of the guard is in one section', () => {
  assert(
    property(pieces, (text) => {
      const stretches = stretchesOf(outlineOf(text))
      for (const { start, end } of splitStatements(text))
        expect(stretches.filter((one) => one.start <= start && end <= one.end)).toHaveLength(1)
    }),
  )
})
