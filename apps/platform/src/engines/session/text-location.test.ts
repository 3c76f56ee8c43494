import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offsetOfPosition, locationOfOffset, positionOfOffset } from './text-location.js'

test.each([
  ['abc', 1, 0],
  ['abc', 4, 3],
  ['abc', 5, undefined],
  ['abc', 0, undefined],
  ['a😀b', 3, 3],
  ['字é', 2, 1],
  ['', 1, 0],
])('in %j character %i is at offset %s', (text, position, offset) => {
  expect(offsetOfPosition(text, position)).toBe(offset)
})

test('position and offset are two names of one location', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, position) => {
      const offset = offsetOfPosition(text, position + 1)
      if (offset !== undefined) expect(positionOfOffset(text, offset)).toBe(position + 1)
    }),
  )
})

test.each([
  ['select 1', 7, { line: 1, column: 8, offset: 7 }],
  ['a\nb', 2, { line: 2, column: 1, offset: 2 }],
  ['a\r\nb', 3, { line: 2, column: 1, offset: 3 }],
  ['a\r\nb', 2, { line: 1, column: 3, offset: 2 }],
  ['a\rb', 2, { line: 2, column: 1, offset: 2 }],
  ['a\n\n\nb', 4, { line: 4, column: 1, offset: 4 }],
  ['😀x', 2, { line: 1, column: 3, offset: 2 }],
])('in %j offset %i is %j', (text, offset, location) => {
  expect(locationOfOffset(text, offset)).toEqual(location)
})
